import type { Admission, Admitted, Admitting } from '../admission/admission.ts'
import { isObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ApiError } from '../status/api-error.ts'
import { forbidden } from '../status/api-errors.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { isSystemPriorityClass } from './system-priority-classes.ts'

export interface PriorityAdmissionOptions {
  readonly store: Pick<ObjectStore, 'get' | 'list'>
  /** PriorityClasses. */
  readonly classes: Resource
}

const DEFAULT_POLICY = 'PreemptLowerPriority'

/** Gives new pods the priority of their class, and keeps the classes in order: one default, and those of the system. */
export class PriorityAdmission implements Admission {
  readonly #options: PriorityAdmissionOptions

  constructor(options: PriorityAdmissionOptions) {
    this.#options = options
  }

  async mutate(ask: Admitting): Promise<Admitted<ApiObject | undefined>> {
    const { object } = ask
    const isPod = ask.resource.group === '' && ask.resource.resource === 'pods'
    if (!isPod || ask.operation !== 'CREATE' || ask.subresource !== '' || object === undefined)
      return { object, warnings: [] }
    return { object: await this.#prioritized(ask, object), warnings: [] }
  }

  async validate(ask: Admitting): Promise<Admitted<undefined>> {
    const { resource, subresource } = ask
    if (
      resource.group === 'scheduling.k8s.io' &&
      resource.resource === 'priorityclasses' &&
      subresource === ''
    )
      await this.#checkClass(ask)
    return { object: undefined, warnings: [] }
  }

  async #prioritized(ask: Admitting, pod: ApiObject): Promise<ApiObject> {
    const { store, classes } = this.#options
    const spec = isObject(pod.spec) ? pod.spec : {}
    const named = typeof spec.priorityClassName === 'string' ? spec.priorityClassName : ''
    const found = named === '' ? await this.#default() : await store.get(classes, '', named)
    if (found === undefined && named !== '')
      throw refused(ask, `no PriorityClass with name ${named} was found`)
    const priority = found?.value ?? 0
    const preemptionPolicy = found?.preemptionPolicy ?? DEFAULT_POLICY
    const computed = 'must not be provided in pod spec; priority admission controller computed'
    const rest = 'from the given PriorityClass name'
    if (typeof spec.priority === 'number' && spec.priority !== priority)
      throw refused(ask, `the integer value of priority (${spec.priority}) ${computed} ${priority} ${rest}`)
    const policy = spec.preemptionPolicy
    if (typeof policy === 'string' && policy !== preemptionPolicy)
      throw refused(
        ask,
        `the string value of PreemptionPolicy (${policy}) ${computed} ${preemptionPolicy} ${rest}`,
      )
    if (found === undefined) return pod
    const priorityClassName = found.metadata.name
    return { ...pod, spec: { ...spec, priorityClassName, priority, preemptionPolicy } } as ApiObject
  }

  async #checkClass(ask: Admitting): Promise<void> {
    const { operation, object, name } = ask
    if (operation === 'DELETE' && isSystemPriorityClass(name))
      throw refused(ask, 'this is a system priority class and cannot be deleted')
    if (object?.globalDefault !== true) return
    const known = await this.#default()
    if (known === undefined || (operation === 'UPDATE' && known.metadata.name === name)) return
    const why = `PriorityClass ${known.metadata.name} is already marked as default. Only one default can exist`
    throw refused(ask, why)
  }

  /** Of several defaults, which are there only by a race, the lowest counts. */
  async #default(): Promise<ApiObject | undefined> {
    const { store, classes } = this.#options
    const { objects } = await store.list(classes, { namespace: '' })
    const amount = ({ value }: ApiObject): number => (typeof value === 'number' ? value : 0)
    return objects
      .filter(({ globalDefault }) => globalDefault === true)
      .sort((a, b) => amount(a) - amount(b))[0]
  }
}

function refused({ resource, name }: Admitting, why: string): ApiError {
  return forbidden({ group: resource.group, kind: resource.resource, name }, why)
}
