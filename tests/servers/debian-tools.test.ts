import { describe, expect, it } from 'vitest'
import { debianTool } from './src/debian-tools.ts'
import { readEnvironment } from './src/environment.ts'

describe('debianTool', () => {
  it('says how to get a command that is missing', async () => {
    const environment = readEnvironment({ PATH: '/nowhere' })
    const found = debianTool('openssl', { environment })
    await expect(found).rejects.toThrow(
      'get it with: apt-get update && apt-get install -y --no-install-recommends openssl',
    )
  })

  it('names every package that a tool of many commands lacks', async () => {
    const environment = readEnvironment({ PATH: '/nowhere' })
    const found = debianTool('podman', { environment })
    await expect(found).rejects.toThrow(/get it with: .* podman conmon runc .*busybox iproute2/)
  })

  it('installs nothing unless it is root', async () => {
    const environment = readEnvironment({ PATH: '/nowhere', CI: 'true' })
    await expect(debianTool('openssl', { environment, root: false })).rejects.toThrow('cannot use openssl')
  })
})
