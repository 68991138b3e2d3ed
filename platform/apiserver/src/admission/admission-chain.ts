import type { ApiObject } from '../resources/api-object.ts'
import type { Admission, Admitted, Admitting } from './admission.ts'
import { withWarnings } from './refusal.ts'

/** Several that have a say, one after the other: each sees what the one before has made; the first refusal ends it. */
export class AdmissionChain implements Admission {
  readonly #parts: readonly Admission[]

  constructor(parts: readonly Admission[]) {
    this.#parts = parts
  }

  async mutate(ask: Admitting): Promise<Admitted<ApiObject | undefined>> {
    const warnings: string[] = []
    let { object } = ask
    for (const part of this.#parts) {
      const admitted = await heard(warnings, part.mutate({ ...ask, object }))
      object = admitted.object
    }
    return { object, warnings }
  }

  async validate(ask: Admitting): Promise<Admitted<undefined>> {
    const warnings: string[] = []
    for (const part of this.#parts) await heard(warnings, part.validate(ask))
    return { object: undefined, warnings }
  }
}

/** Keeps what a part has to say, also for a refusal by a later one. */
async function heard<T extends Admitted<unknown>>(warnings: string[], part: Promise<T>): Promise<T> {
  try {
    const admitted = await part
    warnings.push(...admitted.warnings)
    return admitted
  } catch (error) {
    throw withWarnings(error, warnings)
  }
}
