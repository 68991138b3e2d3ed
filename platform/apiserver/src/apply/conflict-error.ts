import { ApiError } from '../status/api-error.ts'
import type { FieldSet } from './field-set.ts'
import type { Owner } from './managed-fields.ts'
import { compareText, describePath } from './path-element.ts'

/** Fields that an apply would change and that others own, by the owner's id. */
export type Conflicts = ReadonlyMap<string, { readonly owner: Owner; readonly fields: FieldSet }>

/** The 409 that names each field and who owns it. */
export function conflictError(conflicts: Conflicts): ApiError {
  const byOwner = [...conflicts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, { owner, fields }]) => ({ name: nameOf(owner), paths: [...fields.paths()].map(describePath) }))
  const causes = byOwner.flatMap(({ name, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${name}`, field })),
  )
  const [only] = causes
  const told =
    causes.length === 1
      ? `${only?.message}: ${only?.field}`
      : byOwner
          .map(({ name, paths }) =>
            [`conflicts with ${name}:`, ...paths.map((path) => `- ${path}`)].join('\n'),
          )
          .join('\n')
  const count = causes.length === 1 ? '1 conflict' : `${causes.length} conflicts`
  return new ApiError(`Apply failed with ${count}: ${told}`, {
    code: 409,
    reason: 'Conflict',
    details: { causes },
  })
}

function nameOf({ manager, subresource, operation, apiVersion }: Owner): string {
  const place = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`
  // An applier is the same one in every version, so its version says nothing.
  const version = operation === 'Update' ? ` using ${apiVersion}` : ''
  return `${JSON.stringify(manager)}${place}${version}`
}
