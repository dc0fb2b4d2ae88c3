/** How a request ended, and what the ledger, the job and the quota are told of it. */
import { describe, expect, test } from 'vitest'
import type { CallResult } from '../../src/client/answer.ts'
import { recoverEffects, sweepEffects } from '../../src/effects/recover-effects.ts'
import { lookUpDelays } from '../../src/effects/look-up-delays.ts'
import type { EffectTools } from '../../src/effects/tools.ts'
import { Failure } from '../../src/failure.ts'
import { answer, HOUR_MS, one, setup, type Stage } from './perform-world.ts'

const SECOND_MS = 1_000
const cause = new Failure('service-unreachable', { pt: 'refused', en: 'refused' })

function refusal(status: number, retryAfterMs?: number): CallResult<string> {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  return { outcome: 'answered', ok: false, status, detail: '', ...wait }
}

interface Told {
  readonly state: string
  readonly inMs?: number
  readonly status?: number
  readonly told?: string
  readonly slot: 'answered' | 'in-doubt' | 'never-sent'
}

const ROWS: readonly (readonly [string, CallResult<string>, Told])[] = [
  [
    'a 201',
    { outcome: 'answered', ok: true, status: 201, body: one },
    { state: 'done', status: 201, told: 'done', slot: 'answered' },
  ],
  ['a 422', refusal(422), { state: 'rejected', status: 422, told: 'rejected', slot: 'answered' }],
  [
    'a 429 that does not say when',
    refusal(429),
    { state: 'planned', inMs: 60 * SECOND_MS, status: 429, slot: 'answered' },
  ],
  [
    'a 429 that says when',
    refusal(429, 90 * SECOND_MS),
    { state: 'planned', inMs: 90 * SECOND_MS, status: 429, slot: 'answered' },
  ],
  [
    'a 429 that asks for two days',
    refusal(429, 48 * HOUR_MS),
    { state: 'planned', inMs: 24 * HOUR_MS, status: 429, slot: 'answered' },
  ],
  [
    'a 499 that says when',
    refusal(499, 5 * SECOND_MS),
    { state: 'planned', inMs: 5 * SECOND_MS, status: 499, slot: 'answered' },
  ],
  // It may have been processed all the same, whatever it asks for.
  [
    'a 500 that says when',
    refusal(500, 5 * SECOND_MS),
    { state: 'in-doubt', inMs: 2 * SECOND_MS, status: 500, slot: 'answered' },
  ],
  [
    'a 399 that says when',
    refusal(399, 5 * SECOND_MS),
    { state: 'in-doubt', inMs: 2 * SECOND_MS, status: 399, slot: 'answered' },
  ],
  [
    'a 201 that was cut off',
    { outcome: 'in-doubt', why: 'cut', status: 201 },
    { state: 'in-doubt', inMs: 2 * SECOND_MS, status: 201, slot: 'answered' },
  ],
  [
    'no answer',
    { outcome: 'in-doubt', why: 'timeout' },
    { state: 'in-doubt', inMs: 2 * SECOND_MS, slot: 'in-doubt' },
  ],
  [
    'no connection',
    { outcome: 'never-sent', why: 'refused', cause },
    { state: 'planned', inMs: 5 * SECOND_MS, slot: 'never-sent' },
  ],
]

test.each(ROWS)('the ledger, the job and the quota are told of: %s', async (_name, result, row) => {
  const world = await setup('consult', answer(result))
  const outcome = await world.perform()
  const { state, notBeforeInMs, answerStatus } = world.effect() ?? {}
  expect({ state, notBeforeInMs, answerStatus }).toEqual({
    state: row.state,
    notBeforeInMs: row.inMs ?? null,
    answerStatus: row.status ?? null,
  })
  expect(world.told).toEqual(row.told === undefined ? [] : [row.told])
  expect(world.usages.map(({ ending }) => ending)).toEqual([row.slot])
  const untilMs = row.inMs === undefined ? undefined : world.nowMs() + row.inMs
  expect('untilMs' in outcome ? outcome.untilMs : undefined).toBe(untilMs)
})

test('a service that cannot be connected to is tried less and less often, every five minutes at last', async () => {
  const world = await setup('consult', answer({ outcome: 'never-sent', why: 'refused', cause }))
  const waits: number[] = []
  for (let tries = 0; tries < 62; tries += 1) {
    await world.perform()
    waits.push((world.effect()?.notBeforeInMs ?? 0) / SECOND_MS)
    world.advance(waits.at(-1)! * SECOND_MS)
  }
  expect([...waits.slice(0, 3), ...waits.slice(-4)]).toEqual([5, 10, 15, 295, 300, 300, 300])
})

test('a refusal tells people its status and what the service said', async () => {
  const said = { ...refusal(422), detail: 'placa desconhecida' } as CallResult<string>
  for (const [result, reason] of [
    [said, 'status 422: placa desconhecida'],
    [refusal(422), 'status 422'],
  ] as const) {
    const world = await setup('consult', answer(result))
    await world.perform()
    expect(world.effect()?.reason).toBe(reason)
  }
})

describe('the slot of a request', () => {
  /** Sends only with leave, as the client does. */
  const obedient: Partial<Stage> = {
    send: async (_ready, leave) => {
      if (!leave.mayLeave()) return { outcome: 'never-sent', why: 'stale', cause }
      return { outcome: 'answered', ok: true, status: 201, body: one }
    },
  }
  /** As the gate does when a slot went stale: another one, and the same use again. */
  const staleFirst = (between: () => Promise<unknown> = async () => undefined) => {
    const endings: string[] = []
    const gate: EffectTools['gate'] = {
      withSlot: async (_request, use) => {
        const slot = { useId: one, bucket: 'b' }
        const first = await use({ ...slot, maySend: () => false })
        endings.push(first.ending)
        await between()
        const second = await use({ ...slot, maySend: () => true })
        endings.push(second.ending)
        return { granted: true, value: second.value }
      },
    }
    return { gate, endings }
  }

  test('that went stale is given back, and the next one is used by the same claim', async () => {
    const { gate, endings } = staleFirst()
    const world = await setup('order', obedient, { gate })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(endings).toEqual(['never-sent', 'told'])
    expect(world.effect()).toMatchObject({ state: 'done', sends: 2, doubts: 0 })
  })

  test('is not used when the claim was lost while it was waited for', async () => {
    let lose = async (): Promise<unknown> => undefined
    const { gate, endings } = staleFirst(() => lose())
    const world = await setup('order', obedient, { gate })
    lose = () => world.store.recover({ everything: true, lookUpInMs: 0 })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(endings).toEqual(['never-sent', 'never-sent'])
    expect(world.effect()).toMatchObject({ state: 'planned', sends: 1 })
  })

  test('is not used when the intent was taken for an orphan before the first byte', async () => {
    const world = await setup('order', {
      send: async (_ready, leave) => {
        await world.store.recover({ everything: true, lookUpInMs: 0 })
        leave.mayLeave()
        leave.mayLeave()
        return { outcome: 'never-sent', why: 'stale', cause }
      },
    })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(world.effect()).toMatchObject({ state: 'in-doubt', doubts: 1 })
  })

  test('is ended by the gate when the answer came after the effect had moved on', async () => {
    const world = await setup('order', {
      send: async (_ready, leave) => {
        leave.mayLeave()
        await world.store.recover({ everything: true, lookUpInMs: 0 })
        return { outcome: 'answered', ok: true, status: 201, body: one }
      },
    })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect(world.usages).toMatchObject([{ ending: 'answered' }])
    expect(world.effect()).toMatchObject({ state: 'in-doubt' })
  })

  test('is not needed where no quota binds, and the request leaves all the same', async () => {
    const world = await setup('register', { ...obedient, budget: null })
    expect(await world.perform()).toEqual({ outcome: 'done' })
    expect([world.effect()?.state, world.effect()?.slotId]).toEqual(['done', null])
  })
})

describe('an intent whose sender is silent', () => {
  /** Sweeps so long after the intent was stored; the answer comes afterwards. */
  async function sweptAfter(ms: number) {
    const world = await setup('order', {
      send: async (_ready, leave) => {
        leave.mayLeave()
        world.advance(ms)
        await sweepEffects({ store: world.store, delays: lookUpDelays() })
        return { outcome: 'answered', ok: true, status: 201, body: one }
      },
    })
    await world.perform()
    return world.effect()
  }

  test('is in doubt 190 seconds after it was stored, and not before', async () => {
    expect(await sweptAfter(190 * SECOND_MS - 1)).toMatchObject({ state: 'done', doubts: 0 })
    const lookedUpNext = { state: 'in-doubt', doubts: 1, notBeforeInMs: 2 * SECOND_MS }
    expect(await sweptAfter(190 * SECOND_MS)).toMatchObject(lookedUpNext)
  })

  test.each([
    ['alone', true, [], 'in-doubt'],
    ['beside others, its holder among them', false, [], 'intent'],
    ['beside others, its holder gone', false, ['test'], 'in-doubt'],
  ])('is taken over by a start that is %s', async (_name, alone, gone, state) => {
    const world = await setup('order', {
      send: async (_ready, leave) => {
        leave.mayLeave()
        const tools = { store: world.store, journal: null, delays: lookUpDelays() }
        const goneOf = async (holders: readonly string[]) => {
          expect(holders).toEqual(['test'])
          return [...gone]
        }
        await recoverEffects({ ...tools, goneOf }, alone)
        seen = world.effect()?.state
        return { outcome: 'in-doubt', why: 'reset' }
      },
    })
    let seen: string | undefined
    await world.perform()
    expect(seen).toBe(state)
  })
})

test('a claim ends after ten minutes, and not before', async () => {
  const states: unknown[] = []
  const look = async () => {
    await sweepEffects({ store: world.store, delays: lookUpDelays() })
    states.push(world.effect()?.state)
  }
  const prepare = async () => {
    world.advance(600 * SECOND_MS - 1)
    await look()
    world.advance(1)
    await look()
    return { refuse: 'too late' }
  }
  const world = await setup('order', { prepare })
  expect(await world.perform()).toEqual({ outcome: 'done' })
  expect(states).toEqual(['claimed', 'planned'])
})

describe('what only a bug does', () => {
  test('a stage that gets the effect of another kind sends nothing', async () => {
    const send = () => Promise.reject(new Error('must not be sent'))
    const world = await setup('order', { kind: 'consult', send })
    await expect(world.perform()).rejects.toThrow('A consult stage got a order.')
  })

  test('an effect that is not there ends its job quietly', async () => {
    const world = await setup('order')
    expect(await world.perform('00000000-0000-4000-8000-0000000000ff')).toEqual({
      outcome: 'done',
    })
  })

  test('a ledger that moves an effect elsewhere than it was told is not believed', async () => {
    const world = await setup('order', answer(refusal(422)))
    const settle = world.store.settle.bind(world.store)
    world.store.settle = (id, epoch, move, record) =>
      settle(id, epoch, { ...move, to: 'done' }, record)
    await expect(world.perform()).rejects.toThrow('moved an effect to done instead of rejected')
  })
})
