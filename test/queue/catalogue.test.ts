/** What each kind of job may carry. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EFFECTS_MAX, kinds, parsePayload } from '../../src/queue/catalogue.ts'
import type { DueJob } from '../../src/queue/queue.ts'
import { retryDelayMs } from '../../src/queue/settle.ts'

test('a kind that is misspelt or carries the wrong name does not compile', () => {
  // @ts-expect-error -- no such kind
  const misspelt: DueJob = { kind: 'consult-vehicle', id: 'a', data: { effect: 'e' } }
  // @ts-expect-error -- what is due of consulting is an effect
  const chunked: DueJob = { kind: 'consult-vehicles', id: 'a', data: { chunk: 'c' } }
  // @ts-expect-error -- nothing but the name
  const chatty: DueJob = { kind: 'collect-debts', id: 'a', data: { chunk: 'c', plate: 'p' } }
  expect([misspelt, chunked, chatty]).toHaveLength(3)
})

test('only consulting and ordering, which the quota binds, carry effects', () => {
  const some = kinds.filter((kind) => {
    try {
      return 'effects' in parsePayload(kind, { effects: ['e'] })
    } catch {
      return false
    }
  })
  expect(some).toEqual(['consult-vehicles', 'create-orders'])
})

test('whatever else a payload is, it is refused and not quoted', () => {
  const secret = '11144477735'
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
      (kind, rest) => {
        const data = { effects: ['e'], ...rest, document: secret }
        expect(() => parsePayload(kind, data)).toThrow(TypeError)
        expect(() => parsePayload(kind, data)).not.toThrow(secret)
      },
    ),
  )
})

test.each([
  null,
  undefined,
  'e',
  [],
  {},
  { effect: 'e' },
  { effects: [] },
  { effects: [''] },
  { effects: [1] },
  { effects: ['e'.repeat(201)] },
  { effects: Array.from({ length: EFFECTS_MAX + 1 }, () => 'e') },
])('the payload %j is refused', (data) => {
  expect(() => parsePayload('create-orders', data)).toThrow(TypeError)
})

test('each retry waits twice as long as the one before, and never longer than a minute', () => {
  expect([1, 2, 3, 6, 7, 50].map((made) => retryDelayMs(made, 1000))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ])
})
