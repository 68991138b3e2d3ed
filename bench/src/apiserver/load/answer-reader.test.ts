import { describe, expect, it } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

function read(pieces: readonly string[]): readonly string[] {
  const answers: string[] = []
  let body = ''
  const reader = new AnswerReader({
    piece: (piece) => {
      body += piece
    },
    end: (status) => {
      answers.push(`${status} ${body}`)
      body = ''
    },
  })
  for (const piece of pieces) reader.take(Buffer.from(piece))
  return answers
}

const TEXT =
  'HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\nabc' +
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\nA\r\n0123456789\r\n0\r\n\r\n' +
  'HTTP/1.1 304 Not Modified\r\nDate: x\r\n\r\n' +
  'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nz'
const ANSWERS = ['201 abc', '200 de0123456789', '304 ', '200 z']

describe('AnswerReader', () => {
  it('reads answers of a known length, in chunks and without a body', () => {
    expect(read([TEXT])).toEqual(ANSWERS)
  })

  it('does not mind where the bytes are cut', () => {
    expect(read([...TEXT])).toEqual(ANSWERS)
    for (let at = 1; at < TEXT.length; at += 1)
      expect(read([TEXT.slice(0, at), TEXT.slice(at)])).toEqual(ANSWERS)
  })
})
