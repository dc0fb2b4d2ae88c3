/**
 * Pure. The service's own sums of the account against the ledger's. Orders that others make with
 * the account are differences. A manifest keeps the lines, for when the report is written again.
 */
import type { Bilingual } from '../../bilingual.ts'
import { fieldsOf } from '../../fields.ts'
import { cents, differences, rows, type Check } from './check-totals.ts'
import type { AccountSums, OrderSums } from '../../ledger/reports/account-sums.ts'

const COMPARED = ['orders', 'total', 'refunded', 'vehicles'] as const

/**
 * A figure of the service, which is expected, and the ledger's. `of`: the service's word for the
 * state of the orders; empty for vehicles.
 */
export type OutsideCheck = Check<(typeof COMPARED)[number]>

interface NotAsked {
  readonly askedAt: null
  readonly why: Bilingual
}

/** What the service said and when (ISO 8601), or why it said nothing. */
export type Asked = { readonly askedAt: string; readonly sums: AccountSums } | NotAsked

/** The same, held against the ledger. */
export type Outside =
  | { readonly askedAt: string; readonly checks: readonly OutsideCheck[] }
  | NotAsked

/** Of a report that is written again when nothing is known of the first writing. */
export const NOT_ASKED_AGAIN: NotAsked = {
  askedAt: null,
  why: {
    pt: 'este relatório foi escrito de novo, só com o que o banco guarda',
    en: 'this report was written again, from the ledger alone',
  },
}

export function outsideChecks(ours: AccountSums, theirs: AccountSums): OutsideCheck[] {
  const statuses = new Set([...ours.orders, ...theirs.orders].map(({ status }) => status))
  const none = { orders: 0, totalCents: 0n, refundedCents: 0n }
  const of = ({ orders }: AccountSums, status: string): Omit<OrderSums, 'status'> =>
    orders.find((each) => each.status === status) ?? none
  const orders = [...statuses].toSorted().flatMap((status): OutsideCheck[] => {
    const [there, here] = [of(theirs, status), of(ours, status)]
    return [
      rows('orders', there.orders, here.orders, status),
      cents('total', there.totalCents, here.totalCents, status),
      cents('refunded', there.refundedCents, here.refundedCents, status),
    ]
  })
  return [...orders, rows('vehicles', theirs.vehicles, ours.vehicles)]
}

export function outsideDiffers(outside: Outside): OutsideCheck[] {
  return outside.askedAt === null ? [] : differences(outside.checks)
}

/** As a manifest tells it; `outsideOf` reads it again. */
export function outsideObject(outside: Outside): object {
  if (outside.askedAt === null) return outside
  const lines = outside.checks.map(({ code, of, unit, expected, found, closes }) => ({
    what: code,
    status: of,
    unit,
    service: expected.toString(),
    frota: found.toString(),
    agrees: closes,
  }))
  return { askedAt: outside.askedAt, lines }
}

/** Undefined where the service was not asked, or the text is not as `outsideObject` writes it. */
export function outsideOf(json: unknown): Outside | undefined {
  const { askedAt, lines } = fieldsOf(json)
  if (typeof askedAt !== 'string' || !Array.isArray(lines)) return undefined
  const checks = lines.map(checkOf)
  return checks.every((check) => check !== undefined) ? { askedAt, checks } : undefined
}

function checkOf(json: unknown): OutsideCheck | undefined {
  const { what: named, status, service, frota } = fieldsOf(json)
  const what = COMPARED.find((each) => each === named)
  const [there, here] = [service, frota].map((text) =>
    typeof text === 'string' && /^-?\d{1,30}$/.test(text) ? BigInt(text) : undefined,
  )
  if (what === undefined || typeof status !== 'string') return undefined
  if (there === undefined || here === undefined) return undefined
  const unit = what === 'orders' || what === 'vehicles' ? 'rows' : 'cents'
  return { ...cents(what, there, here, status), unit }
}
