import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILTIN_OBJECTS } from './builtin-objects.ts'
import { normalise } from './normalise.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const APPLY = 'application/apply-patch+yaml'

describe.skipIf(!kubernetes.available)('built-in kinds beside a real kube-apiserver', () => {
  let real: Server
  let ours: Server
  beforeAll(async () => {
    real = realServer(await kubernetes.start({}))
    ours = await ourServer()
  })
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]()
    await real?.[Symbol.asyncDispose]()
  })

  /** Dry runs: nothing that a controller does afterwards comes between. */
  const same = async (ask: Ask): Promise<void> => {
    expect(normalise(await ours.ask(ask))).toEqual(normalise(await real.ask(ask)))
  }

  describe.each(BUILTIN_OBJECTS.map(([path, object]) => [object.kind, path, object] as const))(
    '%s',
    (_kind, path, object) => {
      it('is created with the same defaults and owners', () =>
        same({ method: 'POST', path: `${path}?dryRun=All&fieldManager=m`, body: object }))

      it('is applied with the same result', () =>
        same({
          method: 'PATCH',
          type: APPLY,
          path: `${path}/${object.metadata.name}?dryRun=All&fieldManager=m`,
          body: object,
        }))

      it('is refused with an unknown field, in the same words', () =>
        same({
          method: 'POST',
          path: `${path}?dryRun=All&fieldValidation=Strict`,
          body: { ...object, bogus: 1 },
        }))
    },
  )

  it.each([
    '/apis/apps',
    '/apis/nothing',
    '/apis/nothing/v1',
    '/api/v1/namespaces/default/pods/none',
    '/api/v1/namespaces/default/configmaps?resourceVersion=abc',
    '/api/v1/namespaces/default/configmaps?resourceVersionMatch=Exact',
    '/api/v1/namespaces/default/configmaps?watch=1&sendInitialEvents=true',
    '/apis/apps/v1/namespaces/default/deployments?fieldSelector=spec.x=1',
    '/healthz',
  ])('answers GET %s in the same way', (path) => same({ method: 'GET', path }))
})
