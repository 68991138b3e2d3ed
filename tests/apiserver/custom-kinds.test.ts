import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCENARIOS } from './custom-kinds.ts'
import { defineOn, differences } from './scenarios.ts'
import { ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('custom kinds beside a real kube-apiserver', () => {
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

  it.each(SCENARIOS)('$title', async ({ defined, asks }) => {
    for (const server of [real, ours]) for (const each of defined) await defineOn(server, each)
    expect(await differences(real, ours, asks)).toEqual([])
  })
})
