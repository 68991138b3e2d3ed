import type { JsonObject } from '../../platform/apiserver/src/json/json-value.ts'
import { clusterProbes } from './cluster-probes.ts'
import { podProbes } from './pod-probes.ts'

/** An object to create, and what about it is looked at. */
export interface Probe {
  readonly title: string
  readonly object: JsonObject
}

/** Every probe, in the order of recording. */
export function defaultProbes(): readonly Probe[] {
  return [...podProbes(), ...clusterProbes()]
}
