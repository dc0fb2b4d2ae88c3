/** Which account and which credentials a command works with, by FROTA_FLEETS_FILE and --fleet. */
import { dirname, resolve } from 'node:path'
import type { Config, Flags } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { Fleet, FleetStore } from '../../ledger/fleets.ts'
import { options } from '../../options.ts'
import { readFleetsFile } from '../access/fleets-file.ts'
import type { FleetsFile, NamedCredential } from '../access/fleets-file.ts'
import { namedFile } from '../named-file.ts'
import type { Output } from '../output.ts'

type FleetsConfig = Pick<Config, 'FROTA_FLEETS_FILE' | 'FROTA_FLEET'>

export interface ChosenFleet {
  readonly accountId: string
  /** Their key files as paths that need no folder. */
  readonly credentials: readonly NamedCredential[]
  /** Names of the fleets of this account. */
  readonly fleets: readonly string[]
}

const NAMES_SHOWN_MAX = 10

export function fleetsFileOf({ FROTA_FLEETS_FILE: path }: FleetsConfig): FleetsFile | undefined {
  if (path === undefined) return undefined
  const { credentials, fleets } = readFleetsFile(
    namedFile('FROTA_FLEETS_FILE', path, 'docs/quotas.md'),
  )
  const folder = dirname(resolve(path))
  const absolute = credentials.map(({ name, keyFile }) => ({
    name,
    keyFile: resolve(folder, keyFile),
  }))
  return { credentials: absolute, fleets }
}

/** Throws a Failure when the file does not name the fleet. */
export function chooseFleet(file: FleetsFile, name: string): ChosenFleet {
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

/** By the file, else by the environment. */
export function configuredAccount(
  config: FleetsConfig & Pick<Config, 'FROTA_ACCOUNT_ID'>,
): string | undefined {
  const file = fleetsFileOf(config)
  if (file === undefined) return config.FROTA_ACCOUNT_ID
  return chooseFleet(file, config.FROTA_FLEET).accountId
}

/**
 * A night works for all fleets of one account. With one account it needs no name; with several the
 * name of one of its fleets must have been given, lest the others be forgotten silently.
 */
export function nightConfig(config: Config, flags: Flags): Config {
  const file = fleetsFileOf(config)
  const [first, ...others] = file?.fleets ?? []
  if (file === undefined || first === undefined) return config
  const isGiven =
    typeof flags['fleet'] === 'string' || config.FROTA_FLEET !== options.FROTA_FLEET.default
  if (isGiven) return config
  const accounts = new Set(others.map(({ accountId }) => accountId))
  accounts.add(first.accountId)
  if (accounts.size === 1) return { ...config, FROTA_FLEET: first.name }
  throw new Failure('usage', {
    pt:
      `FROTA_FLEETS_FILE tem frotas de ${accounts.size} contas, e uma execução trabalha para uma ` +
      `conta: indique uma frota dela com --fleet (${namesOf(file)}) e inicie uma execução por conta.`,
    en:
      `FROTA_FLEETS_FILE has fleets of ${accounts.size} accounts, and one run works for one ` +
      `account: name a fleet of it with --fleet (${namesOf(file)}) and start one run per account.`,
  })
}

/** The imported fleets that a night may work for; says which it leaves alone. */
export async function fleetsOfNight(
  { config, output }: { readonly config: Config; readonly output: Output },
  store: FleetStore,
  accountId: string,
): Promise<Fleet[]> {
  const file = fleetsFileOf(config)
  const named = file === undefined ? undefined : chooseFleet(file, config.FROTA_FLEET).fleets
  const all = await store.all()
  const left = all.filter(
    ({ name, ...fleet }) => fleet.accountId !== accountId || named?.includes(name) === false,
  )
  if (left.length > 0) {
    const names = left.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name)
    const more = left.length > names.length ? ', …' : ''
    output.line(
      output.say(
        `Ficam de fora, por serem de outra conta ou não estarem em FROTA_FLEETS_FILE: ` +
          `${names.join(', ')}${more}`,
        `Left alone, as they are of another account or not in FROTA_FLEETS_FILE: ` +
          `${names.join(', ')}${more}`,
      ),
    )
  }
  return all.filter((fleet) => !left.includes(fleet))
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

function namesOf({ fleets }: FleetsFile): string {
  const names = fleets.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name)
  return `${names.join(', ')}${fleets.length > names.length ? ', …' : ''}`
}
