/**
 * The settings of a night, as the ledger passes them to other machines: options as text and named
 * files as contents, so that they are parsed, and refused, like what a person gave.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { formatCents } from '../../fleet/money.ts'
import { options } from '../../options.ts'
import type { Option } from '../../option.ts'

const SHARED = [
  'FROTA_CONSULTATIONS_PER_HOUR',
  'FROTA_ORDERS_PER_HOUR',
  'FROTA_FRESHNESS',
  'FROTA_FOR_CLOSE',
  'FROTA_ORDER_METHOD',
  'FROTA_APPROVE_UP_TO',
  'FROTA_CSV_FLAVOUR',
  'FROTA_LOCALE',
  'FROTA_TIME_ZONE',
  'FROTA_TEST_SCALE',
] as const
/** Options that name files: their contents are shared, since the paths mean nothing elsewhere. */
const SHARED_FILES = [
  'FROTA_PLAN_FILE',
  'FROTA_ORDER_POLICY_FILE',
  'FROTA_ORDER_STATUSES_FILE',
] as const

export interface SharedSettings {
  readonly options: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

/** Throws a Failure that names a file that cannot be read. */
export function sharedSettings(config: Config): SharedSettings {
  const files = SHARED_FILES.flatMap((name) => {
    const path = config[name]
    return path === undefined ? [] : [[name, readFileSync(path, 'utf8')] as const]
  })
  return {
    options: Object.fromEntries(
      SHARED.flatMap((name) => {
        const value = config[name]
        return value === undefined ? [] : [[name, textOf(value)] as const]
      }),
    ),
    files: Object.fromEntries(files),
  }
}

function textOf(value: string | number | bigint): string {
  return typeof value === 'bigint' ? formatCents(value) : String(value)
}

/**
 * The configuration with the shared settings in place of its own, or the default where none was
 * shared; files are written to `dir`. Throws `configuration`.
 */
export async function withShared(config: Config, json: object, dir: string): Promise<Config> {
  const shared = asShared(json)
  const adopted: Record<string, unknown> = {}
  for (const name of SHARED) {
    const text = shared.options[name]
    const option: Option = options[name]
    if (text === undefined) {
      // Not shared: this machine's own value would override the shared policy.
      if (option.default === undefined) adopted[name] = undefined
      continue
    }
    const parsed = option.parse(text)
    if (!parsed.ok) throw notUnderstood(name)
    adopted[name] = parsed.value
  }
  for (const name of SHARED_FILES) {
    const text = shared.files[name]
    adopted[name] = text === undefined ? undefined : await laidDown(dir, name, text)
  }
  return { ...config, ...adopted }
}

async function laidDown(dir: string, name: string, text: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${name}.json`)
  // Two workers of a machine may start at once.
  const whole = `${path}.${process.pid}.new`
  await writeFile(whole, text, { mode: 0o600 })
  await rename(whole, path)
  return path
}

function asShared(json: object): SharedSettings {
  const { options: given, files } = json as Partial<Record<keyof SharedSettings, unknown>>
  if (!isTexts(given) || !isTexts(files)) throw notUnderstood('settings')
  return { options: given, files }
}

function isTexts(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((each) => typeof each === 'string')
}

function notUnderstood(name: string): Failure {
  return new Failure('configuration', {
    pt:
      `O que o livro-razão guarda de ${name} não é entendido aqui: use a mesma versão do frota ` +
      'em todas as máquinas, ou defina FROTA_API_URL e as opções também nesta.',
    en:
      `What the ledger keeps of ${name} is not understood here: use the same version of frota on ` +
      'all machines, or set FROTA_API_URL and the options on this one, too.',
  })
}
