/**
 * Reads the environment and the flags once, by the one table of options (src/options.ts), and dies
 * at start on a bad value with a sentence that names the option, the value and the cure.
 */
import { readFileSync } from 'node:fs'
import { Failure } from './failure.ts'
import { options, type OptionName, type OptionValue } from './options.ts'
import type { Option } from './option.ts'
import { entriesOf, keysOf } from './fields.ts'
import { folderHolds } from './folder-holds.ts'
import { KEPT_NAMES, readKeptService } from './kept-service.ts'
import { unreadableFile } from './unreadable-file.ts'

export type Config = { readonly [N in OptionName]: OptionValue<N> }

/** What was typed: flag name -> text, as parseArgs returns it. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>

export function readConfig(
  flags: Flags = {},
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const values: Record<string, unknown> = {}
  const given = withKept(flags, environment)
  for (const [name, option] of entriesOf(options)) {
    values[name] = readOption(name, option, flags, given)
  }
  if (!isConfig(values)) throw new Error('An option was not read.')
  requireApart(values)
  return values
}

/** What lies in the watched folder is moved away, were it the ledger. */
function requireApart(config: Config): void {
  const { FROTA_INBOX_DIR: inbox } = config
  if (inbox === undefined) return
  for (const name of ['FROTA_DATA_DIR', 'FROTA_REPORTS_DIR'] as const) {
    const own = config[name]
    if (!folderHolds(inbox, own)) continue
    throw new Failure('configuration', {
      pt: `FROTA_INBOX_DIR: ${inbox} contém ${name} (${own}), e o que está na pasta vigiada é levado embora. Escolha outra pasta.`,
      en: `FROTA_INBOX_DIR: ${inbox} holds ${name} (${own}), and what is in the watched folder is moved away. Choose another folder.`,
    })
  }
}

/** Of an embedded ledger; a server's ledger names its service itself. */
function withKept(flags: Flags, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = [...KEPT_NAMES, 'FROTA_FLEETS_FILE', 'FROTA_API_KEY', 'DATABASE_URL'] as const
  const isGiven = (name: OptionName): boolean => {
    const typed = flags[flagOf(name) ?? '']
    return (typeof typed === 'string' ? typed : (environment[name] ?? '')).trim() !== ''
  }
  if (names.some(isGiven)) return environment
  const dataDir = readOption('FROTA_DATA_DIR', options.FROTA_DATA_DIR, flags, environment)
  return { ...environment, ...readKeptService(String(dataDir)) }
}

/** `readOption` gives each value the type of its option. */
function isConfig(values: object): values is Config {
  return keysOf(options).every((name) => name in values)
}

/** Finds the language first, so that errors in the rest of the configuration are told in it. */
export function readLocale(
  typed: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Config['FROTA_LOCALE'] {
  const { parse, default: fallback } = options.FROTA_LOCALE
  const parsed = parse(typed ?? environment['FROTA_LOCALE'] ?? fallback)
  return parsed.ok ? parsed.value : fallback
}

/** The flag of an option, or undefined for a secret: secrets have no flag. */
export function flagOf(name: OptionName): string | undefined {
  const option: Option = options[name]
  return option.secret === true
    ? undefined
    : name
        .replace(/^FROTA_/, '')
        .toLowerCase()
        .replaceAll('_', '-')
}

function readOption(
  name: OptionName,
  option: Option,
  flags: Flags,
  environment: NodeJS.ProcessEnv,
): unknown {
  const flag = flagOf(name)
  const typed = flag === undefined ? undefined : flags[flag]
  const text = typeof typed === 'string' ? typed : environment[name]
  if (text === undefined || text.trim() === '') return option.default
  const parsed = option.parse(text.trim())
  if (parsed.ok) return parsed.value
  const label = typeof typed === 'string' ? `--${flag}` : name
  const { pt, en } = parsed.expected
  const secret = option.secret === true
  const shown = JSON.stringify(text.slice(0, 80))
  throw new Failure('configuration', {
    pt: `${label}: ${secret ? 'o valor dado' : shown} não serve: ${pt}.`,
    en: `${label}: ${secret ? 'the given value' : shown} is not usable: ${en}.`,
  })
}

/** Reads a secret again at every call, so that a rotated key file takes effect without a restart. */
export function secretReader(config: Config): (() => string) | undefined {
  return keyReader('FROTA_API_KEY_FILE', config.FROTA_API_KEY_FILE, config.FROTA_API_KEY)
}

/** Like `secretReader`, for the service that live mode forwards to. */
export function liveKeyReader(config: Config): (() => string) | undefined {
  return keyReader('LIVE_API_KEY_FILE', config.LIVE_API_KEY_FILE, config.LIVE_API_KEY)
}

/** Reads a key file that another file names; errors name `option`, the option of that other file. */
export function keyFileReader(option: OptionName, path: string): () => string {
  return () => readKeyFile(option, path)
}

function keyReader(option: OptionName, path: string | undefined, key: string | undefined) {
  if (path !== undefined) return () => readKeyFile(option, path)
  return key === undefined ? undefined : () => oneKey(key, option.replace('_FILE', ''))
}

function readKeyFile(option: OptionName, path: string): string {
  let key
  try {
    key = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw unreadableFile('configuration', `${option}: ${path}`, cause)
  }
  return oneKey(key, `${option}: ${path}`)
}

/** A header takes nothing else, so the service could not even be asked. */
function oneKey(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Failure('configuration', {
    pt: `${where} deve conter uma só chave da API, numa só linha, e nada mais.`,
    en: `${where} must hold one API key, on one line, and nothing else.`,
  })
}
