/** Reads the command line, runs the one command, and turns endings into exit codes. */
import { parseArgs } from 'node:util'
import { ifStillThere } from '../clock.ts'
import type { Locale } from '../app/output.ts'
import { flagOf, readConfig, readLocale } from '../config.ts'
import { Failure } from '../failure.ts'
import type { Flags } from '../config.ts'
import { beginTestSettings } from '../app/access/test-settings.ts'
import type { Command } from './command.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, generalHelp, groupHelp } from './help.ts'
import { misread } from './misread.ts'
import { openOutput } from './output.ts'
import { stopOnSignals } from './signals.ts'

const EXIT_FAILURE = 1
/**
 * Everything of ours is closed when a command has ended. What a library then still waits for (the
 * queue for a Redis that is gone) must not outlast the ten seconds that a container is given.
 */
const LINGER_MS = 1_000

export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', forgetClosedPipe)
  process.stderr.on('error', forgetClosedPipe)
  try {
    await dispatch(argv)
  } catch (error) {
    process.exitCode = report(error, localeOf(argv))
  }
  ifStillThere(LINGER_MS, () => process.exit())
}

/** A reader that has seen enough (`| head`) ends no run: its work is in the ledger and the files. */
function forgetClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function dispatch(argv: readonly string[]): Promise<void> {
  const [first = '--help', ...typed] = argv
  const locale = localeOf(argv)
  if (['--help', '-h', 'help'].includes(first)) {
    process.stdout.write(`${generalHelp(locale)}\n`)
    return
  }
  if (['--version', '-v'].includes(first)) {
    const { version } = await import('../app/version.ts')
    process.stdout.write(`${version()}\n`)
    return
  }
  const found = findCommand(first, typed)
  if (found.kind === 'group') {
    process.stdout.write(`${groupHelp(found.name, found.subcommands, locale)}\n`)
    return
  }
  const { name, command, rest } = found
  const { words, flags } = parse(name, command, rest)
  if (flags['help'] === true) {
    process.stdout.write(`${commandHelp(name, command, locale)}\n`)
    return
  }
  const config = readConfig(flags)
  beginTestSettings(config)
  const shown = { json: flags['json'] === true, locale: config.FROTA_LOCALE }
  const output = openOutput(process.stdout, shown, process.stderr)
  using signals = stopOnSignals(process, () =>
    output.warn(output.say('parando em ordem…', 'stopping in order…')),
  )
  const { run } = await command.load()
  const exitWith = (code: number): void => {
    process.exitCode = code
  }
  const { stop } = signals
  const simulated = flags['simulated'] === true
  const fleetGiven = typeof flags['fleet'] === 'string'
  await run({ name, words, flags, config, output, stop, simulated, fleetGiven, exitWith })
}

/** Needed before the configuration can be read: a bad option must still find its language. */
function localeOf(argv: readonly string[]): Locale {
  const at = argv.findIndex((word) => word === '--locale' || word.startsWith('--locale='))
  const word = argv[at]
  return readLocale(word === '--locale' ? argv[at + 1] : word?.slice('--locale='.length))
}

function parse(
  name: string,
  command: Command,
  rest: readonly string[],
): { words: string[]; flags: Flags } {
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
    if (parsed.positionals.length > command.argumentsMax) {
      const extra = parsed.positionals[command.argumentsMax]
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

/** One or two lines for a person; the stack only of a bug, since only a bug needs one. */
function report(error: unknown, locale: Locale): number {
  if (error instanceof Failure) {
    process.stderr.write(`frota: ${error.in(locale)}\n`)
    return error.exitCode
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const said =
    locale === 'pt-BR'
      ? 'um erro inesperado, por favor relate-o'
      : 'an unexpected error, please report it'
  process.stderr.write(`frota: ${said}:\n${detail}\n`)
  return EXIT_FAILURE
}
