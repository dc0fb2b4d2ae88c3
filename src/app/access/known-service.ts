/**
 * A server's ledger remembers its service: a further machine needs only the two URLs, the key and
 * the secret file. A service in the options overrides what is remembered, with a notice.
 */
import { join } from 'node:path'
import { wallClock } from '../../clock.ts'
import type { Installation } from '../../ledger/runs/installation.ts'
import { configuredAccount, fleetsFileOf } from '../fleets/chosen-fleet.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { ServiceAccess } from './service-access.ts'
import { sharedSettings, withShared } from './shared-settings.ts'

/** Without FROTA_API_URL, a server's ledger gives the service, the account and the settings. */
export async function withKnownService(
  context: AppContext,
  { installation, database }: Pick<OpenLedger, 'installation' | 'database'>,
): Promise<AppContext> {
  const { config, simulated = false } = context
  const isNamed = config.FROTA_API_URL !== undefined || simulated
  if (isNamed || database.engine === 'pglite') return context
  const known = await installation.read()
  if (known === undefined) return context
  const { apiUrl, accountId } = known
  // Only `rememberService` writes the settings, so they have its shape; `shared` is checked later.
  const { shared }: { shared?: object } = known.settings
  const adopted =
    shared === undefined ? config : await withShared(config, shared, sharedDir(config))
  // A machine with a FROTA_FLEETS_FILE takes the account from there; it must be this one.
  const account = config.FROTA_FLEETS_FILE === undefined ? { FROTA_ACCOUNT_ID: accountId } : {}
  return { ...context, config: { ...adopted, FROTA_API_URL: apiUrl, ...account } }
}

export function sayKnownService({ output, config }: AppContext): void {
  const { FROTA_API_URL: apiUrl } = config
  const account = configuredAccount(config)
  output.tell(
    `Serviço, conta e opções vêm do livro-razão: ${apiUrl}, conta ${account}.`,
    `Service, account and options come from the ledger: ${apiUrl}, account ${account}.`,
  )
}

/** Call it once the key has opened the account. `sharing`: other workers take the settings, too. */
export async function rememberService(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  { installation, database, leases }: OpenLedger,
  of: { access: ServiceAccess; sharing: boolean },
): Promise<void> {
  const { access, sharing } = of
  const { FROTA_API_URL: apiUrl } = config
  if (database.engine === 'pglite' || access.embedded || apiUrl === undefined) return
  const known = await installation.read()
  const accountId = accountNoted(config, access, known)
  const isSame = known?.apiUrl === apiUrl && known.accountId === accountId
  if (isSame && !sharing) return
  if (known !== undefined && !isSame) {
    output.tell(
      `O livro-razão passa a indicar o serviço ${apiUrl}, conta ${accountId} ` +
        `(antes: ${known.apiUrl}, conta ${known.accountId}).`,
      `The ledger now names the service ${apiUrl}, account ${accountId} ` +
        `(before: ${known.apiUrl}, account ${known.accountId}).`,
    )
  }
  const settings = sharing ? { shared: sharedSettings(config) } : {}
  const at = new Date(wallClock.now())
  await installation.record({ apiUrl, accountId, settings, at, by: leases.holder })
}

/**
 * The account for machines without a FROTA_FLEETS_FILE. A process with one works for several in
 * turn, so the account that was noted first stays while the file has it.
 */
function accountNoted(
  config: AppContext['config'],
  { accountId }: ServiceAccess,
  known: Installation | undefined,
): string {
  const fleets = fleetsFileOf(config)?.fleets ?? []
  const isKept = known !== undefined && fleets.some((fleet) => fleet.accountId === known.accountId)
  return isKept ? known.accountId : accountId
}

export function sharedDir({ FROTA_DATA_DIR }: AppContext['config']): string {
  return join(FROTA_DATA_DIR, 'shared')
}
