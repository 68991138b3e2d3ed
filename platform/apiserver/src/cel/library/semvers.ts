import { type CelSemver, parseLooseSemver, parseSemver } from '../values/cel-semver.ts'
import { int } from './operators.ts'
import { type FunctionTable, overload } from './overload.ts'

const V = 'kubernetes.Semver'
type Version = CelSemver

const read = (text: string, loose = false): Version => (loose ? parseLooseSemver(text) : parseSemver(text))

function isSemver(text: string, loose = false): boolean {
  try {
    read(text, loose)
    return true
  } catch {
    return false
  }
}

const number = (at: number) => (version: Version) => int(version.numbers[at] ?? 0n)

/** Semantic versions. */
export const SEMVERS: FunctionTable = {
  semver: [
    overload('string_to_semver', `(string) -> ${V}`, (text: string) => read(text)),
    overload('string_bool_to_semver', `(string, bool) -> ${V}`, read),
  ],
  isSemver: [
    overload('is_semver_string', '(string) -> bool', (text: string) => isSemver(text)),
    overload('is_semver_string_bool', '(string, bool) -> bool', isSemver),
  ],
  isGreaterThan: [
    overload('semver_is_greater_than', `${V}.(${V}) -> bool`, (a: Version, b: Version) => a.compare(b) > 0),
  ],
  isLessThan: [
    overload('semver_is_less_than', `${V}.(${V}) -> bool`, (a: Version, b: Version) => a.compare(b) < 0),
  ],
  compareTo: [
    overload('semver_compare_to', `${V}.(${V}) -> int`, (a: Version, b: Version) => BigInt(a.compare(b))),
  ],
  major: [overload('semver_major', `${V}.() -> int`, number(0))],
  minor: [overload('semver_minor', `${V}.() -> int`, number(1))],
  patch: [overload('semver_patch', `${V}.() -> int`, number(2))],
}
