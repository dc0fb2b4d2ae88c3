/**
 * The parts that all accounts of one process share on an embedded ledger: the intent journal, one
 * recovery at the start, before anything is sent, and one money gate, which opens when the orders
 * of all accounts were read.
 */
import type { Stores } from '../../../jobs/tools.ts'
import type { Clock } from '../../clock.ts'
import { openJournal } from '../../database/journal.ts'
import { lookUpDelays } from '../../effects/look-up-delays.ts'
import { recoverEffects } from '../../effects/recover-effects.ts'
import { recoverSlots } from '../../effects/recover-slots.ts'
import { Failure } from '../../failure.ts'
import { appendAudit, FROTA_ITSELF } from '../../ledger/audit/audit.ts'
import { openLedgerAge } from '../../ledger/effects/ledger-age.ts'
import { openMoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { Log } from '../../log.ts'
import { openMoneyGate, OTHER_ACCOUNTS, type MoneyGate, type MoneyGateTools } from './money-gate.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export type ReadOrders = MoneyGateTools['readAll']

export interface GroundGiven {
  readonly dataDir: string
  readonly clock: Clock
  /** Factor of waits, 1 or less. */
  readonly scale: number
  readonly log: Log
  /** All accounts of this ledger: blocked money waits for the orders of all of them. */
  readonly accounts: ReadonlySet<string>
}

type Ledger = Pick<OpenLedger, 'database' | 'leases' | 'quota' | 'atWork'> & {
  readonly stores: Pick<Stores, 'effects' | 'orders'>
}

export type SharedParts = Awaited<ReturnType<typeof openSharedParts>>

export async function openSharedParts(ledger: Ledger, given: GroundGiven) {
  const { clock, scale, log, dataDir } = given
  const { database, stores, leases, atWork } = ledger
  const { holder } = leases
  const embedded = database.engine === 'pglite'
  await using opening = new AsyncDisposableStack()
  // Null with a database server, whose commit is durable.
  const journal = embedded ? opening.use(await openJournal(dataDir)) : null
  const delays = lookUpDelays(scale)
  const store = stores.effects
  // Embedded: by the directory's lock this process is alone. Server: leases tell who is gone.
  const found = await recoverEffects(
    { store, journal, delays, goneOf: leases.gone, own: { holder, atWork } },
    embedded,
  )
  log.info({ count: found.doubted + found.restored, state: 'in-doubt' }, 'effects recovered')
  const readers = new Map<string, ReadOrders>()
  if (journal !== null) {
    const slots = { journal, quota: ledger.quota, nowMs: clock.now(), holder }
    log.info({ count: await recoverSlots(slots) }, 'slots recovered from the journal')
  }
  const blocks = openMoneyBlockStore(openLedgerDb(database.pool))
  const readAll: ReadOrders = (onPage, signal) => readOrders(readers, onPage, signal)
  const gate = await openMoneyGate({ ...moneyTools(ledger, given), journal, found, readAll })
  const areAllThere = (): boolean => [...given.accounts].every((each) => readers.has(each))
  const money = patient(gate, areAllThere, async () => {
    const block = await blocks.current()
    if (block !== undefined) await blocks.fail(block.id, OTHER_ACCOUNTS)
  })
  const closing = opening.move()
  return {
    journal,
    money,
    /** Registers how to read an account's orders; returns the function that ends that. */
    join: (accountId: string, read: ReadOrders): (() => void) => {
      readers.set(accountId, given.accounts.size > 1 ? apart(read) : read)
      return () => void readers.delete(accountId)
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** Notes once that orders cannot be read now, which keeps the money of all accounts blocked. */
function patient(
  gate: MoneyGate,
  areAllThere: () => boolean,
  note: () => Promise<void>,
): MoneyGate {
  let isNoted = false
  return {
    blocked: (kind) => gate.blocked(kind),
    upkeep: async (signal) => {
      if (gate.blocked('order') === undefined || areAllThere()) return gate.upkeep(signal)
      if (!isNoted) await note()
      isNoted = true
    },
  }
}

/** A failure of one account must not end the work of another whose turn it was to read. */
function apart(read: ReadOrders): ReadOrders {
  return async (onPage, signal) => {
    try {
      return await read(onPage, signal)
    } catch (cause) {
      if (!(cause instanceof Failure) || cause.recovery !== 'stop') throw cause
      throw new Failure('service-refused', cause.sentence, { cause })
    }
  }
}

/** Reads one account after the other and counts the orders of all of them. */
async function readOrders(
  readers: ReadonlyMap<string, ReadOrders>,
  onPage: Parameters<ReadOrders>[0],
  signal: AbortSignal | undefined,
): ReturnType<ReadOrders> {
  let so = { read: 0, known: 0, over: 0, left: 0, taken: 0, foreign: 0, strange: 0 }
  for (const read of readers.values()) {
    const before = so
    const add = (page: typeof so): typeof so => ({
      read: before.read + page.read,
      known: before.known + page.known,
      over: before.over + page.over,
      left: before.left + page.left,
      taken: before.taken + page.taken,
      foreign: before.foreign + page.foreign,
      strange: before.strange + page.strange,
    })
    so = add(await read((page) => onPage(add(page)), signal))
  }
  return so
}

function moneyTools({ database, stores }: Ledger, { clock, log }: GroundGiven) {
  const db = openLedgerDb(database.pool)
  const tell: MoneyGateTools['tell'] = (what, block) =>
    stores.orders.transaction(async (tx) => {
      const { why, ordersRead, ordersRecorded, ordersForeign } = block
      const facts = { why, ordersRead, ordersRecorded, ordersForeign }
      const at = new Date(clock.now())
      await appendAudit(tx, { at, actor: FROTA_ITSELF, what, subject: {}, facts })
    })
  return { age: openLedgerAge(db), blocks: openMoneyBlockStore(db), clock, log, tell }
}
