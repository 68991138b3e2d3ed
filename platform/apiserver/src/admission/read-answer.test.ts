import { describe, expect, it } from 'vitest'
import { ADMISSION_REVIEW } from './admission-response.ts'
import { readAnswer } from './read-answer.ts'

const read = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
  readAnswer({ status, type, text }, ADMISSION_REVIEW)

describe('readAnswer', () => {
  it('shows what a server that failed has said in plain text', () => {
    const said = 'an error on the server ("boom") has prevented the request from succeeding'
    expect(read(500, 'boom\n')).toBe(said)
    expect(read(500, 'boom', '')).toBe(said)
    expect(read(403, 'not you')).toBe('not you')
  })

  it('keeps to itself what is no plain text', () => {
    expect(read(502, '<p>bad gateway</p>', 'application/xml')).toBe(
      'an error on the server ("unknown") has prevented the request from succeeding',
    )
  })

  it('has words for codes that it knows, and others for the rest', () => {
    expect(read(429, '')).toContain('too many requests')
    expect(read(418, '')).toBe(
      'the server responded with the status code 418 but did not return more information',
    )
  })

  it('takes a Status for what it says, whatever the code', () => {
    expect(read(200, '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no"}')).toBe('no')
  })

  it('takes a review without a kind for the right one', () => {
    expect(read(200, '{"response":{}}')).toEqual({ response: {} })
  })
})
