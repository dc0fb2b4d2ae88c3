/** Who works on a server is told by the server: by kills, frozen holders and broken connections. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import type { Clock } from '../../src/clock.ts'
import { lonePresence, onlooker, openPresence } from '../../src/database/presence.ts'
import type { Presence } from '../../src/database/presence.ts'
import type { Database } from '../../src/database/pool.ts'
import { openTestDatabase, testEngine } from '../support/database.ts'

test('where one process owns the directory everybody else is gone', async () => {
  await using presence = lonePresence('me')
  expect(await presence.gone(['me', 'other'])).toEqual(['other'])
  await using locks = await presence.take(['fleet a'])
  expect(locks.lost.aborted).toBe(false)
})

describe.runIf(testEngine() === 'postgresql')('on a server', () => {
  let opened: AsyncDisposableStack
  let database: Database

  beforeEach(async () => {
    opened = new AsyncDisposableStack()
    database = opened.use(await openTestDatabase({}))
  })
  afterEach(() => opened.disposeAsync())

  async function enter(holder: string, clock: Clock = wallClock): Promise<Presence> {
    const who = { holder, label: 'frota worker', clock }
    return opened.use(await openPresence(database.pool, who))
  }

  async function killSession(holder: string): Promise<void> {
    await database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1`,
      [`frota worker ${holder}`],
    )
  }

  async function back(holder: string): Promise<void> {
    while ((await onlooker(database.pool).gone([holder])).length > 0) await wallClock.sleep(20)
  }

  test('a holder is there until its session ends, whoever asks', async () => {
    const one = await enter('one')
    const other = await enter('other')
    expect(await other.gone(['one', 'other', 'nobody'])).toEqual(['nobody'])
    await one[Symbol.asyncDispose]()
    // The server lets go of a session that has ended in its own time.
    await expect.poll(() => other.gone(['one', 'other'])).toEqual(['one'])
    expect(await onlooker(database.pool).gone([])).toEqual([])
  })

  test('a name is taken once, and the second is told by whom', async () => {
    const one = await enter('one')
    const other = await enter('other')
    const held = await one.take(['fleet a', 'fleet b'])
    const refused = {
      code: 'already-running',
      message: expect.stringContaining('frota worker one'),
    }
    await expect(other.take(['fleet c', 'fleet b'])).rejects.toMatchObject(refused)
    // The server would give one session the same lock twice.
    await expect(one.take(['fleet a'])).rejects.toMatchObject(refused)
    // Nothing is kept of what was taken in vain.
    await using _ = await one.take(['fleet c'])
    await held[Symbol.asyncDispose]()
    await using both = await other.take(['fleet a', 'fleet b'])
    expect(both.lost.aborted).toBe(false)
  })

  test('a session that breaks comes back with its locks, and nobody lost anything', async () => {
    const one = await enter('one')
    const held = await one.take(['fleet a'])
    await killSession('one')
    await back('one')
    const other = await enter('other')
    await expect(other.take(['fleet a'])).rejects.toMatchObject({ code: 'already-running' })
    expect(held.lost.aborted).toBe(false)
  })

  test('who takes over ends the session of the one before, and that one hears of it', async () => {
    const frozen = await enter('frozen')
    const other = await enter('other')
    const before = await frozen.take(['fleet a'])
    const lost = new Promise((resolve) => {
      before.lost.addEventListener('abort', () => resolve(before.lost.reason), { once: true })
    })
    await using _ = await other.take(['fleet a'], { insteadOf: 'frozen' })
    expect(await lost).toMatchObject({
      code: 'already-running',
      message: expect.stringContaining('frota worker other'),
    })
    // It is there anew, for other work.
    await back('frozen')
    await using again = await frozen.take(['fleet b'])
    expect(again.lost.aborted).toBe(false)
  })

  test('whoever holds it by now is left alone when the one before is to be replaced', async () => {
    await using before = await enter('before')
    await using now = await enter('now')
    const held = await now.take(['fleet a'])
    const third = await enter('third')
    const taking = third.take(['fleet a'], { insteadOf: 'before' })
    await expect(taking).rejects.toMatchObject({ code: 'already-running' })
    expect(held.lost.aborted).toBe(false)
    expect(await third.gone(['before', 'now'])).toEqual([])
    void before
  })

  test('a frozen holder is gone from when its session is ended', async () => {
    const other = await enter('other')
    const thawed = Promise.withResolvers<void>()
    opened.defer(() => thawed.resolve())
    const frozen = await enter('frozen', { ...wallClock, sleep: () => thawed.promise })
    const held = await frozen.take(['fleet a'])
    await other.end('frozen')
    expect(await other.gone(['frozen'])).toEqual(['frozen'])
    await using _ = await other.take(['fleet a'])
    expect(held.lost.aborted).toBe(false)
    thawed.resolve()
    await back('frozen')
    expect(held.lost.aborted).toBe(true)
  })
})
