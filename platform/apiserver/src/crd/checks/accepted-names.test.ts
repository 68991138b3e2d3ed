import { expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { acceptedNames } from './accepted-names.ts'

const NAMES = {
  plural: 'devices',
  singular: 'device',
  kind: 'Device',
  listKind: 'DeviceList',
  shortNames: ['dev'],
}

function definition(names: JsonObject, accepted: JsonObject = { plural: '', kind: '' }): ApiObject {
  const spec = { group: 'example.io', names }
  const status = { acceptedNames: accepted }
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'X', metadata: { name: 'a' }, spec, status }
}

it('accepts names that nobody has', () => {
  const { names, accepted, established } = acceptedNames(definition(NAMES), [])
  expect(names).toEqual(NAMES)
  expect(accepted).toMatchObject({ status: 'True', reason: 'NoConflicts', message: 'no conflicts found' })
  expect(established).toMatchObject({ status: 'True', reason: 'InitialNamesAccepted' })
})

it('keeps away from a definition what another of its group has', () => {
  const other = definition(
    {},
    { plural: 'gadgets', singular: 'gadget', kind: 'Device', listKind: 'GadgetList', shortNames: ['dev'] },
  )
  const { names, accepted, established } = acceptedNames(definition(NAMES), [other])
  expect(accepted).toEqual({
    type: 'NamesAccepted',
    status: 'False',
    reason: 'KindConflict',
    message: '"Device" is already in use',
  })
  expect(names).toEqual({ plural: 'devices', singular: 'device', kind: '', listKind: 'DeviceList' })
  expect(established).toMatchObject({
    status: 'False',
    reason: 'NotAccepted',
    message: 'not all names are accepted',
  })
})

it('names all short names that are taken', () => {
  const other = definition({}, { plural: 'a', kind: 'A', shortNames: ['dev', 'dv'] })
  const { accepted } = acceptedNames(definition({ ...NAMES, shortNames: ['dev', 'dv', 'ok'] }), [other])
  expect(accepted).toMatchObject({
    reason: 'ShortNamesConflict',
    message: '["dev" is already in use, "dv" is already in use]',
  })
})

it('does not mind the names of other groups', () => {
  const other = { ...definition({}, NAMES), spec: { group: 'other.io' } }
  expect(acceptedNames(definition(NAMES), [other]).accepted.status).toBe('True')
})

it('leaves established what is established, whatever names it asks for', () => {
  const conditions = [{ type: 'Established', status: 'True', reason: 'R', message: 'm' }]
  const mine = { ...definition(NAMES, NAMES), status: { acceptedNames: NAMES, conditions } }
  const asked = { ...mine, spec: { group: 'example.io', names: { ...NAMES, shortNames: ['x'] } } }
  const other = definition({}, { plural: 'a', kind: 'A', shortNames: ['x'] })
  const { names, accepted, established } = acceptedNames(asked, [other])
  expect(names).toEqual(NAMES)
  expect(accepted.reason).toBe('ShortNamesConflict')
  expect(established).toEqual({ type: 'Established', status: 'True', reason: 'R', message: 'm' })
})
