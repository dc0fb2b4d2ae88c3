/** Several accounts on one embedded ledger: money that is blocked waits for the orders of all. */
import { expect, test } from 'vitest'
import { openSharedParts } from '../../src/app/run/shared-parts.ts'
import type { ReadOrders } from '../../src/app/run/shared-parts.ts'
import { OTHER_ACCOUNTS } from '../../src/app/run/money-gate.ts'
import { openJournal } from '../../src/database/journal.ts'
import { Failure } from '../../src/failure.ts'
import { EffectsAtWork } from '../../src/effects/effects-at-work.ts'
import { openEffectStore } from '../../src/ledger/effects/effects-sql.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openMoneyBlockStore } from '../../src/ledger/effects/money-blocks.ts'
import { openOrderStore } from '../../src/ledger/orders/orders-sql.ts'
import { openQuotaLedger } from '../../src/ledger/quota/quota-sql.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { openLog } from '../../src/log.ts'
import { systemRandom } from '../../src/random.ts'
import { manualClock } from '../support/clock.ts'
import { openTestDatabase } from '../support/database.ts'
import { folderForFile, forFile } from '../support/for-file.ts'
import { loneLeases } from '../support/lone-leases.ts'

const MINUTE_MS = 60_000
const PAGE = { read: 2, known: 2, over: 0, left: 0, taken: 0, foreign: 0, strange: 0 }
const clock = manualClock()
const dataDir = await folderForFile('shared')
{
  await using journal = await openJournal(dataDir)
  // The ledger never heard of it, so it is an older one that was put back.
  await journal.append({ effectId: systemRandom.uuid(), epoch: 1, bodyHash: 'x' })
}
// An intent journal is an embedded ledger's.
const database = await forFile(
  openTestDatabase({ migrations: [ledgerMigrations], engine: 'pglite' }),
)
const db = openLedgerDb(database.pool)
const shared = await forFile(
  openSharedParts(
    {
      database,
      leases: loneLeases('host/1/1'),
      atWork: new EffectsAtWork(),
      quota: openQuotaLedger(database.pool),
      stores: { effects: openEffectStore(db), orders: openOrderStore(db) },
    },
    { dataDir, clock, scale: 1, log: openLog('silent'), accounts: new Set(['a', 'b']) },
  ),
)

const asked: string[] = []
const reads =
  (account: string): ReadOrders =>
  async (onPage) => {
    asked.push(account)
    await onPage(PAGE)
    return PAGE
  }
const isBlocked = (): boolean => shared.money.blocked('order') !== undefined
const blocks = openMoneyBlockStore(db)

test('until all accounts are there, and every one of them was read', async () => {
  expect(isBlocked()).toBe(true)
  shared.join('a', reads('a'))
  await shared.money.upkeep()
  expect({ asked, blocked: isBlocked() }).toEqual({ asked: [], blocked: true })
  expect(await blocks.current()).toMatchObject({ problem: OTHER_ACCOUNTS, tries: 0 })

  const leave = shared.join('b', () =>
    Promise.reject(new Failure('wrong-key', { pt: 'no key', en: 'no key' })),
  )
  await shared.money.upkeep()
  expect({ asked: asked.splice(0), blocked: isBlocked() }).toEqual({ asked: ['a'], blocked: true })
  expect(await blocks.current()).toMatchObject({ problem: 'service-refused', tries: 1 })

  leave()
  await clock.advance(MINUTE_MS)
  await shared.money.upkeep()
  expect({ asked, blocked: isBlocked() }).toEqual({ asked: [], blocked: true })

  shared.join('b', reads('b'))
  await shared.money.upkeep()
  expect({ asked, blocked: isBlocked() }).toEqual({ asked: ['a', 'b'], blocked: false })
  expect(await blocks.list(1)).toMatchObject([{ ordersRead: 4, problem: null }])
})
