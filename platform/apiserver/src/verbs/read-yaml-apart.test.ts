import { describe, expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'
import { readYamlApart } from './read-yaml-apart.ts'

describe('readYamlApart', () => {
  it('reads what is read here, numbers and members that come twice included', async () => {
    const text = `a: 9007199254740993\n${Array.from({ length: 500 }, (_, n) => `k${n}: [x, {y: ${n}}]`).join('\n')}\na: 2\n`
    expect(await readYamlApart(text)).toEqual(readYaml(text))
  })

  it('refuses what cannot be read, however deep it nests, and goes on', async () => {
    await expect(readYamlApart('a: b: c')).rejects.toThrow(/^yaml: /)
    await expect(readYamlApart('['.repeat(200_000))).rejects.toThrow('exceeded max depth')
    expect((await readYamlApart('a: 1')).value).toEqual({ a: 1 })
  })
})
