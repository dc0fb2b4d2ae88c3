/** What a process holds of a shared ledger: renewed by itself, lost to the next one, waited for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepLeases, LEASE_MS } from '../../src/app/ledger/keep-leases.ts'
import { sweepAmongOthersMs } from '../../src/app/run/drive-work.ts'
import { openLeaseStore, type LeaseStore } from '../../src/ledger/runs/leases.ts'
import { openLog } from '../../src/log.ts'
import { manualClock } from '../support/clock.ts'
import { ledgerForFile } from '../support/ledger-for-file.ts'

const RENEWED_MS = LEASE_MS / 2
/** Within which a dead process holds nothing any more: docs/workers.md. */
const FREE_MS_MAX = 15_000

const { database, db } = await ledgerForFile()
const store = openLeaseStore(db, LEASE_MS)

test('what a dead process had claimed is swept within the time that the documents promise', () => {
  expect(LEASE_MS + sweepAmongOthersMs(1)).toBeLessThan(FREE_MS_MAX)
})

describe('the leases of a process', () => {
  let opened: AsyncDisposableStack
  const clock = manualClock()

  beforeEach(() => {
    opened = new AsyncDisposableStack()
    return store.clear()
  })
  afterEach(() => opened.disposeAsync())

  /** `backs`: how often the ledger was there again. */
  async function enter(holder: string, given: LeaseStore = store) {
    let tell = (): void => undefined
    let backs = 0
    const leases = await keepLeases({
      store: given,
      who: { holder, command: 'worker' },
      clock,
      log: openLog('silent'),
      renews: true,
      onBroken: (told) => void (tell = told),
      onBack: () => void (backs += 1),
    })
    opened.use(leases)
    return { leases, broken: () => tell(), backs: () => backs }
  }

  async function runOut(): Promise<void> {
    await database.pool.query(`UPDATE frota.lease SET until = until - interval '1 minute'`)
  }

  /** Lets time pass until `isSo`; what answers is a database, which takes turns of its own. */
  async function passUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
    await expect
      .poll(async () => {
        await clock.advance(RENEWED_MS)
        return isSo()
      })
      .toBe(true)
  }

  test('a process is there while it renews, and gone once it has ended', async () => {
    const one = await enter('one')
    expect(await store.gone(['one', 'nobody'])).toEqual(['nobody'])
    await runOut()
    expect(await store.gone(['one'])).toEqual(['one'])
    await passUntil(async () => (await store.gone(['one'])).length === 0)
    await one.leases[Symbol.asyncDispose]()
    expect(await store.gone(['one'])).toEqual(['one'])
    expect(await store.executors()).toEqual([])
  })

  test('tell by how much the clock of this machine differs from the database', async () => {
    const { leases } = await enter('one')
    const apartMs = Math.abs((await store.nowMs()) - clock.now())
    expect(Math.abs((await leases.apartMs()) - apartMs)).toBeLessThan(60_000)
  })

  test('a name of another that lives is refused within a renewal, by who has it', async () => {
    const one = await enter('one')
    const other = await enter('other')
    await using held = await one.leases.take(['fleet a', 'fleet b'])
    let refusal: unknown
    void other.leases.take(['fleet c', 'fleet b']).catch((error: unknown) => (refusal = error))
    await passUntil(() => refusal !== undefined)
    expect(refusal).toMatchObject({
      code: 'already-running',
      message: expect.stringContaining('frota worker one'),
    })
    expect(await other.leases.tryTake('fleet a')).toBeUndefined()
    expect(await store.whoHas(['fleet c'])).toBeUndefined()
    expect(held.lost.aborted).toBe(false)
    await held[Symbol.asyncDispose]()
    await using both = await other.leases.take(['fleet a', 'fleet b'])
    expect(both.lost.aborted).toBe(false)
  })

  test('one that ended without a word is waited for', async () => {
    await store.take({ holder: 'killed', command: 'nightly' }, ['fleet a'])
    const { leases } = await enter('one')
    let has = false
    const taking = leases.take(['fleet a']).then((lease) => {
      has = true
      return lease
    })
    await passUntil(async () => {
      await database.pool.query(
        `UPDATE frota.lease SET until = frota.ledger_now() WHERE holder = 'killed'
           AND until > frota.ledger_now()`,
      )
      return has
    })
    expect((await taking).epoch).toBeGreaterThan(0n)
  })

  test('one that wakes after its lease ran out hears that another has it, and is there anew', async () => {
    const one = await enter('one')
    const lease = await one.leases.take(['schedules'])
    const kept = await one.leases.take(['fleet a'])
    await runOut()
    const other = await enter('other')
    const taken = await other.leases.tryTake('schedules')
    expect(taken?.epoch).toBeGreaterThan(lease.epoch)
    await passUntil(() => lease.lost.aborted)
    expect(lease.lost.reason).toMatchObject({
      code: 'already-running',
      message: expect.stringContaining('frota worker other'),
    })
    // Nobody took the other one.
    expect(kept.lost.aborted).toBe(false)
    expect(await store.gone(['one'])).toEqual([])
    await lease[Symbol.asyncDispose]()
    expect(await store.whoHas(['schedules'])).toMatchObject({ holder: 'other' })
  })

  test('what could not be given back runs out, and is had again', async () => {
    const release: LeaseStore['release'] = async () => {
      throw new Error('connection refused')
    }
    const { leases } = await enter('one', { ...store, release })
    const lease = await leases.take(['fleet a'])
    await lease[Symbol.asyncDispose]()
    await runOut()
    await clock.advance(60_000)
    expect(await store.whoHas(['fleet a'])).toBeUndefined()
    await using again = await leases.take(['fleet a'])
    expect(again.epoch).toBeGreaterThan(lease.epoch)
  })

  test('a ledger that was out of reach is told when it answers, once, and nothing is lost', async () => {
    let away = false
    const renew: LeaseStore['renew'] = async (holder, names) => {
      if (away) throw new Error('connection refused')
      return store.renew(holder, names)
    }
    const { leases, broken, backs } = await enter('one', { ...store, renew })
    await using lease = await leases.take(['schedules'])
    away = true
    broken()
    await clock.advance(60_000)
    expect(backs()).toBe(0)
    away = false
    await passUntil(() => backs() === 1)
    await clock.advance(60_000)
    expect(backs()).toBe(1)
    expect(lease.lost.aborted).toBe(false)
  })

  test('a connection that broke for a moment is noticed before the next renewal', async () => {
    const { broken, backs } = await enter('one')
    broken()
    // Far less than a renewal takes.
    await clock.advance(600)
    await expect.poll(backs).toBe(1)
  })
})
