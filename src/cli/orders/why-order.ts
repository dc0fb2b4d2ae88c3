/** Pure. The proposal or approved order of a vehicle, and which limit it waits for, in words. */
import { sayIn, type Locale } from '../../bilingual.ts'
import { displayCents } from '../../fleet/money.ts'
import type { PlanListing } from '../../ledger/orders/plans.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { gateReason, planState } from '../words.ts'

/** `proposal · R$ 1,234.56 · it would exceed the limit of the day … (until 11/03/2026 00:00)`. */
export function orderWords(plan: PlanListing, locale: Locale, zone: string): string {
  const cents = displayCents(plan.totalCents ?? plan.debtsCents, locale)
  const parts = [planState(plan.state, locale), cents]
  if (plan.waitsFor !== null) {
    const until = plan.waitsUntil === null ? '' : untilWords(plan.waitsUntil, locale, zone)
    parts.push(`${gateReason(plan.waitsFor, locale)}${until}`)
  }
  return parts.join(' · ')
}

function untilWords(until: Date, locale: Locale, zone: string): string {
  const word = sayIn(locale)('até', 'until')
  return ` (${word} ${displayFor(locale, zone).instant(until.toISOString())})`
}

/** The plan for scripts; null when nothing is proposed. */
export function orderObject(plan: PlanListing | undefined): object | null {
  if (plan === undefined) return null
  const { id, state, method, debtsCents, feeCents, totalCents, waitsFor, waitsUntil } = plan
  return { id, state, method, debtsCents, feeCents, totalCents, waitsFor, waitsUntil }
}
