/** No page has a flag, a name of an option or a command, whatever sentence of the terminal it shows. */
import { expect, test } from 'vitest'
import { TERMINAL_WORDS } from '../../src/app/without-commands.ts'
import { pageWords } from '../../src/console/frame/page-words.ts'
import { exceptionWords } from '../../src/console/exceptions/exception-words.ts'
import { consoleTextsOf } from '../../src/console/frame/messages.ts'
import { fleetWords } from '../../src/console/fleet/fleet-words.ts'
import { messagesOf } from '../../src/reconciliation/reports/words/reports.ts'
import { draftWords } from '../../src/console/uploads/draft-words.ts'
import {
  connectionFailure,
  noRight,
  READ_ONLY,
  startFailure,
} from '../../src/database/database-failure.ts'
import { directoryFailure, REPORTS } from '../../src/directory-failure.ts'
import { Failure } from '../../src/failure.ts'
import { sourceFiles } from '../support/source-files.ts'

const LOCALES = ['pt-BR', 'en'] as const

/** All texts of a catalogue, whatever its depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test.each(LOCALES)('advice and sentences in %s name buttons instead of flags', (locale) => {
  const { advice, exceptions, reasons } = messagesOf(locale)
  const all = textsIn([advice, exceptions, reasons])
  expect(all.filter((text) => TERMINAL_WORDS.test(text)).length).toBeGreaterThan(15)
  const left = all.map((text) => pageWords(text, locale))
  expect(left.filter((text) => TERMINAL_WORDS.test(text) || text === '')).toEqual([])
  expect(left.filter((text) => /`|\b(?:com na|with on)\b/.test(text))).toEqual([])
  const lapsed = pageWords(exceptions['approval-lapsed'].sentence, locale)
  expect(lapsed).toMatch(/rejeite-a na página Propostas\.$|reject it on the page Proposals\.$/)
  expect(pageWords(advice['choose-order'], locale)).toContain(exceptionWords(locale).choices.adopt)
  const { sentence } = exceptions['debt-over-limit']
  expect(sentence).toMatch(/\((Ajustes|Settings), .+ FROTA_ORDER_POLICY_FILE\)/)
  expect(pageWords(sentence, locale)).toMatch(/\((Ajustes, Regras|Settings, Rules)[a-z ]+\)/)
})

test('a person whom nobody named is an account of this computer', () => {
  const said = 'Regras mudadas por os:ana.souza em 25/11/2026.'
  expect(pageWords(said, 'pt-BR')).toContain('por ana.souza (neste computador) em')
  expect(pageWords('os:ana', 'en')).toBe('ana (on this computer)')
  expect(pageWords('Marcos: ana', 'en')).toBe('Marcos: ana')
})

test('no expected ending of the program brings its flags to a page', () => {
  const sentences = sourceFiles('src')
    .filter(({ path }) => !path.startsWith('src/cli/'))
    .flatMap(({ text }) => [...text.matchAll(/\b(pt|en): (?:'([^'\n]+)'|`([^`]+)`)/g)])
    .map(([, language, plain, filled]) => ({ language, text: plain ?? filled ?? '' }))
    .filter(({ text }) => TERMINAL_WORDS.test(text))
  expect(sentences.length).toBeGreaterThan(30)
  const said = sentences.map(({ language, text }) =>
    pageWords(text, language === 'en' ? 'en' : 'pt-BR'),
  )
  expect(said.filter((text) => TERMINAL_WORDS.test(text) || text.length < 10)).toEqual([])
})

test('a sentence is not cut behind its colon, and has no folder of the server', () => {
  const closed =
    '2026-03 foi fechado por Ana: /srv/frota/Filial São João/2026-03. Para reabrir: ' +
    'frota close 2026-03 --reopen --reason MOTIVO'
  expect(pageWords(closed, 'pt-BR')).toBe('2026-03 foi fechado por Ana.')
  const file = 'This file is no proposals.csv. Use the file that frota orders propose wrote, whole.'
  expect(pageWords(file, 'en')).toBe(
    'This file is no proposals-to-decide.csv. Use the file that is downloaded on this page, whole.',
  )
  expect(pageWords('Está cheio. Para esvaziar: frota check --out X', 'pt-BR', 'Peça.')).toBe(
    'Está cheio. Peça.',
  )
})

test('a sentence keeps its subject and its end where words of the terminal are left out', () => {
  const unread =
    'Nenhum código é mostrado: defina FROTA_API_URL. Antes de pagar: frota orders refresh'
  expect(pageWords(unread, 'pt-BR')).toBe(
    'Antes de pagar, abra de novo a página Pagar. O resto cabe a quem opera o frota, no terminal.',
  )
  const none =
    'No credential of FROTA_FLEETS_FILE is usable any more; the last was "sul": the service ' +
    'refuses its key or account. Put valid keys into: /run/secrets/a, /run/secrets/b'
  expect(pageWords(none, 'en')).toBe(
    'No credential is usable any more; the last was "sul": the service refuses its key or ' +
      'account. Who operates frota has to put valid keys in place.',
  )
  const fleet =
    'A frota "principal" não está em FROTA_FLEETS_FILE: indique com --fleet uma destas (norte) ou ' +
    'acrescente-a ao arquivo.'
  expect(pageWords(fleet, 'pt-BR')).toBe(
    'A frota "principal" não é mais das que o frota conhece: escolha outra em Frotas.',
  )
})

test('a disk without room for reports is told, and who can make room', () => {
  const full = directoryFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), '/r', REPORTS)
  if (!(full instanceof Failure)) throw new Error('A full disk is not named as one.')
  expect(pageWords(full.sentence.pt, 'pt-BR')).toBe(
    'O disco de /r está cheio. Quem opera o frota precisa resolver isto.',
  )
  expect(pageWords(full.sentence.en, 'en')).toBe(
    'The disk of /r is full. Who operates frota has to see to it.',
  )
})

test('a server that is away or refuses is told without its address and its options', () => {
  const place = 'db.example.com:5432'
  const said = (found: unknown, language: 'pt' | 'en') =>
    found instanceof Failure &&
    pageWords(found.sentence[language], language === 'en' ? 'en' : 'pt-BR')
  const theirs = 'Who operates frota has to see to it.'
  const away = startFailure(Object.assign(new Error(''), { code: 'ECONNREFUSED' }), place)
  expect(said(away, 'en')).toBe(`The database does not answer (ECONNREFUSED). ${theirs}`)
  expect(said(away, 'pt')).toBe(
    'O banco de dados não responde (ECONNREFUSED). Quem opera o frota precisa resolver isto.',
  )
  const refused = connectionFailure(Object.assign(new Error(''), { code: '28000' }), place)
  expect(said(refused, 'en')).toBe(`The database refused the user. ${theirs}`)
  expect(pageWords(READ_ONLY.en, 'en')).toBe(`The database takes no changes (read-only). ${theirs}`)
  expect(pageWords(noRight('x').en, 'en')).toMatch(/^The user at the server lacks rights/)
  const redis = 'O Redis não responde em 10.0.0.7:6379. Inicie-o ou corrija REDIS_URL; sem ele'
  expect(pageWords(redis, 'pt-BR')).toMatch(/^O Redis não responde\. Quem opera/)
})

test.each(LOCALES)('what a sentence in %s names in quotes is a button or a choice', (locale) => {
  const { run } = consoleTextsOf(locale)
  const { updateOwners, replace } = draftWords(locale)
  const { act, choices, free } = exceptionWords(locale)
  const buttons = [act, free, run.askAgain, run.again.resume, fleetWords(locale).edit]
  const controls = [...buttons, ...Object.values(choices), updateOwners, replace]
  const { advice, exceptions } = messagesOf(locale)
  const overlap = locale === 'en' ? 'repeat with --other-fleet' : 'repita com --other-fleet'
  const named = [...textsIn([advice, exceptions]), 'frota resume', overlap]
    .flatMap((text) => [...pageWords(text, locale).matchAll(/“([^”]+)”/g)])
    .map(([, control = '']) => control)
  expect(named.length).toBeGreaterThan(10)
  const isKnown = (name: string): boolean => controls.some((each) => each.startsWith(name))
  expect(named.filter((name) => !isKnown(name))).toEqual([])
})
