/** Sees that a worker's accounts open with its keys, before any night begins. */
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { rememberService } from '../access/known-service.ts'
import { openAccess } from '../access/open-access.ts'
import type { AppContext } from '../context.ts'
import { ledgerSecret } from '../ledger/ledger-secret.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

/**
 * One account whose key is wrong does not keep the worker from the others. `sharing`: other workers
 * take the service and the settings from what this one notes in the ledger.
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

/** What cannot work is said at the start, not at night; a service that is away may come back. */
async function requireAccess(
  context: AppContext,
  ledger: OpenLedger,
  sharing: boolean,
): Promise<void> {
  const { config, output } = context
  if (config.FROTA_API_URL === undefined) return
  const secret = await ledgerSecret(config, ledger.fleets)
  try {
    await using access = await openAccess(context, ledger, secret)
    await rememberService(context, ledger, { access, secret, sharing })
  } catch (error) {
    if (!(error instanceof Failure) || error.recovery === 'stop') throw error
    output.warn(error.in(config.FROTA_LOCALE))
  }
}
