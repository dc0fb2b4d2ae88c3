/**
 * Connects a real service from the console: tries it, keeps key and address in the data directory,
 * and sets what the simulated service had said aside, so that the two never mix.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { keptServicePath, type KeptService } from '../../kept-service.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openLog } from '../../log.ts'
import { options } from '../../options.ts'
import type { Parsed } from '../../option-parsers.ts'
import type { Random } from '../../random.ts'
import { replaceFile } from '../../replace-file.ts'
import type { Secret } from '../../secret.ts'
import { checkService, closeConnection, connectConfigured } from './service-access.ts'

/** As typed by a person. */
export interface TypedService {
  readonly address: string
  readonly accountId: string
  /** Empty: the key that is kept already. */
  readonly key: string
}

export interface TriedService {
  readonly kept: KeptService
  /** Empty: the kept file stays as it is. */
  readonly key: string
  /** True for a mock: what is ordered there settles nothing. */
  readonly simulated: boolean
}

type Tools = { readonly clock: Clock; readonly random: Random }

const KEY_FILE = 'api-key'
const KEY_CHARACTERS_MAX = 4_096
/** A person waits for it. */
const TRYING_MS_MAX = 15_000
/** What belongs to a ledger, beside its uploads and the secret that seals both. */
const LEDGER_PARTS = ['pgdata', 'intents.jsonl', 'uploads', 'checked'] as const

/** Sends nothing that costs quota. Throws a Failure that names the field, or what the service said. */
export async function tryService(
  config: Config,
  typed: TypedService,
  { clock, random }: Tools,
): Promise<TriedService> {
  const keyFile = join(config.FROTA_DATA_DIR, KEY_FILE)
  const key = typed.key.trim()
  const kept: KeptService = {
    FROTA_API_URL: field('FROTA_API_URL', FIELDS.address, typed.address),
    FROTA_API_KEY_FILE: keyFile,
    FROTA_ACCOUNT_ID: field('FROTA_ACCOUNT_ID', FIELDS.account, typed.accountId),
  }
  if (key === '' && !existsSync(keyFile)) throw wrong(FIELDS.key, KEY_MISSING)
  if (key.length > KEY_CHARACTERS_MAX || /[^\x21-\x7e]/.test(key)) throw wrong(FIELDS.key, KEY_BAD)
  const tried: Config = {
    ...config,
    ...kept,
    FROTA_API_KEY: key === '' ? undefined : key,
    FROTA_API_KEY_FILE: key === '' ? keyFile : undefined,
    FROTA_FLEETS_FILE: undefined,
  }
  const log = openLog(config.LOG_LEVEL)
  const parts = { config: tried, clock, random, log, warn: () => undefined }
  const connection = connectConfigured(parts, kept.FROTA_API_URL)
  try {
    const signal = AbortSignal.timeout(TRYING_MS_MAX)
    const { simulated } = await checkService(tried, connection, { signal })
    return { kept, key, simulated }
  } finally {
    await closeConnection(connection)
  }
}

/** What becomes of the ledger's fleets; throws when they are of another account. */
export function ledgerAfter(
  fleets: readonly Pick<Fleet, 'accountId'>[],
  accountId: string,
  { embedded }: Pick<Secret, 'embedded'>,
): 'stays' | 'set-aside' {
  if (fleets.every((fleet) => fleet.accountId === accountId)) return 'stays'
  if (fleets.every((fleet) => fleet.accountId === embedded.accountId)) return 'set-aside'
  throw new Failure('wrong-account', {
    pt:
      'Este livro-razão é de outra conta. Abra o console com outro diretório de dados ' +
      '(FROTA_DATA_DIR) para a conta nova.',
    en:
      'This ledger is of another account. Open the console with another data directory ' +
      '(FROTA_DATA_DIR) for the new account.',
  })
}

/** Nobody may have the ledger open. Returns the name of the folder; undefined if there was none. */
export async function setLedgerAside(dataDir: string, nowMs: number): Promise<string | undefined> {
  const found = LEDGER_PARTS.filter((name) => existsSync(join(dataDir, name)))
  if (!found.includes('pgdata')) return undefined
  const at = Temporal.Instant.fromEpochMilliseconds(nowMs).toString({ smallestUnit: 'second' })
  const folder = `simulated-${at.replaceAll(/[-:]/g, '')}`
  await mkdir(join(dataDir, folder), { mode: 0o700 })
  // The database comes last: until then a restart finds the old ledger whole enough to open.
  for (const name of found.toReversed()) {
    await rename(join(dataDir, name), join(dataDir, folder, name))
  }
  return folder
}

/** The key first: settings that name a missing key would stop every command. */
export async function keepService({ kept, key }: TriedService): Promise<void> {
  const dataDir = dirname(kept.FROTA_API_KEY_FILE)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const mode = 0o600
  if (key !== '') await replaceFile(kept.FROTA_API_KEY_FILE, `${key}\n`, { mode })
  await replaceFile(keptServicePath(dataDir), `${JSON.stringify(kept, null, 2)}\n`, { mode })
}

const FIELDS = {
  address: { pt: 'Endereço', en: 'Address' },
  account: { pt: 'Conta', en: 'Account' },
  key: { pt: 'Chave', en: 'Key' },
}
const KEY_MISSING = { pt: 'cole a chave da API', en: 'paste the API key' }
const KEY_BAD = {
  pt: 'a chave é uma linha de letras, números e sinais, sem espaços',
  en: 'the key is one line of letters, digits and signs, without spaces',
}

function field(
  name: 'FROTA_API_URL' | 'FROTA_ACCOUNT_ID',
  label: { pt: string; en: string },
  typed: string,
): string {
  const parsed: Parsed<string> = options[name].parse(typed.trim())
  if (parsed.ok) return parsed.value
  throw wrong(label, parsed.expected)
}

function wrong(label: { pt: string; en: string }, cure: { pt: string; en: string }): Failure {
  return new Failure('usage', {
    pt: `${label.pt}: ${cure.pt}.`,
    en: `${label.en}: ${cure.en}.`,
  })
}
