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

  it('installs nothing unless it is root', async () => {
    const environment = readEnvironment({ PATH: '/nowhere', CI: 'true' })
    await expect(debianTool('openssl', { environment, root: false })).rejects.toThrow('cannot use openssl')
  })
})
