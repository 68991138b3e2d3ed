import { describe, expect, it } from 'vitest'
import { CONFIG_MAPS, exampleResource } from './example-resources.ts'
import { patchedKind } from './patched-kind.ts'

const WIDGETS = exampleResource({ group: 'a.example', resource: 'widgets', kind: 'Widget', custom: true })
const WIDGET = { apiVersion: 'a.example/v1', kind: 'Widget', metadata: { name: 'x' } }
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }

describe('patchedKind', () => {
  it('lets everything else be changed', () => {
    const changed = { ...WIDGET, metadata: { name: 'y' }, spec: {} }
    expect(patchedKind(WIDGET, changed, WIDGETS)).toEqual(changed)
  })

  it('knows what a built-in kind is without being told', () => {
    expect(patchedKind(CONFIG_MAP, { metadata: { name: 'x' } }, CONFIG_MAPS)).toEqual(CONFIG_MAP)
  })

  // The words are those of kube-apiserver 1.34.2.
  it('refuses a custom object that does not say what it is, or says something else', () => {
    const { kind: _, ...nameless } = WIDGET
    expect(() => patchedKind(WIDGET, nameless, WIDGETS)).toThrow(
      `Internal error occurred: Object 'Kind' is missing in '{"apiVersion":"a.example/v1","metadata":{"name":"x"}}'`,
    )
    expect(() => patchedKind(WIDGET, { ...WIDGET, kind: 'Other' }, WIDGETS)).toThrow(
      'Other.a.example "x" is invalid: kind: Invalid value: "Other": must be Widget',
    )
  })

  it('refuses a built-in object that has become another', () => {
    expect(() => patchedKind(CONFIG_MAP, { ...CONFIG_MAP, kind: 'Secret' }, CONFIG_MAPS)).toThrow(
      'unable to convert',
    )
  })
})
