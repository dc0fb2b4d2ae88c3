/**
 * Pure. The service's own sums of the account against the ledger's. Orders that others make with
 * the account are differences. A manifest keeps the lines, for when the report is written again.
 */
import type { Bilingual } from '../../bilingual.ts'
import { fieldsOf } from '../../fields.ts'
import type { AccountSums, OrderSums } from '../../ledger/reports/account-sums.ts'

const COMPARED = ['orders', 'total', 'refunded', 'vehicles'] as const

export interface OutsideLine {
  readonly what: (typeof COMPARED)[number]
  /** The service's word for the state of the orders; empty for vehicles. */
  readonly status: string
  readonly unit: 'rows' | 'cents'
  readonly service: bigint
  readonly frota: bigint
}

interface NotAsked {
  readonly askedAt: null
  readonly why: Bilingual
}

/** What the service said and when (ISO 8601), or why it said nothing. */
export type Asked = { readonly askedAt: string; readonly sums: AccountSums } | NotAsked

/** The same, held against the ledger. */
export type Outside =
  | { readonly askedAt: string; readonly lines: readonly OutsideLine[] }
  | NotAsked

/** Of a report that is written again when nothing is known of the first writing. */
export const NOT_ASKED_AGAIN: NotAsked = {
  askedAt: null,
  why: {
    pt: 'este relatório foi escrito de novo, só com o que o banco guarda',
    en: 'this report was written again, from the ledger alone',
  },
}

export function outsideLines(ours: AccountSums, theirs: AccountSums): OutsideLine[] {
  const statuses = new Set([...ours.orders, ...theirs.orders].map(({ status }) => status))
  const none = { orders: 0, totalCents: 0n, refundedCents: 0n }
  const of = ({ orders }: AccountSums, status: string): Omit<OrderSums, 'status'> =>
    orders.find((each) => each.status === status) ?? none
  const orders = [...statuses].toSorted().flatMap((status) => {
    const [there, here] = [of(theirs, status), of(ours, status)]
    return [
      lineFor('orders', status, there.orders, here.orders),
      lineFor('total', status, there.totalCents, here.totalCents),
      lineFor('refunded', status, there.refundedCents, here.refundedCents),
    ]
  })
  return [...orders, lineFor('vehicles', '', theirs.vehicles, ours.vehicles)]
}

function lineFor(
  what: OutsideLine['what'],
  status: string,
  service: number | bigint,
  frota: number | bigint,
): OutsideLine {
  const unit = what === 'orders' || what === 'vehicles' ? 'rows' : 'cents'
  return { what, status, unit, service: BigInt(service), frota: BigInt(frota) }
}

export function outsideDiffers(outside: Outside): OutsideLine[] {
  const lines = outside.askedAt === null ? [] : outside.lines
  return lines.filter(({ service, frota }) => service !== frota)
}

/** As a manifest tells it; `outsideOf` reads it again. */
export function outsideObject(outside: Outside): object {
  if (outside.askedAt === null) return outside
  const lines = outside.lines.map((line) => ({
    ...line,
    service: line.service.toString(),
    frota: line.frota.toString(),
    agrees: line.service === line.frota,
  }))
  return { askedAt: outside.askedAt, lines }
}

/** Undefined where the service was not asked, or the text is not as `outsideObject` writes it. */
export function outsideOf(json: unknown): Outside | undefined {
  const { askedAt, lines } = fieldsOf(json)
  if (typeof askedAt !== 'string' || !Array.isArray(lines)) return undefined
  const read = lines.map(lineOf)
  return read.every((line) => line !== undefined) ? { askedAt, lines: read } : undefined
}

function lineOf(json: unknown): OutsideLine | undefined {
  const { what: named, status, service, frota } = fieldsOf(json)
  const what = COMPARED.find((each) => each === named)
  if (what === undefined || typeof status !== 'string') return undefined
  const figures = [service, frota].map((text) =>
    typeof text === 'string' && /^-?\d{1,30}$/.test(text) ? BigInt(text) : undefined,
  )
  const [there, here] = figures
  if (there === undefined || here === undefined) return undefined
  return lineFor(what, status, there, here)
}
