import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { goStructs } from './go-struct.ts'

const folder = mkdtempSync(join(tmpdir(), 'go-struct-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('reads from the tags how a field is written, and its number', () => {
  writeFileSync(
    join(folder, 'types.go'),
    [
      'type Pod struct {',
      '\tmetav1.TypeMeta `json:",inline"`',
      '\t// Optional.',
      '\tName string `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`',
      '\tReplicas *int32 `json:"replicas" protobuf:"varint,2,opt,name=replicas"`',
      '\tLabels map[string]string `json:"labels,omitempty,omitzero" protobuf:"bytes,11,rep,name=labels"`',
      '\tHidden string `json:"-"`',
      '}',
      '',
    ].join('\n'),
  )
  const field = { pointer: false, omitEmpty: false, omitZero: false, number: 0 }
  expect(goStructs(folder).get('Pod')).toEqual([
    { ...field, json: '', type: 'metav1.TypeMeta' },
    { ...field, json: 'name', type: 'string', omitEmpty: true, number: 1 },
    { ...field, json: 'replicas', type: 'int32', pointer: true, number: 2 },
    { ...field, json: 'labels', type: 'map[string]string', omitEmpty: true, omitZero: true, number: 11 },
  ])
})
