import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata, type MetadataRules } from './check-metadata.ts'

/** The rules of one built-in kind beyond its shape. Objects have their defaults. */
export interface KindCheck {
  readonly namespaced: boolean
  readonly create: (object: ApiObject) => readonly FieldError[]
  readonly update: (object: ApiObject, old: ApiObject) => readonly FieldError[]
  /** By the name of the subresource; only metadata is checked where there is none. */
  readonly sub?: Readonly<Record<string, (object: ApiObject, old: ApiObject) => readonly FieldError[]>>
}

/** How the real server puts together what it finds in an update: the order differs by kind, and some say things twice. */
export type UpdateOrder = 'metadata-spec' | 'metadata-whole' | 'whole-metadata' | 'whole-whole-metadata'

export interface SimpleRules {
  readonly rules: MetadataRules
  readonly order: UpdateOrder
  readonly spec: (object: ApiObject, old?: ApiObject) => readonly FieldError[]
  /** What an update may not change. */
  readonly change?: (object: ApiObject, old: ApiObject) => readonly FieldError[]
  readonly sub?: NonNullable<KindCheck['sub']>
}

/** The check of a kind whose spec is looked at alike when it is made and when it is changed. */
export function kindCheck({ order, spec, change = () => [], sub, ...given }: SimpleRules): KindCheck {
  const rules = { standardFinalizers: true, ...given.rules }
  const whole = (object: ApiObject, old?: ApiObject): readonly FieldError[] => [
    ...checkMetadata(object.metadata, rules),
    ...spec(object, old),
  ]
  const update = (object: ApiObject, old: ApiObject): readonly FieldError[] => {
    const metadata = checkMetadata(object.metadata, rules, old.metadata)
    const changed = change(object, old)
    if (order === 'metadata-spec') return [...metadata, ...spec(object, old), ...changed]
    if (order === 'metadata-whole') return [...metadata, ...changed, ...whole(object, old)]
    const once = whole(object, old)
    return order === 'whole-metadata'
      ? [...once, ...metadata, ...changed]
      : [...once, ...once, ...metadata, ...changed]
  }
  const { namespaced } = rules
  return { namespaced, create: (object) => whole(object), update, ...(sub !== undefined && { sub }) }
}
