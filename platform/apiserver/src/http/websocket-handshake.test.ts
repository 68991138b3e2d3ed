import { describe, expect, it } from 'vitest'
import { shakeHands, wantsWebSocket, withBearer } from './websocket-handshake.ts'

const asked = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
const token = `base64url.bearer.authorization.k8s.io.${Buffer.from('secret').toString('base64url')}`

describe('a WebSocket', () => {
  it('is asked for by a GET', () => {
    expect(wantsWebSocket({ method: 'GET', headers: { upgrade: 'WebSocket' } })).toBe(true)
    expect(wantsWebSocket({ method: 'POST', headers: { upgrade: 'websocket' } })).toBe(false)
    expect(wantsWebSocket({ method: 'GET', headers: { upgrade: 'SPDY/3.1' } })).toBe(false)
  })

  it('begins with the proof that the question was understood', () => {
    const hands = shakeHands({ ...asked, 'sec-websocket-protocol': `${token}, v1` })
    expect(hands).toEqual({
      ok: true,
      head: [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
        'Sec-WebSocket-Protocol: v1',
        '',
        '',
      ].join('\r\n'),
    })
  })

  it('is refused to whoever asks wrongly', () => {
    expect(shakeHands({ ...asked, 'sec-websocket-version': '8' })).toMatchObject({
      status: 400,
      text: 'missing or bad WebSocket Version',
      headers: { 'sec-websocket-version': '13' },
    })
    expect(shakeHands({ 'sec-websocket-version': '13' })).toMatchObject({
      text: 'mismatch challenge/response',
    })
  })

  it('takes a token as the name of a protocol, beside another', () => {
    expect(withBearer({ 'sec-websocket-protocol': `${token}, v1` }).authorization).toBe('Bearer secret')
    expect(withBearer({ 'sec-websocket-protocol': 'v1' }).authorization).toBeUndefined()
    const both = { authorization: 'Bearer own', 'sec-websocket-protocol': `${token}, v1` }
    expect(withBearer(both).authorization).toBe('Bearer own')
    for (const wrong of [token, `${token}, ${token}, v1`, 'base64url.bearer.authorization.k8s.io.%, v1'])
      expect(() => withBearer({ 'sec-websocket-protocol': wrong })).toThrow('Unauthorized')
  })
})
