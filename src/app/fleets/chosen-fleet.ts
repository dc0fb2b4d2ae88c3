/** Which account and which credentials a command works with, by FROTA_FLEETS_FILE and --fleet. */
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { Fleet, FleetStore } from '../../ledger/fleets/fleets.ts'
import { options } from '../../options.ts'
import { readFleetsFile, type FleetsFile } from './fleets-file.ts'
import { namedFile } from '../named-file.ts'
import type { Output } from '../output.ts'

type FleetsConfig = Pick<Config, 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>

const NAMES_SHOWN_MAX = 10

export function fleetsFileOf({ FROTA_FLEETS_FILE: path }: FleetsConfig): FleetsFile | undefined {
  if (path === undefined) return undefined
  const { credentials, fleets } = readFleetsFile(namedFile('FROTA_FLEETS_FILE', path))
  const folder = dirname(resolve(path))
  const absolute = credentials.map(({ name, keyFile }) => ({
    name,
    keyFile: resolve(folder, keyFile),
  }))
  return { credentials: absolute, fleets }
}

/** Names of fleets: the file's, and the ledger's. */
export async function fleetsThere(config: FleetsConfig, store: Pick<FleetStore, 'all'>) {
  const all = [...(fleetsFileOf(config)?.fleets ?? []), ...(await store.all())]
  return [...new Set(all.map(({ name }) => name))]
}

/**
 * The fleet's account and credentials, and all fleets of this account. Throws a Failure when the
 * file does not name the fleet.
 */
export function chooseFleet(file: FleetsFile, name: string) {
  const fleet = file.fleets.find((each) => each.name === name)
  if (fleet === undefined) throw unknownFleet(file, name)
  const { accountId } = fleet
  const ofAccount = file.fleets.filter((each) => each.accountId === accountId)
  return {
    accountId,
    credentials: file.credentials.filter((each) => fleet.credentials.includes(each.name)),
    fleets: ofAccount.map((each) => each.name),
  }
}

/** The account from FROTA_FLEETS_FILE, else from the environment. */
export function configuredAccount(
  config: FleetsConfig & Pick<Config, 'FROTA_ACCOUNT_ID'>,
): string | undefined {
  const file = fleetsFileOf(config)
  if (file === undefined) return config.FROTA_ACCOUNT_ID
  return chooseFleet(file, config.FROTA_FLEET).accountId
}

/** One configuration for each account of a night: the file's accounts, or the named fleet's. */
export function nightConfigs(config: Config, fleetGiven = false): readonly [Config, ...Config[]] {
  const file = fleetsFileOf(config)
  const isGiven = fleetGiven || config.FROTA_FLEET !== options.FROTA_FLEET.default
  if (file === undefined || isGiven) return [config]
  const firsts = new Map<string, string>()
  for (const { accountId, name } of file.fleets) {
    if (!firsts.has(accountId)) firsts.set(accountId, name)
  }
  const [first = config, ...others] = [...firsts.values()].map((name) => ({
    ...config,
    FROTA_FLEET: name,
  }))
  return [first, ...others]
}

/** The configurations whose accounts have imported fleets; the first when none has. */
export async function accountsAtWork(
  configs: readonly [Config, ...Config[]],
  store: Pick<FleetStore, 'all'>,
): Promise<readonly [Config, ...Config[]]> {
  if (configs.length === 1) return configs
  const known = new Set((await store.all()).map(({ accountId }) => accountId))
  const [first = configs[0], ...others] = configs.filter((each) => {
    const accountId = configuredAccount(each)
    return accountId !== undefined && known.has(accountId)
  })
  return [first, ...others]
}

/** The accounts of FROTA_FLEETS_FILE that have imported fleets; none without the file. */
export async function accountsOfLedger(
  config: FleetsConfig,
  store: Pick<FleetStore, 'all'>,
): Promise<ReadonlySet<string>> {
  const file = fleetsFileOf(config)
  if (file === undefined) return new Set()
  const known = new Set((await store.all()).map(({ accountId }) => accountId))
  return new Set(file.fleets.map(({ accountId }) => accountId).filter((id) => known.has(id)))
}

/**
 * The imported fleets that a night works for; prints those that it leaves out. `together`: several
 * accounts work at once, so fleets of the file's other accounts are not mentioned.
 */
export async function fleetsOfNight(
  { config, output }: { readonly config: Config; readonly output: Output },
  store: FleetStore,
  accountId: string,
  together = false,
): Promise<Fleet[]> {
  const file = fleetsFileOf(config)
  const named = file === undefined ? undefined : chooseFleet(file, config.FROTA_FLEET).fleets
  const all = await store.all()
  const left = all.filter(
    ({ name, ...fleet }) => fleet.accountId !== accountId || named?.includes(name) === false,
  )
  const isOthers = (fleet: Fleet): boolean =>
    together && file?.fleets.some((each) => isNamed(each, fleet)) === true
  const forgotten = left.filter((fleet) => !isOthers(fleet))
  if (forgotten.length > 0) {
    const names = forgotten.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name)
    const more = forgotten.length > names.length ? ', …' : ''
    output.tell(
      `Ficam de fora, por serem de outra conta ou não estarem em FROTA_FLEETS_FILE: ` +
        `${names.join(', ')}${more}`,
      `Left alone, as they are of another account or not in FROTA_FLEETS_FILE: ` +
        `${names.join(', ')}${more}`,
    )
  }
  return all.filter((fleet) => !left.includes(fleet))
}

function isNamed(one: { name: string; accountId: string }, other: Fleet): boolean {
  return one.name === other.name && one.accountId === other.accountId
}

function unknownFleet(file: FleetsFile, name: string): Failure {
  const shown = JSON.stringify(name.slice(0, 60))
  return new Failure('usage', {
    pt:
      `A frota ${shown} não está em FROTA_FLEETS_FILE: indique com --fleet uma destas ` +
      `(${namesOf(file)}) ou acrescente-a ao arquivo.`,
    en:
      `The fleet ${shown} is not in FROTA_FLEETS_FILE: name one of these with --fleet ` +
      `(${namesOf(file)}) or add it to the file.`,
  })
}

export function namesOf({ fleets }: FleetsFile): string {
  const names = fleets.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name)
  return `${names.join(', ')}${fleets.length > names.length ? ', …' : ''}`
}

/** The account at the configured service. Throws a Failure that names the option where it is missing. */
export function givenAccount({ FROTA_ACCOUNT_ID: account }: Config): string {
  if (account !== undefined) return account
  throw new Failure('configuration', {
    pt: 'Falta a conta: defina FROTA_ACCOUNT_ID com o UUID da conta no serviço.',
    en: "The account is missing: set FROTA_ACCOUNT_ID to the account's UUID at the service.",
  })
}
