/** `--help`, for all commands and for one, from the tables of commands and options. */
import { inLocale, sayIn, type Locale } from '../bilingual.ts'
import { flagOf } from '../config.ts'
import { options, type OptionName } from '../options.ts'
import type { Option } from '../option.ts'
import type { Command } from './command.ts'
import { commandGroups } from './commands.ts'

const LEFT_COLUMN_CHARACTERS = 34

const wordsPt: Readonly<Record<string, string>> = {
  FILE: 'ARQUIVO',
  HOURS: 'HORAS',
  PLATE: 'PLACA',
  RUN: 'EXECUÇÃO',
  NAME: 'NOME',
  PORT: 'PORTA',
  PREFIX: 'PREFIXO',
  SUBCOMMAND: 'SUBCOMANDO',
  DURATION: 'DURAÇÃO',
  BUCKET: 'COTA',
  PLAN: 'PROPOSTA',
  ORDER: 'PEDIDO',
  DATE: 'DATA',
  TEXT: 'TEXTO',
  FOLDER: 'PASTA',
  MONTH: 'MÊS',
  DAY: 'DIA',
  DAYS: 'DIAS',
  LINE: 'LINHA',
  ADDRESS: 'ENDEREÇO',
  ACCOUNT: 'CONTA',
  STATEMENT: 'EXTRATO',
  ZONE: 'FUSO',
  FIELD: 'CAMPO',
  COLUMN: 'COLUNA',
}

export function generalHelp(locale: Locale): string {
  const say = sayIn(locale)
  const list = commandGroups.flatMap((group) => [
    `${inLocale(group, locale)}:`,
    ...Object.entries(group.commands).map(([name, command]) =>
      entry(`${name} ${placeholder(command.takes, locale)}`, inLocale(command, locale)),
    ),
    '',
  ])
  return [
    say(
      'frota transforma a planilha de uma frota em um livro-razão conciliado de débitos.',
      "frota turns a fleet's spreadsheet into a reconciled ledger of vehicle debts.",
    ),
    '',
    say('Uso: frota COMANDO [opções]', 'Usage: frota COMMAND [options]'),
    '',
    ...list,
    say(
      'Ajuda de um comando: frota COMANDO --help. Códigos de saída: 0 feito, 1 falha,\n' +
        '2 uso ou configuração, 75 já em execução.',
      'Help of a command: frota COMMAND --help. Exit codes: 0 done, 1 failure, 2 usage or\n' +
        'configuration, 75 already running.',
    ),
  ].join('\n')
}

export function commandHelp(name: string, command: Command, locale: Locale): string {
  const say = sayIn(locale)
  const flags = Object.entries(command.flags ?? {}).map(([flag, { value, ...text }]) =>
    entry(`--${flag} ${placeholder(value, locale)}`, inLocale(text, locale)),
  )
  return [
    `frota ${name} ${placeholder(command.takes, locale)}`.trim(),
    '',
    inLocale(command, locale),
    '',
    ...flags,
    entry('--json', say('um objeto JSON na saída', 'one JSON object on standard output')),
    '',
    say('Opções (ou a variável de ambiente):', 'Options (or the environment variable):'),
    '',
    ...command.options.map((option) => describe(option, locale)),
    ...subcommandLines(name, command.subcommands ?? {}, locale),
  ].join('\n')
}

/** The subcommands that begin with the same word: `frota service keys --help`. */
export function groupHelp(
  name: string,
  subcommands: Readonly<Record<string, Command>>,
  locale: Locale,
): string {
  const root = name.split(' ')[0] ?? name
  const [, ...lines] = subcommandLines(root, subcommands, locale)
  return lines.join('\n')
}

function subcommandLines(
  name: string,
  subcommands: Readonly<Record<string, Command>>,
  locale: Locale,
): string[] {
  const list = Object.entries(subcommands).map(([words, command]) =>
    entry(`${words} ${placeholder(command.takes, locale)}`, inLocale(command, locale)),
  )
  if (list.length === 0) return []
  const title = sayIn(locale)(
    `Subcomandos (frota ${name} SUBCOMANDO --help):`,
    `Subcommands (frota ${name} SUBCOMMAND --help):`,
  )
  return ['', title, '', ...list]
}

/** The placeholder of a value, translated from the English words of the tables. */
function placeholder(text: string | undefined, locale: Locale): string {
  if (text === undefined || locale === 'en') return text ?? ''
  return text.replace(/[A-Z]+/g, (word) => wordsPt[word] ?? word)
}

function describe(name: OptionName, locale: Locale): string {
  const option: Option = options[name]
  const flag = flagOf(name)
  const sentence = inLocale(option, locale)
  const fallback = shownDefault(option)
  const names = flag === undefined ? name : `--${flag}, ${name}`
  return `${names}\n    ${sentence}${fallback === '' ? '' : ` [${fallback}]`}`
}

/** The default as a person would type it; empty when there is none. */
export function shownDefault(option: Option): string {
  const { default: value } = option
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : ''
}

function entry(left: string, right: string): string {
  return `  ${left.trim().padEnd(LEFT_COLUMN_CHARACTERS)} ${right}`
}
