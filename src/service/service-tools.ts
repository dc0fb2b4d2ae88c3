/** The dependencies of every handler. */
import type { Clock } from '../clock.ts'
import type { api } from '../contract/api.ts'
import type { OperationId } from '../contract/call.ts'
import type { HandlerReply, RequestTo } from '../contract/handlers.ts'
import type { Operation } from '../contract/operation.ts'
import type { Random } from '../random.ts'
import type { HiddenIds } from './faults/hidden-objects.ts'
import type { CoverageException } from './faults/scenario.ts'
import type { ServiceSecrets } from './keys/service-secrets.ts'
import type { DebtLookup } from './debt-lookup.ts'
import type { Payments } from './providers/payments.ts'
import type { Receipt } from './receipt.ts'
import type { ServiceLimits } from './quota/service-limits.ts'
import type { ServiceDb } from './service-db.ts'
import type { AccountScope, BrandScope } from './tenants/authenticate.ts'

export interface ServiceTools {
  readonly db: ServiceDb
  readonly clock: Clock
  readonly random: Random
  readonly secrets: ServiceSecrets
  readonly lookup: DebtLookup
  readonly payments: Payments
  readonly limits: ServiceLimits
  /** States in which a scenario offers less. */
  readonly coverage: readonly CoverageException[]
  /** Whether the key of the secret file is one; elsewhere it is a known name for a stranger. */
  readonly acceptsDemoKey: boolean
  /** When the use of each key was last noted, in milliseconds. */
  readonly notedUses: Map<string, number>
  /** Work at a live provider that nobody may wait for any more; the service's end does. */
  readonly underWay: Set<Promise<void>>
  /** How long a list waits for such work. */
  readonly listMsMax: number
  /** An order that nobody paid expires after this. */
  readonly orderExpiresAfterMs: number
  /** IANA time zone of "today", of days in filters, and of the authorities. */
  readonly timeZone: string
  /** Base of links; undefined: the address that the caller used. */
  readonly publicBaseUrl: string | undefined
}

export interface AccountCall extends AccountScope {
  /** The address that was called, for the links of a page. */
  readonly url: URL
  /** Ids that a scenario keeps out of lists for a while. */
  readonly hidden?: HiddenIds
  readonly receipt: Receipt
}

/** What a handler is told of its caller: the account where the operation needs one. */
type CallOf<O extends Operation> = O extends { readonly account: true }
  ? AccountCall
  : O extends { readonly public: true }
    ? unknown
    : BrandScope

/** Answers one operation. */
export type Handler<Id extends OperationId> = (
  tools: ServiceTools,
  request: RequestTo<(typeof api)[Id]>,
  call: CallOf<(typeof api)[Id]>,
) => Promise<HandlerReply<(typeof api)[Id]>>
