import type { Random } from '@reeve/ground'
import { OptionError } from '../errors.ts'

const UID = /^([a-z][a-z0-9]*)-([0-9a-f]{2,64})$/

/** Makes and reads uids such as `dev-1a2b3c4d`, whose prefix names the kind. */
export class UidPrefixes {
  readonly #byKind = new Map<string, string>()
  readonly #byPrefix = new Map<string, string>()

  register(kind: string, prefix: string): void {
    const other = this.#byPrefix.get(prefix)
    if (!UID.test(`${prefix}-00`))
      throw new OptionError(`cannot register prefix ${prefix}: it is no lower-case word`)
    if (other !== undefined && other !== kind) {
      throw new OptionError(`cannot register prefix ${prefix} for ${kind}: ${other} has it`)
    }
    this.#byKind.set(kind, prefix)
    this.#byPrefix.set(prefix, kind)
  }

  /** A new uid for a kind; eight hex digits unless told otherwise. */
  generate(kind: string, random: Random, digits = 8): string {
    const prefix = this.#byKind.get(kind)
    if (prefix === undefined) throw new OptionError(`cannot make a uid for ${kind}: it has no prefix`)
    const bytes = random.bytes(Math.ceil(digits / 2))
    return `${prefix}-${Buffer.from(bytes).toString('hex').slice(0, digits)}`
  }

  /** The parts of a uid; `undefined` if it is none. */
  parse(uid: string): { readonly prefix: string; readonly hex: string } | undefined {
    const [, prefix, hex] = UID.exec(uid) ?? []
    return prefix === undefined || hex === undefined ? undefined : { prefix, hex }
  }

  kindOf(uid: string): string | undefined {
    return this.#byPrefix.get(this.parse(uid)?.prefix ?? '')
  }
}
