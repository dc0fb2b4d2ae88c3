/** What a person's word about a case in doubt needs: the stores and the service, to be read first. */
import { wallClock } from '../../clock.ts'
import { appendAudit } from '../../ledger/audit/audit.ts'
import { orderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import type { ResolvingTools } from '../../reconciliation/orders/resolving/resolve-order.ts'
import { openAccess } from '../access/service-access.ts'
import type { AppContext } from '../context.ts'
import { ledgerSecret } from '../ledger/ledger-secret.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { journaledEpochs } from './journaled-epochs.ts'
import { orderStatusesFrom } from '../order-statuses-file.ts'

/** `opening` closes the connection to the service. */
export async function openResolving(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  ledger: OpenLedger,
  opening: AsyncDisposableStack,
): Promise<ResolvingTools> {
  const { stores } = ledger
  const secret = await ledgerSecret(config, ledger)
  const access = opening.use(await openAccess({ config, output }, ledger, secret))
  return {
    ...stores,
    client: access.client,
    accountId: access.accountId,
    statuses: orderStatusesFrom(config),
    policy: orderPolicy('none', 0n),
    clock: wallClock,
    zone: config.FROTA_TIME_ZONE,
    bucket: '',
    audit: appendAudit,
    journaled: () => journaledEpochs(config, ledger),
  }
}
