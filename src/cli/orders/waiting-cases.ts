/**
 * Everything of a fleet that only a person moves on: effects, and orders with a gate that is shut
 * for good.
 */
import type { Stores } from '../../../jobs/tools.ts'
import type { Pool } from '../../database/pool.ts'
import { heldEffects } from '../../ledger/effects-held.ts'
import { openLedgerDb } from '../../ledger/tx.ts'
import { isMismatch } from '../../reconciliation/orders/order-reasons.ts'
import { waitsForPerson } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { CaseKind } from '../../reconciliation/orders/resolving/resolve-choices.ts'

export interface WaitingCase {
  /** Of the effect, or of the order. */
  readonly id: string
  readonly plate: string
  readonly kind: CaseKind
  readonly reason: string
  readonly since: Date
}

const CASES_MAX = 10_000

export async function waitingCases(
  pool: Pool,
  stores: Pick<Stores, 'orders'>,
  fleetId: string,
): Promise<WaitingCase[]> {
  const held = await heldEffects(openLedgerDb(pool), fleetId, CASES_MAX)
  const effects = held
    .filter(({ state }) => waitsForPerson(state))
    .map(({ id, plate, kind, state, reason, since }) => {
      return { id, plate, kind, reason: reason ?? state, since }
    })
  const orders = await stores.orders.list(fleetId, CASES_MAX)
  // What the effect of an order says is said once.
  const spokenOf = new Set(effects.filter(({ kind }) => kind === 'order').map(({ plate }) => plate))
  const gates = orders.flatMap(({ id, plate, gateReason, standing, createdAt }) => {
    if (standing === 'dead' || !isMismatch(gateReason) || spokenOf.has(plate)) return []
    return [{ id, plate, kind: 'gate' as const, reason: gateReason, since: createdAt }]
  })
  return [...effects, ...gates]
}
