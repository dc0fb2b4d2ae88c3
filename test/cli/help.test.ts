/** Help, the argument parser and the configuration come from one table; nobody is forgotten. */
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { commandHelp, generalHelp } from '../../src/cli/help.ts'
import { flagOf, readConfig } from '../../src/config.ts'
import { options, type OptionName } from '../../src/options.ts'
import type { Option } from '../../src/option.ts'
import { failureOf } from '../support/failure-of.ts'

const LOCALES = ['pt-BR', 'en'] as const
const COLUMNS_MAX = 120
const names = Object.keys(options) as OptionName[]
const every = Object.entries(commands).flatMap(([name, command]): [string, Command][] => [
  [name, command],
  ...Object.entries(command.subcommands ?? {}).map(([words, each]): [string, Command] => [
    `${name} ${words}`,
    each,
  ]),
])

/** Placeholders that are the same in Portuguese. */
const SAME = ['RENAVAM', 'REAIS', 'CPF', 'CNPJ', 'DOC', 'HASH', 'SEQ']

test.each(every)('what %s takes is said in Portuguese', (name, command) => {
  const values = Object.values(command.flags ?? {}).map(({ value = '' }) => value)
  const placeholders = [command.takes ?? '', ...values].join(' ').match(/[A-Z]{3,}/g) ?? []
  const help = commandHelp(name, command, 'pt-BR')
  const english = placeholders.filter((word) => new RegExp(`[ ,=[]${word}\\b`).test(help))
  expect(english.filter((word) => !SAME.includes(word))).toEqual([])
})

describe.each(LOCALES)('help in %s', (locale) => {
  const pt = locale === 'pt-BR'

  test('names every command and what it is for', () => {
    const help = generalHelp(locale)
    for (const [name, command] of Object.entries(commands)) {
      expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
      expect(help).toContain(pt ? command.pt : command.en)
    }
  })

  test('shows each command once, in the group of those who use it', () => {
    const titles = pt
      ? ['Todo dia:', 'Dinheiro:', 'Administração:']
      : ['Every day:', 'Money:', 'Administration:']
    const [, daily = '', money = '', administration = ''] = generalHelp(locale).split(
      new RegExp(`^(?:${titles.join('|')})$`, 'm'),
    )
    const named = (text: string) =>
      [...text.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
    expect(named(daily)).toEqual(expect.arrayContaining(['reconcile', 'check', 'status', 'why']))
    expect(named(money)).toEqual(['debts', 'orders', 'report', 'close', 'bank', 'audit'])
    const keeping = ['doctor', 'backup', 'restore', 'purge']
    const administering = ['worker', 'schedules', 'people', 'quota', ...keeping, 'service']
    expect(named(administration)).toEqual(administering)
    expect([...named(daily), ...named(money), ...named(administration)].sort()).toEqual(
      Object.keys(commands).sort(),
    )
  })

  test.each(every)('of %s lists each option and flag it takes', (name, command) => {
    const help = commandHelp(name, command, locale)
    expect(help).toMatch(new RegExp(`^frota ${name}`))
    expect(help).toContain(pt ? command.pt : command.en)
    expect(command.pt).not.toBe(command.en)
    expect(help).toContain('--json')
    for (const option of command.options) {
      const flag = flagOf(option)
      expect(help).toContain(flag === undefined ? option : `--${flag}, ${option}`)
      expect(help).toContain(pt ? options[option].pt : options[option].en)
    }
    for (const [flag, { value, ...text }] of Object.entries(command.flags ?? {})) {
      // What stands for the value is in the reader's language too.
      expect(help).toMatch(new RegExp(`^  --${flag} ${value === undefined ? ' ' : '[^ ]'}`, 'm'))
      expect(help).toContain(pt ? text.pt : text.en)
    }
    expect(help.split('\n').filter((line) => line.length > COLUMNS_MAX)).toEqual([])
  })
})

describe('the table of options', () => {
  test('every option is taken by some command', () => {
    const taken = new Set(every.flatMap(([, { options: each }]) => [...each]))
    expect(names.filter((name) => !taken.has(name))).toEqual([])
  })

  test('no flag of a command hides an option that it takes', () => {
    for (const [, command] of every) {
      const flags = command.options.map(flagOf)
      expect(Object.keys(command.flags ?? {}).filter((flag) => flags.includes(flag))).toEqual([])
    }
  })

  test('secrets have no flag', () => {
    const secret = names.filter((name) => (options[name] as Option).secret === true)
    const told = ['FROTA_PING_URL', 'FROTA_NOTIFY']
    const stores = ['DATABASE_URL', 'REDIS_URL']
    expect(secret).toEqual(['FROTA_API_KEY', ...stores, ...told, 'LIVE_API_KEY'])
    expect(secret.filter((name) => flagOf(name) !== undefined)).toEqual([])
  })

  test('every option is explained in both languages', () => {
    for (const name of names) {
      const { pt, en } = options[name]
      expect(pt).not.toBe('')
      expect(en).not.toBe('')
    }
  })
})

describe('a bad value', () => {
  const bad: [OptionName, string][] = [
    ['FROTA_API_URL', 'ftp://host'],
    ['FROTA_ACCOUNT_ID', '42'],
    ['DATABASE_URL', 'mysql://user:hidden-word@host'],
    ['REDIS_URL', 'http://user:hidden-word@host'],
    ['FROTA_PERSON', '529.982.247-25'],
    ['FROTA_CONSOLE_ORIGIN', 'http://frota.example'],
    ['FROTA_CONSOLE_PERSON_HEADER', 'X Person'],
    ['FROTA_CONSOLE_PROXY', 'proxy'],
    ['FROTA_METRICS_PORT', '65536'],
    ['FROTA_METRICS_HOST', 'localhost'],
    ['FROTA_PING_URL', 'http://ping.example'],
    ['FROTA_NOTIFY', 'ana'],
    ['FROTA_SMTP_URL', 'http://smtp.example'],
    ['FROTA_SMTP_FROM', 'frota'],
    ['FROTA_REPORT_DAYS', '29'],
    ['FROTA_INBOX_SETTLE', '0'],
    ['FROTA_CONSULTATIONS_PER_HOUR', '0'],
    ['FROTA_ORDERS_PER_HOUR', '1e3'],
    ['FROTA_FRESHNESS', '3651'],
    ['FROTA_FOR_CLOSE', '367'],
    ['FROTA_ORDER_METHOD', 'PIX'],
    ['FROTA_APPROVE_UP_TO', '-1'],
    ['FROTA_CONSOLE_FACTOR', 'all'],
    ['FROTA_CSV_FLAVOUR', 'csv'],
    ['FROTA_LOCALE', 'pt'],
    ['FROTA_TIME_ZONE', 'Brasília'],
    ['FROTA_TEST_SCALE', '0'],
    ['FROTA_START_AT', '2026-12-31'],
    ['LOG_LEVEL', 'loud'],
    ['PORT', '65536'],
    ['LOOKUP_MODE', 'real'],
    ['PAYMENTS_MODE', 'real'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example;https://b.example'],
    ['PUBLIC_BASE_URL', 'https://host.example/debts'],
    ['DEV_BASE_URL', '//host'],
    ['SERVICE_WINDOW', 'sliding'],
    ['SERVICE_COUNT_REFUSED', 'true'],
    ['LIVE_API_URL', 'host'],
    ['LIVE_ACCOUNT_ID', '42'],
  ]

  test.each(bad)('of %s dies at start, naming it and the cure', (name, value) => {
    const failure = failureOf(() => readConfig({}, { [name]: value }))
    expect(failure).toMatchObject({ code: 'configuration', exitCode: 2 })
    expect(failure.message).toMatch(new RegExp(`^${name}: .* is not usable: give `))
    expect(failure.message).not.toContain('hidden-word')
    const flag = flagOf(name)
    if (flag === undefined) return
    const typed = failureOf(() => readConfig({ [flag]: value }, {}))
    expect(typed.message).toContain(`--${flag}: ${JSON.stringify(value)}`)
  })

  test('origins are taken as browsers write them', () => {
    const { CORS_ORIGINS } = readConfig(
      {},
      { CORS_ORIGINS: 'https://A.example/, http://b.example:81,' },
    )
    expect(CORS_ORIGINS).toEqual(['https://a.example', 'http://b.example:81'])
  })

  test('every option that can be refused is tried above', () => {
    const anyText = names.filter((name) => options[name].parse('\u0000 any text').ok)
    const tried = new Set<string>([...anyText, ...bad.map(([name]) => name)])
    expect(names.filter((name) => !tried.has(name))).toEqual([])
  })

  test('a flag wins over the environment, and an empty value means the default', () => {
    const environment = { FROTA_FRESHNESS: '3', FROTA_LOCALE: ' ' }
    expect(readConfig({ freshness: '5' }, environment)).toMatchObject({
      FROTA_FRESHNESS: 5,
      FROTA_LOCALE: 'pt-BR',
    })
  })
})
