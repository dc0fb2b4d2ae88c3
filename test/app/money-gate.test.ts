import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMoneyGate, type MoneyGate, type MoneyGateTools } from '../../src/app/run/money-gate.ts'
import { openJournal, type Journal } from '../../src/database/journal.ts'
import { lastCheckpoint } from '../../src/effects/journal-checkpoint.ts'
import { Failure } from '../../src/failure.ts'
import type { MoneyBlock, MoneyBlockStore } from '../../src/ledger/effects/money-blocks.ts'
import { manualClock } from '../support/clock.ts'
import { folderForTest } from '../support/for-file.ts'
import { openLog } from '../../src/log.ts'

const nobody = { read: 2, known: 1, over: 0, left: 0, taken: 1, foreign: 0, strange: 0 }
const silent = openLog('silent')

/** The blocks as the ledger keeps them. */
function blocksInMemory(): MoneyBlockStore & { all: MoneyBlock[] } {
  const all: MoneyBlock[] = []
  const change = async (id: string, set: Partial<MoneyBlock>): Promise<void> => {
    const at = all.findIndex((block) => block.id === id)
    const block = all[at]
    if (block !== undefined) all[at] = { ...block, ...set }
  }
  const current = async () => all.find(({ clearedAt }) => clearedAt === null)
  return {
    all,
    current,
    list: async (limit) => all.toReversed().slice(0, limit),
    open: async (why, since) => {
      const counts = { tries: 0, ordersRead: 0, ordersRecorded: 0, ordersForeign: 0 }
      const none = { triedAt: null, problem: null, clearedAt: null }
      all.push({ id: String(all.length), why, since, ...counts, ...none })
      return (await current()) as MoneyBlock
    },
    begin: (id, triedAt) => change(id, { triedAt, problem: null }),
    note: change,
    fail: (id, problem) => change(id, { problem }),
    clear: (id, clearedAt) => change(id, { clearedAt, problem: null }),
  }
}

let journal: Journal
const clock = manualClock()
const blocks = { store: blocksInMemory() }
const told: string[] = []

beforeEach(async () => {
  journal = await openJournal(folderForTest('money'))
  blocks.store = blocksInMemory()
  told.length = 0
})
afterEach(() => journal.close())

const gate = (given: Partial<MoneyGateTools> = {}): Promise<MoneyGate> =>
  openMoneyGate({
    journal,
    age: { newestEvent: async () => 40n, settled: async () => new Set() },
    blocks: blocks.store,
    clock,
    log: silent,
    found: { restored: 0, unknown: [] },
    readAll: async (onPage) => {
      await onPage(nobody)
      return nobody
    },
    tell: async (what) => void told.push(what),
    ...given,
  })
const unknown = { restored: 0, unknown: ['gone'] }

describe('a ledger as new as its journal', () => {
  test('lets money leave, and marks the journal once', async () => {
    const money = await gate()
    expect(money.blocked('order')).toBeUndefined()
    expect(lastCheckpoint(await journal.readAll())).toBe(40n)
    expect(told).toEqual([])
  })

  test('a backup from before that mark is noticed, although all its effects were over', async () => {
    await gate()
    const older = { newestEvent: async () => 39n, settled: async () => new Set<string>() }
    expect((await gate({ age: older })).blocked('order')).toMatch(/older/)
    expect(blocks.store.all).toMatchObject([{ why: 'older-ledger' }])
  })
})

describe('an older ledger', () => {
  test('keeps money in, and nothing else, until all orders were read', async () => {
    await journal.append({ effectId: 'gone', epoch: 1 })
    const money = await gate({ found: unknown })
    expect(money.blocked('order')).toBeDefined()
    expect([money.blocked('register'), money.blocked('consult')]).toEqual([undefined, undefined])
    await money.upkeep()
    expect(money.blocked('order')).toBeUndefined()
    expect(await journal.readAll()).toEqual([{ checkpoint: '40' }])
    expect(blocks.store.all).toMatchObject([{ ordersRead: 2, ordersRecorded: 1, problem: null }])
    expect(told).toEqual(['money-blocked', 'money-freed'])
  })

  test('stays blocked while the service is away, says why, and is tried again', async () => {
    let away = true
    const money = await gate({
      found: unknown,
      readAll: async () => {
        if (away) throw new Failure('service-unreachable', { pt: 'away', en: 'away' })
        return nobody
      },
    })
    await money.upkeep()
    away = false
    await money.upkeep()
    expect(money.blocked('order')).toBeDefined()
    expect(blocks.store.all).toMatchObject([{ problem: 'service-unreachable', clearedAt: null }])
    await clock.advance(60_000)
    await money.upkeep()
    expect(money.blocked('order')).toBeUndefined()
  })

  test('ends the run when no further work survives the failure', async () => {
    const failure = new Failure('wrong-service', {
      pt: 'its next page is on another machine',
      en: 'its next page is on another machine',
    })
    const money = await gate({ found: unknown, readAll: () => Promise.reject(failure) })
    await expect(money.upkeep()).rejects.toBe(failure)
    expect(money.blocked('order')).toBeDefined()
  })

  test('a stop in the middle proves nothing', async () => {
    const stop = new AbortController()
    const money = await gate({
      found: unknown,
      readAll: async (_onPage, signal) => {
        stop.abort()
        signal?.throwIfAborted()
        return nobody
      },
    })
    await money.upkeep(stop.signal)
    expect(money.blocked('order')).toBeDefined()
    expect(told).toEqual(['money-blocked'])
  })

  test('killed after the journal and before the ledger, money is free at the next start', async () => {
    const money = await gate({
      found: unknown,
      blocks: { ...blocks.store, clear: () => Promise.reject(new Error('killed')) },
    })
    await expect(money.upkeep()).rejects.toThrow('killed')
    expect((await gate()).blocked('order')).toBeUndefined()
    expect(await blocks.store.current()).toBeUndefined()
    expect(told).toEqual(['money-blocked', 'money-freed'])
  })

  test('is not blocked twice by two starts before the reading', async () => {
    await gate({ found: unknown })
    await gate({ found: unknown })
    expect(blocks.store.all).toHaveLength(1)
    expect(told).toEqual(['money-blocked'])
  })

  test('a backup that was restored keeps money in until all orders were read', async () => {
    await blocks.store.open('restored-backup', new Date(0))
    const money = await gate()
    expect(money.blocked('order')).toMatch(/older/)
    await money.upkeep()
    expect(money.blocked('order')).toBeUndefined()
  })

  test('keeps what only its journal knows until then, and the intents of others after', async () => {
    for (const effectId of ['gone', 'alive']) await journal.append({ effectId, epoch: 1 })
    const money = await gate({ found: unknown })
    expect(await journal.readAll()).toHaveLength(2)
    await money.upkeep()
    expect(await journal.readAll()).toEqual([{ effectId: 'alive', epoch: 1 }, { checkpoint: '40' }])
  })

  test('is told as it was freed, with what was read', async () => {
    const freed: MoneyBlock[] = []
    const tell: MoneyGateTools['tell'] = async (_, block) => void freed.push(block)
    await (await gate({ found: unknown, tell })).upkeep()
    expect(freed).toMatchObject([
      { clearedAt: null },
      { ordersRead: 2, clearedAt: expect.any(Date) },
    ])
  })

  test('is read again a minute after a failed reading, and not a millisecond before', async () => {
    let tries = 0
    const readAll = async () => {
      tries += 1
      throw new Failure('service-unreachable', { pt: 'away', en: 'away' })
    }
    const money = await gate({ found: unknown, readAll })
    const triesAfter = async (ms: number): Promise<number> => {
      await clock.advance(ms)
      await money.upkeep()
      return tries
    }
    expect(await triesAfter(0)).toBe(1)
    expect([await triesAfter(59_999), await triesAfter(1)]).toEqual([1, 2])
  })

  test('an error that nobody expects is not taken for a service that is away', async () => {
    const money = await gate({
      found: unknown,
      readAll: () => Promise.reject(new TypeError('bug')),
    })
    await expect(money.upkeep()).rejects.toThrow('bug')
    expect(money.blocked('order')).toBeDefined()
  })
})

describe('on a server, where there is no journal', () => {
  test('money is free once another worker has read all orders', async () => {
    await blocks.store.open('restored-backup', new Date(0))
    const readAll = () => Promise.reject(new Error('read by another worker'))
    const money = await gate({ journal: null, readAll })
    expect(money.blocked('order')).toBeDefined()
    await blocks.store.clear('0', new Date(1))
    await money.upkeep()
    expect(money.blocked('order')).toBeUndefined()
    await blocks.store.open('restored-backup', new Date(2))
    await money.upkeep()
    expect(money.blocked('order')).toBeUndefined()
  })
})

test('a journal of four megabytes is rewritten, at most every ten minutes', async () => {
  let bytes = 4 * 1024 * 1024 - 1
  let rewritten = 0
  const counted: MoneyGateTools['journal'] = {
    append: (record) => journal.append(record),
    readAll: async () => [{ checkpoint: '40' }],
    rewrite: async () => void (rewritten += 1),
    bytes: () => bytes,
  }
  const money = await gate({ journal: counted })
  const rewrittenAfter = async (ms: number): Promise<number> => {
    await clock.advance(ms)
    await money.upkeep()
    return rewritten
  }
  expect(await rewrittenAfter(600_000)).toBe(0)
  bytes += 1
  expect([await rewrittenAfter(0), await rewrittenAfter(599_999), await rewrittenAfter(1)]).toEqual(
    [1, 1, 2],
  )
})

test('money is not looked at again while nothing is blocked', async () => {
  const money = await gate({ readAll: () => Promise.reject(new Error('all orders were read')) })
  await money.upkeep()
  expect(money.blocked('order')).toBeUndefined()
})
