/** Debts and the items of answers in memory. */
import type { AnswerChanges, Debt, ItemOfDebt } from '../../../src/ledger/debts/debts.ts'
import type { DebtStore } from '../../../src/ledger/debts/debts-sql.ts'
import type { Rows } from './rows.ts'
import { partOf } from './tables.ts'

export const itemKey = (consultationId: string, itemId: string): string =>
  `${consultationId} ${itemId}`

export function memoryDebts(rows: Rows): DebtStore {
  const { debts, items } = rows
  return partOf<DebtStore>('debts', {
    // Transactions of a simulation follow one another: nothing is to be locked.
    lockVehicles: async () => undefined,
    ofVehicle: async (vehicleId) =>
      debts.where((debt) => debt.vehicleId === vehicleId).toSorted(byIdentity),
    ofVehicles: async (vehicleIds) => {
      const known = debts.where((debt) => vehicleIds.includes(debt.vehicleId))
      return Map.groupBy(known.toSorted(byIdentity), ({ vehicleId }) => vehicleId)
    },
    apply: async (all) => {
      for (const changes of all) apply(rows, changes)
    },
    shown: async (vehicleIds) => {
      const shown = items.where((item) => {
        const debt = debts.get(item.debtId)
        return debt?.shown === true && debt.lastConsultationId === item.consultationId
      })
      return shown
        .flatMap(({ itemId, position, dependsOn, dependsOnDescription, change, debtId }) => {
          const debt = debts.get(debtId)
          if (debt === undefined || !vehicleIds.includes(debt.vehicleId)) return []
          return [{ ...debt, itemId, position, dependsOn, dependsOnDescription, change }]
        })
        .toSorted((a, b) => compare(a.vehicleId, b.vehicleId) || a.position - b.position)
    },
    move: async ({ ids, from, to, at }) => {
      const moved = debts
        .where(({ id, state }) => ids.includes(id) && from.includes(state) && state !== to)
        .map(({ id }) => id)
        .toSorted()
      for (const id of moved) debts.patch(id, { state: to, stateSince: at })
      return moved
    },
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function byIdentity(a: Debt, b: Debt): number {
  const due = compare(a.dueDate ?? '9999', b.dueDate ?? '9999')
  return due || compare(a.fingerprint, b.fingerprint) || a.ordinal - b.ordinal
}

function apply(rows: Rows, changes: AnswerChanges): void {
  const { debts, items } = rows
  const { consultationId, at } = changes
  for (const item of changes.items.toSorted((a, b) => a.position - b.position)) {
    const debtId = upsert(rows, changes, item)
    items.put(itemKey(consultationId, item.itemId), { ...item, consultationId, debtId })
  }
  for (const { id, toState } of changes.missing) {
    const debt = debts.get(id)
    if (debt === undefined || !debt.shown) continue
    const stateSince = debt.state === toState ? debt.stateSince : at
    debts.patch(id, { shown: false, state: toState, stateSince })
  }
}

/** Every insert takes an id, as a sequence does in the database, whether the row is new or not. */
function upsert(rows: Rows, changes: AnswerChanges, item: ItemOfDebt): string {
  const { vehicleId, consultationId, at } = changes
  const fresh = rows.id()
  const known = rows.debts
    .where((debt) => debt.vehicleId === vehicleId && debt.fingerprint === item.fingerprint)
    .find((debt) => debt.ordinal === item.ordinal)
  const { description, isPayable, amountCents, toState: state } = item
  const seen = { description, isPayable, amountCents, shown: true, lastSeenAt: at, state }
  if (known !== undefined) {
    rows.debts.patch(known.id, {
      ...seen,
      previousAmountCents:
        known.amountCents === amountCents ? known.previousAmountCents : known.amountCents,
      stateSince: known.state === state ? known.stateSince : at,
      lastConsultationId: consultationId,
    })
    return known.id
  }
  const { fingerprint, ordinal, kind, group, year, dueDate } = item
  rows.debts.put(fresh, {
    ...seen,
    id: fresh,
    vehicleId,
    fingerprint,
    ordinal,
    kind,
    group,
    year,
    dueDate,
    previousAmountCents: null,
    stateSince: at,
    firstSeenAt: at,
    firstConsultationId: consultationId,
    lastConsultationId: consultationId,
  })
  return fresh
}
