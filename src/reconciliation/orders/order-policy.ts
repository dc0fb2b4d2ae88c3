/** What a run may propose and approve by itself; safe defaults, completed by a file later. */
import type { OrderMethod } from '../../ledger/tables-orders.ts'

export interface OrderPolicy {
  readonly method: OrderMethod
  /** Per vehicle; 0 proposes only. */
  readonly approveUpToCents: bigint
  readonly prefer: 'single' | 'instalments'
  /** Instalments of IPVA that fall due within this many days are taken; later ones wait. */
  readonly instalmentsDueWithinDays: number
}

export const INSTALMENTS_DUE_WITHIN_DAYS = 30
/** Without a method, proposals are made as Pix and nothing is approved. */
export const METHOD_PROPOSED: OrderMethod = 'pix'

export function orderPolicy(method: OrderMethod | 'none', approveUpToCents: bigint): OrderPolicy {
  // A card needs its holder present, so a run never approves one.
  const mayApprove = method === 'pix' || method === 'boleto'
  return {
    method: method === 'none' ? METHOD_PROPOSED : method,
    approveUpToCents: mayApprove ? approveUpToCents : 0n,
    prefer: 'single',
    instalmentsDueWithinDays: INSTALMENTS_DUE_WITHIN_DAYS,
  }
}
