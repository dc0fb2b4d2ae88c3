/** Checks before the first night that a worker's keys open its accounts. */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { rememberService } from '../access/known-service.ts'
import { openAccess } from '../access/service-access.ts'
import type { AppContext } from '../context.ts'
import { ledgerSecret } from '../ledger/ledger-secret.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

/**
 * A wrong key of one account does not keep the worker from the others. `sharing`: other workers
 * take the service and the settings from the ledger, where this one stores them.
 */
export async function requireAccounts(
  context: AppContext,
  configs: readonly Config[],
  { ledger, sharing }: { readonly ledger: OpenLedger; readonly sharing: boolean },
): Promise<void> {
  const failures: Failure[] = []
  for (const config of configs) {
    try {
      await requireAccess({ ...context, config }, ledger, sharing)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    }
  }
  const [first] = failures
  if (first !== undefined && failures.length === configs.length) throw first
  for (const failure of failures) {
    context.output.warn(failure.in(context.config.FROTA_LOCALE))
  }
}

/** Reports a wrong configuration at the start, not at night; a service that is away may return. */
async function requireAccess(context: AppContext, ledger: OpenLedger, sharing: boolean) {
  const { config, output } = context
  if (config.FROTA_API_URL === undefined) return
  const secret = await ledgerSecret(config, ledger)
  try {
    await using access = await openAccess(context, ledger, secret)
    await rememberService(context, ledger, { access, sharing })
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    output.warn(error.in(config.FROTA_LOCALE))
  }
}
