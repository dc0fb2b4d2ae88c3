/**
 * Which service a server's ledger is about, remembered in it: a further machine needs the two URLs,
 * the key and the secret file. Whoever names a service is believed, and what changes is said.
 */
import { join } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Installation } from '../../ledger/runs/installation.ts'
import type { Secret } from '../../secret.ts'
import { configuredAccount, fleetsFileOf } from '../fleets/chosen-fleet.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import type { ServiceAccess } from './service-access.ts'
import { sharedSettings, withShared } from './shared-settings.ts'

/** What the CLI keeps in the row's settings beside them. */
interface Kept {
  /** Meaningless without the secret; tells that a machine has another one. */
  readonly secretMark?: string
  readonly shared?: object
}

const SECRET_MARK = 'frota installation'

/** Without FROTA_API_URL, a server's ledger says which service, which account and what decides. */
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
  const { shared } = keptOf(known)
  const adopted =
    shared === undefined ? config : await withShared(config, shared, sharedDir(config))
  // With a file of its own the machine knows its account, which must be this one.
  const account = config.FROTA_FLEETS_FILE === undefined ? { FROTA_ACCOUNT_ID: accountId } : {}
  return { ...context, config: { ...adopted, FROTA_API_URL: apiUrl, ...account } }
}

export function sayKnownService({ output, config }: AppContext): void {
  const { FROTA_API_URL: apiUrl } = config
  const account = configuredAccount(config)
  output.line(
    output.say(
      `Serviço, conta e opções vêm do livro-razão: ${apiUrl}, conta ${account}.`,
      `Service, account and options come from the ledger: ${apiUrl}, account ${account}.`,
    ),
  )
}

/** After the key was seen to open the account there. `sharing`: other workers decide by it, too. */
export async function rememberService(
  { config, output }: Pick<AppContext, 'config' | 'output'>,
  { installation, database, leases }: OpenLedger,
  of: { access: ServiceAccess; secret: Secret; sharing: boolean },
): Promise<void> {
  const { access, secret, sharing } = of
  const { FROTA_API_URL: apiUrl } = config
  if (database.engine === 'pglite' || access.embedded || apiUrl === undefined) return
  const known = await installation.read()
  const accountId = accountNoted(config, access, known)
  const secretMark = secret.blindIndex(SECRET_MARK)
  const marked = known === undefined ? undefined : keptOf(known).secretMark
  if (marked !== undefined && marked !== secretMark) throw otherSecret()
  const isSame = known?.apiUrl === apiUrl && known.accountId === accountId
  if (isSame && !sharing) return
  if (known !== undefined && !isSame) {
    output.line(
      output.say(
        `O livro-razão passa a indicar o serviço ${apiUrl}, conta ${accountId} ` +
          `(antes: ${known.apiUrl}, conta ${known.accountId}).`,
        `The ledger now names the service ${apiUrl}, account ${accountId} ` +
          `(before: ${known.apiUrl}, account ${known.accountId}).`,
      ),
    )
  }
  const settings = { secretMark, ...(sharing ? { shared: sharedSettings(config) } : {}) }
  const at = new Date(wallClock.now())
  await installation.record({ apiUrl, accountId, settings, at, by: leases.holder })
}

/**
 * The account of machines that have no FROTA_FLEETS_FILE: with one, a process works for several in
 * turn, and the first that was noted stays while the file has it.
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

/** Only `rememberService` writes it, so its shape is known; what it shares is checked at its use. */
function keptOf({ settings }: Installation): Kept {
  return settings
}

function otherSecret(): Failure {
  return new Failure('configuration', {
    pt:
      'O arquivo de segredos desta máquina não é o desta instalação, e os documentos do ' +
      'livro-razão não abririam. Copie o secret.json da primeira máquina (FROTA_SECRET_FILE).',
    en:
      "This machine's secret file is not this installation's, and the ledger's documents would " +
      'not open. Copy the secret.json of the first machine (FROTA_SECRET_FILE).',
  })
}
