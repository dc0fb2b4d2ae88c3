/** Reads the command line, runs the one command, and turns endings into exit codes. */
import { sayIn, type Locale } from '../bilingual.ts'
import { parseArgs } from 'node:util'
import type { Output } from '../app/output.ts'
import { flagOf, readConfig, readLocale } from '../config.ts'
import { describeError, Failure } from '../failure.ts'
import { beginTestSettings } from '../app/access/test-settings.ts'
import type { Command } from './command.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, generalHelp, groupHelp } from './help.ts'
import { logCommand } from './log-command.ts'
import { openOutput, type Terminal } from './output.ts'

const EXIT_DONE = 0
const EXIT_FAILURE = 1

/** The input of a command line; tests that run several in one process pass their own. */
export interface CommandLine {
  /** What was typed after `frota`. */
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal
}

/** Resolves with the exit code; never rejects. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  try {
    return await dispatch(line)
  } catch (error) {
    return report(error, line)
  }
}

async function dispatch(line: CommandLine): Promise<number> {
  const { argv, env, stdout, stderr, stop } = line
  const [first = '--help', ...typed] = argv
  const locale = localeOf(line)
  const print = (text: string): number => {
    stdout.write(`${text}\n`)
    return EXIT_DONE
  }
  if (['--help', '-h', 'help'].includes(first)) return print(generalHelp(locale))
  if (['--version', '-v'].includes(first)) {
    const { version } = await import('../app/version.ts')
    return print(version())
  }
  const found = findCommand(first, typed)
  if (found.kind === 'group') return print(groupHelp(found.name, found.subcommands, locale))
  const { name, command, rest } = found
  const { words, flags } = parse(name, command, rest)
  if (flags['help'] === true) return print(commandHelp(name, command, locale))
  const config = readConfig(flags, env)
  beginTestSettings(config)
  const shown = { json: flags['json'] === true, locale: config.FROTA_LOCALE }
  const output = openOutput(stdout, shown, stderr)
  using _announcing = announceStop(stop, output)
  const { run } = await command.load()
  let exitCode = EXIT_DONE
  const exitWith = (code: number): void => {
    exitCode = code
  }
  const simulated = flags['simulated'] === true
  const fleetGiven = typeof flags['fleet'] === 'string'
  const logged = logCommand(name, command, { level: config.LOG_LEVEL, stop })
  try {
    await run({ name, words, flags, config, output, stop, simulated, fleetGiven, exitWith })
  } catch (error) {
    logged?.ended(exitCodeOf(error), error)
    throw error
  }
  logged?.ended(exitCode)
  return exitCode
}

function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? error.exitCode : EXIT_FAILURE
}

function announceStop(stop: AbortSignal, { say, warn }: Output): Disposable {
  const pt = 'parando em ordem assim que possível; outro Ctrl-C encerra já.'
  const en = 'stopping in order as soon as possible; another Ctrl-C ends at once.'
  const announce = (): void => warn(say(pt, en))
  if (stop.aborted) announce()
  else stop.addEventListener('abort', announce, { once: true })
  return { [Symbol.dispose]: () => stop.removeEventListener('abort', announce) }
}

/** Finds the language before the configuration is read, for the error about a bad option. */
export function localeOf({ argv, env }: Pick<CommandLine, 'argv' | 'env'>): Locale {
  const at = argv.findIndex((word) => word === '--locale' || word.startsWith('--locale='))
  const word = argv[at]
  return readLocale(word === '--locale' ? argv[at + 1] : word?.slice('--locale='.length), env)
}

function parse(name: string, command: Command, rest: readonly string[]) {
  const known: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
  }
  for (const option of command.options) {
    const flag = flagOf(option)
    if (flag !== undefined) known[flag] = { type: 'string' }
  }
  for (const [flag, { value }] of Object.entries(command.flags ?? {})) {
    known[flag] = { type: value === undefined ? 'boolean' : 'string' }
  }
  try {
    const parsed = parseArgs({ args: [...rest], options: known, allowPositionals: true })
    const extra = parsed.positionals[argumentsMax(command)]
    if (extra !== undefined) {
      throw new Failure('usage', {
        pt: `frota ${name} não aceita "${extra}"; veja frota ${name} --help.`,
        en: `frota ${name} does not take "${extra}"; see frota ${name} --help.`,
      })
    }
    return { words: parsed.positionals, flags: parsed.values }
  } catch (cause) {
    throw cause instanceof Failure ? cause : misread(cause, name)
  }
}

/** The name of a subcommand is none of a command's words: one that it does not know is refused. */
function argumentsMax({ takes, argumentsMax: max }: Command): number {
  if (takes === undefined || takes === '[SUBCOMMAND]') return 0
  return max ?? takes.split(' ').length
}

/** One or two lines for a person; the stack only of a bug, since only a bug needs one. */
function report(error: unknown, line: CommandLine): number {
  const { stderr } = line
  const locale = localeOf(line)
  if (error instanceof Failure) {
    stderr.write(`frota: ${error.in(locale)}\n`)
    return exitCodeOf(error)
  }
  const said = sayIn(locale)(
    'um erro inesperado, por favor relate-o',
    'an unexpected error, please report it',
  )
  stderr.write(`frota: ${said}:\n${describeError(error, locale)}\n`)
  return exitCodeOf(error)
}

/** `parseArgs` quotes the wrong word, sometimes with its `<value>`. */
const QUOTED = /'(.*?)(?: <value>)?'/

/** `cause`: what `parseArgs` threw. */
export function misread(cause: unknown, name: string): Failure {
  const en = cause instanceof Error ? (cause.message.split(/\.\s/)[0] ?? '') : String(cause)
  const pt = inPortuguese(cause, QUOTED.exec(en)?.[1] ?? '') ?? en
  return new Failure(
    'usage',
    { pt: `${pt}; veja frota ${name} --help.`, en: `${en}; see frota ${name} --help.` },
    { cause },
  )
}

/** Undefined for a code that this release of Node gives and we do not know. */
function inPortuguese(cause: unknown, what: string): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `A opção '${what}' não existe`
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `O argumento '${what}' está a mais`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return undefined
  const { message } = cause instanceof Error ? cause : new Error('')
  if (message.includes('does not take an argument')) return `A opção '${what}' não aceita um valor`
  if (message.includes('argument missing')) return `Falta o valor da opção '${what}'`
  // A word that looks like an option follows an option that needs a value.
  return `O valor da opção '${what}' é ambíguo; escreva-o depois de um '='`
}
