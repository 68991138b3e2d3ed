import type { Finding } from './finding.ts'

/** What a validation found, and how much it found right: the branch of an anyOf that comes closest explains itself. */
export class Findings {
  readonly list: Finding[] = []
  matches = 0

  /** Says each message once only, as Kubernetes does. */
  add(finding: Finding): void {
    for (const known of this.list) if (known.message === finding.message) return
    this.list.push(finding)
  }

  addAll(others: Findings): void {
    for (const finding of others.list) this.add(finding)
    this.matches += others.matches
  }

  /** Forgets what was found since there were only `length`. */
  forgetFrom(length: number): void {
    this.list.length = length
  }
}
