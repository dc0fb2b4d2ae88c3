/**
 * The at-most-once engine's tools: intents that nobody holds any more are put in doubt, and with
 * the embedded database the intent journal stands in for the durability that a server's commit has.
 */
import type { Tools } from '../../../jobs/tools.ts'
import type { Clock } from '../../clock.ts'
import { openJournal } from '../../database/journal.ts'
import { lookUpLadder } from '../../effects/look-up-ladder.ts'
import { recoverEffects } from '../../effects/recover-effects.ts'
import { recoverSlots } from '../../effects/recover-slots.ts'
import type { EffectTools } from '../../effects/tools.ts'
import { appendAudit, FROTA_ITSELF } from '../../ledger/audit.ts'
import type { Restored } from '../../ledger/effects.ts'
import { openLedgerAge } from '../../ledger/ledger-age.ts'
import { openMoneyBlockStore } from '../../ledger/money-blocks.ts'
import { openLedgerDb } from '../../ledger/tx.ts'
import type { Log } from '../../log.ts'
import { readAllOrders } from '../../reconciliation/orders/placing/read-all-orders.ts'
import type { OrderStatuses } from '../../reconciliation/orders/following/order-statuses.ts'
import { openMoneyGate } from './money-gate.ts'
import type { MoneyGate } from './money-gate.ts'
import type { OpenLedger } from './open-ledger.ts'

export interface OpenEffects {
  readonly effects: EffectTools
  readonly money: MoneyGate
}

interface Given {
  readonly dataDir: string
  readonly clock: Clock
  readonly gate: EffectTools['gate']
  readonly scale: number
  readonly log: Log
  readonly client: Tools['client']
  readonly accountId: string
  readonly statuses: OrderStatuses
  readonly zone: string
}

/** A job is added only when a slot is free, so the wait for one is short. */
const SLOT_WAIT_MS_MAX = 30_000

/** A server's commit is durable: what was committed there is never older than what was sent. */
const FREE: MoneyGate = { blocked: () => undefined, upkeep: () => Promise.resolve() }

export async function openEffects(
  ledger: OpenLedger,
  opening: AsyncDisposableStack,
  given: Given,
): Promise<OpenEffects> {
  const { clock, gate, scale, log, dataDir } = given
  const { database, stores, presence } = ledger
  const embedded = database.engine === 'pglite'
  const journal = embedded ? opening.use(await openJournal(dataDir)) : null
  const ladder = lookUpLadder(scale)
  const store = stores.effects
  // The directory's lock says that nobody else works on this; on a server each holder's own does.
  const found = await recoverEffects(
    { store, journal, ladder, goneOf: (holders) => presence.gone(holders) },
    embedded,
  )
  log.info({ count: found.doubted + found.restored, state: 'in-doubt' }, 'effects recovered')
  if (journal !== null) {
    const nowMs = clock.now()
    const slots = { journal, quota: ledger.quota, nowMs, holder: presence.holder }
    log.info({ count: await recoverSlots(slots) }, 'slots recovered from the journal')
  }
  const money = journal === null ? FREE : await moneyGate(ledger, given, journal, found)
  const { holder } = presence
  const blocked: MoneyGate['blocked'] = (kind) => money.blocked(kind)
  const waiting = { ladder, slotWaitMsMax: SLOT_WAIT_MS_MAX, blocked }
  return { effects: { store, gate, journal, clock, holder, ...waiting }, money }
}

function moneyGate(
  { database, stores }: OpenLedger,
  given: Given,
  journal: Parameters<typeof openMoneyGate>[0]['journal'],
  found: Restored,
): Promise<MoneyGate> {
  const { clock, log } = given
  const db = openLedgerDb(database.pool)
  return openMoneyGate({
    journal,
    age: openLedgerAge(db),
    blocks: openMoneyBlockStore(db),
    clock,
    log,
    found,
    readAll: (onPage, signal) =>
      readAllOrders(
        { ...given, ...stores },
        { onPage, ...(signal === undefined ? {} : { signal }) },
      ),
    tell: (what, { why, ordersRead, ordersRecorded, ordersForeign }) =>
      stores.orders.transaction(async (tx) => {
        const facts = { why, ordersRead, ordersRecorded, ordersForeign }
        const at = new Date(clock.now())
        await appendAudit(tx, { at, actor: FROTA_ITSELF, what, subject: {}, facts })
      }),
  })
}
