/** A service that creates what it is asked for, and answers as chance will have it. */
import type { CallResult } from '../../src/client/answer.ts'
import { Failure } from '../../src/failure.ts'
import type { Random } from '../../src/random.ts'

export interface Thing {
  readonly id: string
  readonly key: string
}

export const FAULTS = [
  'created',
  'refused connection',
  'request lost',
  'answer lost',
  'arrives late',
  '500 after commit',
  '503 before commit',
  '429',
  '429 later',
  '422',
  '302 after commit',
  'cut after commit',
  'unfit after commit',
  '409',
] as const
export type Fault = (typeof FAULTS)[number]

/** Before the last look-up, or nothing could tell it from a lost one. */
const LATE_MS_MAX = 14 * 60_000

export interface FakeService {
  readonly things: readonly Thing[]
  /** Requests that were on the wire, whatever became of them. */
  readonly requests: readonly string[]
  post(key: string, fault: Fault): CallResult<Thing>
  list(key: string): Thing[]
}

export function openFakeService(random: Random, nowMs: () => number): FakeService {
  const things: Thing[] = []
  const requests: string[] = []
  let late: { atMs: number; key: string }[] = []

  function create(key: string): Thing {
    const thing = { id: random.uuid(), key }
    things.push(thing)
    return thing
  }

  function arrive(): void {
    for (const { key } of late.filter(({ atMs }) => atMs <= nowMs())) create(key)
    late = late.filter(({ atMs }) => atMs > nowMs())
  }

  const answer = (status: number, retryAfterMs?: number): CallResult<Thing> => {
    const retry = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { outcome: 'answered', ok: false, status, detail: 'fault', ...retry }
  }
  const doubt = (why: string): CallResult<Thing> => ({ outcome: 'in-doubt', why })

  return {
    things,
    requests,
    list: (key) => {
      arrive()
      return things.filter((thing) => thing.key === key)
    },
    post: (key, fault) => {
      arrive()
      if (fault === 'refused connection') {
        const cause = new Failure('service-unreachable', { pt: 'refused', en: 'refused' })
        return { outcome: 'never-sent', why: 'refused', cause }
      }
      requests.push(key)
      switch (fault) {
        case 'created':
          return { outcome: 'answered', ok: true, status: 201, body: create(key) }
        case 'request lost':
          return doubt('reset')
        case 'answer lost':
          create(key)
          return doubt('reset')
        case 'arrives late':
          late.push({ atMs: nowMs() + random.next() * LATE_MS_MAX, key })
          return doubt('timeout')
        case '500 after commit':
          create(key)
          return answer(500)
        case '503 before commit':
          return answer(503)
        case '429':
          return answer(429)
        case '429 later':
          return answer(429, 90_000)
        case '422':
          return answer(422)
        case '302 after commit':
          create(key)
          return answer(302)
        case 'cut after commit':
          create(key)
          return { outcome: 'in-doubt', why: 'cut', status: 201 }
        case 'unfit after commit':
          create(key)
          return { outcome: 'answered', ok: true, status: 201, body: { id: 'x', key: 'other' } }
        case '409':
          return answer(409)
      }
    },
  }
}
