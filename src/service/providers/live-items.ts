/** Pure. The debts of another service's consultation as this one keeps them. */
import { Temporal } from 'temporal-polyfill'
import type { Consultation } from '../../contract/consultation.ts'
import type { DebtItem } from '../../contract/debt-item.ts'
import { debtFingerprint } from '../../fleet/debt-identity.ts'
import { groupOfKind, isDebtGroup, isDebtKind } from '../../fleet/debt-kind.ts'
import { parseCents } from '../../fleet/money.ts'
import type { AnsweredItem } from '../debt-lookup.ts'
import { plainText } from './live-words.ts'

/** More debts than any vehicle has: an answer beyond it is not believed. */
export const ITEMS_MAX = 1_000

const YEAR_MIN = 1900
const YEAR_MAX = 2200

/**
 * A kind or group that this service does not know is kept as `other`, and what it does not wholly
 * understand (that, a date that is none, an amount that is not positive) is never payable.
 */
export function answeredItems(
  consultation: Consultation,
  vehicle: { readonly renavam: string; readonly uf: string },
): AnsweredItem[] {
  const positions = new Map(consultation.items.map(({ id }, position) => [lower(id), position]))
  return consultation.items.map((item, position) => {
    const partner = item.depends_on ?? null
    const at = partner === null ? null : (positions.get(lower(partner)) ?? null)
    return answered(item, vehicle, at === position ? null : at)
  })
}

function answered(
  item: DebtItem,
  vehicle: { readonly renavam: string; readonly uf: string },
  dependsOn: number | null,
): AnsweredItem {
  const kind = isDebtKind(item.kind) ? item.kind : 'other'
  const group = isDebtGroup(item.group) ? item.group : groupOfKind[kind]
  const amount = parseCents(item.amount)
  const amountCents = amount.ok ? amount.value : 0n
  const dueDate = plainDate(item.due_date ?? null)
  const stated = item.year ?? 0
  const isYear = stated >= YEAR_MIN && stated <= YEAR_MAX
  const year = isYear ? stated : 0
  const description = plainText(item.description ?? '')
  const { renavam, uf } = vehicle
  const isUnderstood =
    isDebtKind(item.kind) &&
    isDebtGroup(item.group) &&
    amountCents > 0n &&
    isYear &&
    (dueDate !== null || (item.due_date ?? null) === null)
  return {
    kind,
    group,
    description,
    amountCents,
    dueDate,
    year,
    dependsOn,
    isPayable: item.is_payable && isUnderstood,
    fingerprint: debtFingerprint({ renavam, uf, kind, group, year, description, dueDate }),
    providerReference: lower(item.id),
  }
}

/** Null for a day that no calendar has. */
function plainDate(text: string | null): string | null {
  if (text === null) return null
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    return null
  }
}

function lower(id: string): string {
  return id.toLowerCase()
}
