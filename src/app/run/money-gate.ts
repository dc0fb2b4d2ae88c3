/**
 * Whether this process may send orders. A ledger that is older than its intent journal (a backup
 * was restored, or a disk lost writes) may lack orders, so every order of the account is read and
 * stored first; then the journal is rewritten with a checkpoint of the ledger's newest event. On a
 * server there is no journal, and `frota restore` says that a backup was restored.
 */
import type { Clock } from '../../clock.ts'
import type { Journal, JournalRecord } from '../../database/journal.ts'
import {
  journaledEffects,
  keptRecords,
  lastCheckpoint,
  olderThanJournal,
} from '../../effects/journal-checkpoint.ts'
import { Failure } from '../../failure.ts'
import type { Restored, SentKind } from '../../ledger/effects/effects.ts'
import type { LedgerAge } from '../../ledger/effects/ledger-age.ts'
import type { MoneyBlock, MoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import type { Log } from '../../log.ts'
import type { AllOrders } from '../../reconciliation/orders/placing/read-all-orders.ts'

export interface MoneyGate {
  /** Why no effect of this kind may be sent now. */
  blocked(kind: SentKind): string | undefined
  /**
   * Reads all orders while money is blocked, and keeps the journal small. A failure that only keeps
   * money blocked is noted and tried again; throws a Failure that must end the run.
   */
  upkeep(signal?: AbortSignal): Promise<void>
}

/** Problem of a block that also waits for other accounts' orders; `frota status` has the cure. */
export const OTHER_ACCOUNTS = 'other-accounts'

export interface MoneyGateTools {
  /** Null with a database server. */
  readonly journal: Pick<Journal, 'append' | 'readAll' | 'rewrite' | 'bytes'> | null
  readonly age: LedgerAge
  readonly blocks: MoneyBlockStore
  readonly clock: Clock
  readonly log: Log
  /** What the recovery at this start restored, and which effects the ledger does not know. */
  readonly found: Restored
  readAll(
    onPage: (so: AllOrders) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<AllOrders>
  /** Notes in the audit log that money is blocked, or free again. */
  tell(what: 'money-blocked' | 'money-freed', block: MoneyBlock): Promise<void>
}

/** An unfinished full read is tried again, not at every sweep. */
const RETRY_MS = 60_000
/** An effect that ended so long ago is on the disk, whatever the system keeps in memory. */
const SETTLED_MS = 3_600_000
/** A journal above this is rewritten; unfinished intents take far less. */
export const JOURNAL_REWRITE_BYTES = 4 * 1024 * 1024
/** The journal is not rewritten more often than this, even if it stays large. */
const COMPACT_EVERY_MS = 600_000

const STALE = 'the ledger is older than its intent journal: all orders are read first'

export async function openMoneyGate(tools: MoneyGateTools): Promise<MoneyGate> {
  const { journal, age, blocks, clock } = tools
  const records = (await journal?.readAll()) ?? []
  const why = olderThanJournal({
    ...tools.found,
    newestEvent: await age.newestEvent(),
    checkpoint: lastCheckpoint(records),
  })
  let block = await blocks.current()
  if (why === undefined && block !== undefined && block.why !== 'restored-backup') {
    // A process was killed after it rewrote the journal and before it cleared the block.
    await free(tools, block)
    block = undefined
  } else if (why !== undefined && block === undefined) {
    block = await blocks.open(why, new Date(clock.now()))
    tools.log.warn({ state: why }, 'money is blocked until all orders were read')
    await tools.tell('money-blocked', block)
  }
  // A journal of an earlier version has no checkpoint, so a restored backup might go unnoticed.
  if (block === undefined && lastCheckpoint(records) === undefined) await rewrite(tools, new Set())
  return gateOf(tools, block)
}

function gateOf(tools: MoneyGateTools, first: MoneyBlock | undefined): MoneyGate {
  const { clock, journal, blocks } = tools
  let block = first
  let triedAtMs: number | undefined
  let compactedAtMs = clock.uptime()
  return {
    blocked: (kind) => (block !== undefined && kind === 'order' ? STALE : undefined),
    upkeep: async (signal) => {
      const nowMs = clock.uptime()
      // Another worker of a server may have read all orders meanwhile.
      if (block !== undefined && journal === null) block = await blocks.current()
      if (block !== undefined) {
        if (triedAtMs !== undefined && nowMs - triedAtMs < RETRY_MS) return
        triedAtMs = nowMs
        if (await readAll(tools, block, signal)) block = undefined
        return
      }
      if (
        journal === null ||
        journal.bytes() < JOURNAL_REWRITE_BYTES ||
        nowMs - compactedAtMs < COMPACT_EVERY_MS
      )
        return
      compactedAtMs = nowMs
      await rewrite(tools, new Set())
    },
  }
}

/** Reads all orders; true once money is free. */
async function readAll(tools: MoneyGateTools, block: MoneyBlock, signal: AbortSignal | undefined) {
  const { blocks, clock, log } = tools
  await blocks.begin(block.id, new Date(clock.now()))
  try {
    await tools.readAll((so) => notePage(tools, block, so), signal)
  } catch (error) {
    if (signal?.aborted === true) return false
    if (!(error instanceof Failure)) throw error
    await blocks.fail(block.id, error.code)
    log.warn({ code: error.code }, 'money stays blocked: not all orders could be read')
    if (error.recovery === 'stop') throw error
    return false
  }
  // All orders are stored now, so the effects that only the journal knew may leave it.
  await rewrite(tools, new Set(tools.found.unknown))
  await free(tools, block)
  return true
}

async function notePage({ blocks, log }: MoneyGateTools, block: MoneyBlock, so: AllOrders) {
  const { read, taken, foreign } = so
  await blocks.note(block.id, { ordersRead: read, ordersRecorded: taken, ordersForeign: foreign })
  log.info({ count: read, state: block.why }, 'orders read to free money')
}

async function free(tools: MoneyGateTools, block: MoneyBlock): Promise<void> {
  const { blocks, clock, log } = tools
  await blocks.clear(block.id, new Date(clock.now()))
  const cleared = (await blocks.list(1)).find(({ id }) => id === block.id) ?? block
  log.warn({ state: block.why }, 'money is free again')
  await tools.tell('money-freed', cleared)
}

async function rewrite({ journal, age }: MoneyGateTools, accounted: ReadonlySet<string>) {
  await journal?.rewrite(async (records): Promise<JournalRecord[]> => {
    const settled = await age.settled(journaledEffects(records), SETTLED_MS)
    return keptRecords(records, { settled, accounted }, await age.newestEvent())
  })
}
