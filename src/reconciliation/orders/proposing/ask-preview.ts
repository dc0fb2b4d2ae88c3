/**
 * Asks the service what an order would cost (POST checkout/preview, a read without side effect).
 * The interface does not state its layout, so a service that does not understand the question is
 * tolerated: then the fee is unknown until the order exists.
 */
import type { Client } from '../../../client/client.ts'
import type { Preview } from '../../../contract/checkout.ts'
import { parseCents } from '../../../fleet/money.ts'
import type { OrderMethod } from '../../../ledger/schema/tables-orders.ts'

export type AskedPreview =
  | { readonly preview: 'known'; readonly feeCents: bigint; readonly totalCents: bigint }
  /** The service has no preview, or an unreadable one. */
  | { readonly preview: 'unknown'; readonly note: string }
  /** Its debts or its total are not what the plan adds up to. */
  | { readonly preview: 'differs' }
  /** No answer this time. */
  | { readonly preview: 'failed'; readonly note: string; readonly retryAfterMs?: number }

export interface PreviewedOrder {
  readonly itemIds: readonly string[]
  readonly method: OrderMethod
  readonly debtsCents: bigint
}

const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500
const NOT_IMPLEMENTED = 501

/** Throws a Failure when the run must stop or the service cannot be reached. */
export async function askPreview(
  client: Pick<Client, 'call'>,
  { itemIds, method, debtsCents }: PreviewedOrder,
  signal?: AbortSignal,
): Promise<AskedPreview> {
  const result = await client.call(
    'previewCheckout',
    { body: { debt_item_ids: [...itemIds], method } },
    { signal },
  )
  switch (result.outcome) {
    case 'never-sent':
      throw result.cause
    case 'in-doubt':
      // A status means that it answered in a layout that is not ours.
      return result.status === undefined
        ? { preview: 'failed', note: 'preview-unanswered' }
        : { preview: 'unknown', note: 'preview-unreadable' }
    case 'answered': {
      if (result.ok) return judge(result.body, debtsCents)
      if (result.stop !== undefined) throw result.stop
      const { status, retryAfterMs } = result
      const note = `status ${status}`
      const isTransient =
        status === TOO_MANY_REQUESTS || (status >= SERVER_ERROR && status !== NOT_IMPLEMENTED)
      if (!isTransient) return { preview: 'unknown', note }
      return { preview: 'failed', note, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    }
  }
}

function judge(body: Preview, debtsCents: bigint): AskedPreview {
  const [debts, fee, total] = [body.debts_amount, body.service_fee, body.total_amount].map(cents)
  if (debts === undefined || fee === undefined || total === undefined || fee < 0n) {
    return { preview: 'unknown', note: 'preview-unreadable' }
  }
  if (debts !== debtsCents || total !== debts + fee) return { preview: 'differs' }
  return { preview: 'known', feeCents: fee, totalCents: total }
}

function cents(amount: string): bigint | undefined {
  const parsed = parseCents(amount)
  return parsed.ok ? parsed.value : undefined
}
