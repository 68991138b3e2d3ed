import type { Target } from './connection.ts'
import type { FanOut } from './fan-out.ts'
import type { WorkloadName } from './workloads.ts'

/** What the load program is asked to do, one thing after the other, and what it answers. */
export type Order = { readonly target: Target } & (
  | { readonly do: 'prepare'; readonly listed: number }
  | { readonly do: 'write'; readonly count: number; readonly connections: number }
  | {
      readonly do: 'rate'
      readonly workload: WorkloadName
      readonly connections: number
      readonly ms: number
    }
  | { readonly do: 'fan-out'; readonly watchers: number; readonly writers: number; readonly ms: number }
)

export type Done = { readonly error: string } | { readonly rate: Rate } | { readonly fanOut: FanOut }

export interface Rate {
  /** How often a second. */
  readonly perSecond: number
  /** Milliseconds of processor time that the server took for each. */
  readonly cpuMs: number
}
