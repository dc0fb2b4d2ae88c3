/** Pure. A payment attempt as the interface shows it: the fields of its method and no others. */
import type { Attempt, AttemptStatus } from '../../contract/order.ts'
import { formatCents } from '../../fleet/money.ts'
import type { AttemptRow } from '../tables.ts'

/** A declined card, or one in doubt, has been charged nothing that anybody knows of. */
const CHARGED: ReadonlySet<AttemptStatus> = new Set(['paid', 'refunded'])

export function attemptView(attempt: AttemptRow, nowMs: number): Attempt {
  const ranOut = attempt.status === 'pending' && pixStanding(attempt, nowMs) === 'expired'
  return {
    method: attempt.method,
    status: ranOut ? 'expired' : attempt.status,
    ...fieldsOfMethod(attempt, nowMs),
    ...(attempt.message === '' ? {} : { message: attempt.message }),
    created_at: attempt.created_at.toISOString(),
  }
}

/** The state of the attempt's Pix code; `missing` until the provider has made one. */
export function pixStanding(attempt: AttemptRow, nowMs: number): 'missing' | 'valid' | 'expired' {
  if (attempt.code_at === null || attempt.code_at.getTime() > nowMs) return 'missing'
  const expiresAtMs = attempt.pix_expires_at?.getTime() ?? Number.POSITIVE_INFINITY
  if (attempt.status === 'expired') return 'expired'
  return expiresAtMs <= nowMs ? 'expired' : 'valid'
}

function fieldsOfMethod(attempt: AttemptRow, nowMs: number): Partial<Attempt> {
  if (attempt.method === 'pix') {
    const isMissing = pixStanding(attempt, nowMs) === 'missing'
    return {
      pix_copy_paste: isMissing ? '' : attempt.pix_code,
      pix_expires_at: isMissing ? null : (attempt.pix_expires_at?.toISOString() ?? null),
    }
  }
  if (attempt.method === 'boleto') {
    return {
      boleto_line: attempt.boleto_line,
      boleto_barcode: attempt.boleto_barcode,
      boleto_due_date: attempt.boleto_due_date,
    }
  }
  return {
    card_last_digits: attempt.card_last_digits,
    ...(attempt.installments === null ? {} : { installments: attempt.installments }),
    ...(attempt.charged_cents === null || !CHARGED.has(attempt.status)
      ? {}
      : { charged_amount: formatCents(attempt.charged_cents) }),
  }
}
