import { describe, expect, test } from 'vitest'
import type { CallResult } from '../../src/client/answer.ts'
import { classify } from '../../src/effects/classify.ts'
import { Failure } from '../../src/failure.ts'

const fits = (reply: string) => {
  if (reply === 'good') return { fits: true, remoteId: 'id' } as const
  if (reply === 'other') return { fits: 'quarantine', remoteId: 'id', why: 'other' } as const
  return { fits: false, why: 'unfit' } as const
}

const end = (result: CallResult<string>): string => classify(result, fits).end

const refusal = (status: number, retryAfterMs?: number): CallResult<string> => ({
  outcome: 'answered',
  ok: false,
  status,
  detail: '',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

test.each([400, 401, 403, 404, 405, 410, 415, 422])('%i is a refusal', (status) => {
  expect(end(refusal(status))).toBe('rejected')
})

test.each([300, 301, 302, 303, 307, 308, 402, 408, 418, 425, 500, 501, 502, 503, 504, 599])(
  '%i is in doubt',
  (status) => {
    expect(end(refusal(status))).toBe('in-doubt')
  },
)

test.each([400, 403, 408, 409, 422, 425, 429])('%i with Retry-After is as a 429', (status) => {
  expect(classify(refusal(status, 5_000), fits)).toMatchObject({
    end: 'throttled',
    retryAfterMs: 5_000,
  })
})

test('a 5xx with Retry-After may have been processed all the same', () => {
  expect(end(refusal(503, 5_000))).toBe('in-doubt')
})

test('429 and 409 have rules of their own', () => {
  expect(end(refusal(429))).toBe('throttled')
  expect(end(refusal(409))).toBe('conflict')
})

test('a wrong key or account stops the run, whatever else the answer says', () => {
  const failure = new Failure('wrong-key', { pt: 'the key is wrong', en: 'the key is wrong' })
  const answer = { ...refusal(401, 5_000), stop: failure } as CallResult<string>
  expect(classify(answer, fits)).toMatchObject({ end: 'stopped', failure })
})

describe('a 2xx', () => {
  const answered = (body: string): CallResult<string> => {
    return { outcome: 'answered', ok: true, status: 201, body }
  }
  test('that fits is done, and one that does not is in doubt or quarantined', () => {
    expect(end(answered('good'))).toBe('done')
    expect(end(answered('bad'))).toBe('in-doubt')
    expect(end(answered('other'))).toBe('quarantined')
  })
})

test('what the client could not tell stays in doubt, what never left does not', () => {
  const cause = new Failure('service-unreachable', { pt: 'refused', en: 'refused' })
  expect(end({ outcome: 'in-doubt', why: 'cut', status: 201 })).toBe('in-doubt')
  expect(end({ outcome: 'never-sent', why: 'refused', cause })).toBe('never-sent')
})
