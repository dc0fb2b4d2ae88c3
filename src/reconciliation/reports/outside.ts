/**
 * Pure. The service's own sums of the account against the ledger's. Orders that others made are
 * differences until the ledger meets them: then they are counted with its own, and named. A
 * manifest keeps all of it, for when the report is written again.
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

/** An order that somebody else made, as the service shows it now. */
export type OthersOrder = OrderSums & { readonly id: string }

/** `others`: of the orders that `sums` has, those that the ledger met as somebody else's. */
export interface Told {
  readonly sums: AccountSums
  readonly others: readonly OthersOrder[]
}

/** What the service said and when (ISO 8601), or why it said nothing. */
export type Asked = ({ readonly askedAt: string } & Told) | NotAsked

/** The same, held against the ledger. */
export type Outside =
  | ({ readonly askedAt: string; readonly checks: readonly OutsideCheck[] } & Pick<Told, 'others'>)
  | NotAsked

/** Of a report that is written again when nothing is known of the first writing. */
export const NOT_ASKED_AGAIN: NotAsked = {
  askedAt: null,
  why: {
    pt: 'este relatório foi escrito de novo, só com o que o banco guarda',
    en: 'this report was written again, from the ledger alone',
  },
}

export function outsideChecks(own: AccountSums, { sums: theirs, others }: Told): OutsideCheck[] {
  const ours = [...own.orders, ...others]
  const statuses = new Set([...ours, ...theirs.orders].map(({ status }) => status))
  const none = { orders: 0, totalCents: 0n, refundedCents: 0n }
  const of = (all: readonly OrderSums[], status: string) =>
    all.filter((each) => each.status === status).reduce(plus, none)
  const orders = [...statuses].toSorted().flatMap((status): OutsideCheck[] => {
    const [there, here] = [of(theirs.orders, status), of(ours, status)]
    return [
      rows('orders', there.orders, here.orders, status),
      cents('total', there.totalCents, here.totalCents, status),
      cents('refunded', there.refundedCents, here.refundedCents, status),
    ]
  })
  return [...orders, rows('vehicles', theirs.vehicles, own.vehicles)]
}

function plus(sum: Omit<OrderSums, 'status'>, each: OrderSums) {
  return {
    orders: sum.orders + each.orders,
    totalCents: sum.totalCents + each.totalCents,
    refundedCents: sum.refundedCents + each.refundedCents,
  }
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
  return { askedAt: outside.askedAt, lines, others: othersObject(outside.others) }
}

export function othersObject(others: readonly OthersOrder[]) {
  return others.map(({ id, status, totalCents, refundedCents }) => {
    return { id, status, total: totalCents.toString(), refunded: refundedCents.toString() }
  })
}

/** Undefined where the service was not asked, or the text is not as `outsideObject` writes it. */
export function outsideOf(json: unknown): Outside | undefined {
  const { askedAt, lines, others } = fieldsOf(json)
  if (typeof askedAt !== 'string' || !Array.isArray(lines)) return undefined
  const checks = lines.map(checkOf)
  if (!checks.every((check) => check !== undefined)) return undefined
  const met = Array.isArray(others) ? others.map(otherOf) : []
  return { askedAt, checks, others: met.filter((other) => other !== undefined) }
}

function otherOf(json: unknown): OthersOrder | undefined {
  const { id, status, total, refunded } = fieldsOf(json)
  const [totalCents, refundedCents] = [wholeNumber(total), wholeNumber(refunded)]
  if (typeof id !== 'string' || typeof status !== 'string') return undefined
  if (totalCents === undefined || refundedCents === undefined) return undefined
  return { id, status, orders: 1, totalCents, refundedCents }
}

function wholeNumber(text: unknown): bigint | undefined {
  return typeof text === 'string' && /^-?\d{1,30}$/.test(text) ? BigInt(text) : undefined
}

function checkOf(json: unknown): OutsideCheck | undefined {
  const { what: named, status, service, frota } = fieldsOf(json)
  const what = COMPARED.find((each) => each === named)
  const [there, here] = [wholeNumber(service), wholeNumber(frota)]
  if (what === undefined || typeof status !== 'string') return undefined
  if (there === undefined || here === undefined) return undefined
  const unit = what === 'orders' || what === 'vehicles' ? 'rows' : 'cents'
  return { ...cents(what, there, here, status), unit }
}
