import { describe, expect, it } from 'vitest'
import { parseTokenFile } from './parse-token-file.ts'

const parse = (text: string) => parseTokenFile(text, 'tokens.csv')

describe('parseTokenFile', () => {
  it('reads token, user, uid and groups', () => {
    const text = 't1,admin,u1,"system:masters"\r\n\nt2,jo,u2,"devs,ops"\nt3,al,"u,""3"""\n"t4",bo,\n'
    expect(parse(text)).toEqual({
      users: {
        t1: { name: 'admin', uid: 'u1', groups: ['system:masters'] },
        t2: { name: 'jo', uid: 'u2', groups: ['devs', 'ops'] },
        t3: { name: 'al', uid: 'u,"3"', groups: [] },
        t4: { name: 'bo', groups: [] },
      },
      warnings: [],
    })
    expect(parse('')).toEqual({ users: {}, warnings: [] })
  })

  it('takes the last of equal tokens and leaves out empty ones, with a warning', () => {
    const { users, warnings } = parse('t1,a,1\n,b,2\nt1,c,3')
    expect(users).toEqual({ t1: { name: 'c', uid: '3', groups: [] } })
    expect(warnings).toEqual([
      'tokens.csv:2: expected a token, found none; the line is ignored',
      'tokens.csv:3: this token is given above already; this line counts',
    ])
  })

  it('says in which line what was expected', () => {
    expect(() => parse('t1,a,1\nt2,b\n')).toThrow(
      'tokens.csv:2: expected token,user,uid and perhaps "group1,group2", found 2 of them',
    )
    expect(() => parse('t1,a,1\n\nt2,b"c,2\n')).toThrow(
      'tokens.csv:3: expected a quotation mark only around a whole field; inside one it is written twice',
    )
    expect(() => parse('t1,a,1,"x\ny"\nt2,b,"c\n')).toThrow(
      'tokens.csv:3: expected a quotation mark at the end of the field',
    )
    expect(() => parse('t1,a,1,"x"y\n')).toThrow(
      'tokens.csv:1: expected a comma or the end of the line after the quotation mark',
    )
  })
})
