import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commands } from '../../../src/cli/commands.ts'
import { afterNone, lookUpDelays } from '../../../src/effects/look-up-delays.ts'
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import type { ReportException } from '../../../src/ledger/reports/report-rows.ts'
import { READING_PROBLEMS } from '../../../src/reconciliation/consultations/member-reasons.ts'
import { exceptionLine } from '../../../src/reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../../src/reconciliation/reports/words/reports.ts'
import { wordFor } from '../../../src/reconciliation/reports/words/messages.ts'
import { memoryException } from './memory-source.ts'

const LOCALES = ['pt-BR', 'en'] as const
const stages = new URL('../../../src/reconciliation/', import.meta.url)

/** Types are gone when a test runs, so the codes are read where they are written. */
async function codesIn(path: string, type?: string): Promise<string[]> {
  const source = await readFile(new URL(path, stages), 'utf8')
  const [, after = ''] = source.split(`export type ${type} =`)
  const text = type === undefined ? source : (after.split('\n\n')[0] ?? '')
  return [...text.matchAll(/^ {2}(?:\| )?'([a-z-]+)',?$/gm)].map(([, code]) => code ?? '')
}

test('every code of a stage has words in both languages', async () => {
  const order = await codesIn('orders/order-reasons.ts')
  const unfit = await codesIn('orders/proposing/fit-order.ts', 'UnfitWhy')
  const leftOut = [...(await codesIn('orders/proposing/choose-items.ts', 'LeftOutWhy')), ...unfit]
  const member = await codesIn('consultations/member-reasons.ts')
  expect(order).toEqual(expect.arrayContaining(['total-differs', 'order-missing', 'order-dead']))
  expect(leftOut).toEqual(expect.arrayContaining(['ordered', 'order-full']))
  expect(member).toEqual(expect.arrayContaining(['left', 'not-a-member']))
  const codes = [...order, ...leftOut, ...member, ...Object.values(READING_PROBLEMS)]
  for (const locale of LOCALES) {
    const { reasons } = messagesOf(locale)
    expect(codes.filter((code) => !Object.hasOwn(reasons, code))).toEqual([])
    expect(codes.filter((code) => code.includes('-') && wordFor(reasons, code) === code)).toEqual(
      [],
    )
  }
})

test('what the engine says when it gives up is said in Portuguese', () => {
  const { reasons } = messagesOf('pt-BR')
  const delays = lookUpDelays()
  const lookups = delays.delaysMs.length
  const said = [
    { lookups, doubts: 1 },
    { lookups, doubts: 99 },
    { lookups: 0, doubts: 1 },
  ].map((one) => afterNone({ kind: 'order', state: 'in-doubt', ...one }, delays).why)
  expect(said.filter((why) => wordFor(reasons, why) === why)).toEqual([])
})

test.each([
  ['pix-amount', 'o código Pix pede outro valor'],
  ['order-dead: 5f0f (expired)', 'o pedido foi encerrado sem pagar os débitos: 5f0f (expired)'],
  ['service-refused: status 422: no', 'o serviço recusou o pedido: resposta 422 do serviço: no'],
  ['2 at the service may be this one', '2 registros no serviço podem ser este'],
  ['unreadable: it is another consultation', 'a resposta não pôde ser entendida: é outra consulta'],
  ['VEHICLE_NOT_FOUND: not found', 'VEHICLE_NOT_FOUND: not found'],
  ['constructor', 'constructor'],
  ['constructor: x', 'constructor: x'],
  ['', ''],
])('%j is put into words, and what it names stays', (reason, words) => {
  expect(wordFor(messagesOf('pt-BR').reasons, reason)).toBe(words)
})

test('a reason of a service that repeats one of ours without end is no recursion', () => {
  const word = 'refused: '.repeat(50_000)
  expect(wordFor(messagesOf('en').reasons, word)).toContain('refused: refused: ')
})

test('a status of the service that looks like a code of ours stays its word', () => {
  const texts = messagesOf('pt-BR')
  const context = { zone: 'UTC', texts, locale: 'pt-BR', endedAt: '' } as const
  const sentence = (code: 'order-status-unknown' | 'member-excluded'): string =>
    exceptionLine(memoryException({ code, detail: 'refused' }), context).sentence
  expect(sentence('order-status-unknown')).toContain('"refused"')
  expect(sentence('member-excluded')).toContain(texts.reasons.refused)
})

test('a failed consultation is told in one language, and the words of the service are quoted', () => {
  const sentences = (more: Pick<ReportException, 'error' | 'detail'>) =>
    LOCALES.map((locale) => {
      const context = { zone: 'UTC', texts: messagesOf(locale), locale, endedAt: '' }
      const failed = memoryException({ code: 'consultation-failed', ...more })
      return exceptionLine(failed, context).sentence.replace(/ (Para|To ask).*/, '')
    })
  const error = { code: 'E', title: 'Órgão indisponível', message: '', action: 'Tente amanhã.' }
  expect(sentences({ error, detail: 'lookup' })).toEqual([
    'Órgão indisponível. Tente amanhã.',
    'The service says: "Órgão indisponível. Tente amanhã".',
  ])
  expect(sentences({ error: null, detail: 'failed without an error code' })).toEqual([
    'Consulta que falhou. falhou sem código de erro.',
    'Failed consultation. failed without an error code.',
  ])
})

test('every command that a text names is there', () => {
  for (const locale of LOCALES) {
    const named = [...JSON.stringify(messagesOf(locale)).matchAll(/`frota ([a-z-]+)/g)]
    expect(named.length).toBeGreaterThan(0)
    expect(named.map(([, name]) => name ?? '').filter((name) => !(name in commands))).toEqual([])
  }
})

test.each([
  ['pt-BR', '("baixado")', 'Multa: em velocidade: falhou: o órgão'],
  ['en', '("settled")', 'Multa: em velocidade: failed: the authority'],
] as const)('a status of the service is put into words in %s', (locale, status, item) => {
  const context = {
    texts: messagesOf(locale),
    locale,
    endedAt: '2026-01-16T12:00:00Z',
    zone: 'UTC',
  }
  const lineOf = (code: ExceptionCode, detail: string) =>
    exceptionLine(memoryException({ code, detail, amountCents: 323_379n }), context)
  const refunded = lineOf('order-refunded', 'settled')
  expect(refunded.sentence).toContain(status)
  const kept = lineOf('debt-not-settled', 'Multa: em velocidade: failed')
  expect(kept.sentence).toMatch(new RegExp(`^${item}`))
  // A word that the interface does not list is shown as it came.
  const odd = lineOf('settlement-late', 'odd')
  expect(odd.sentence).toContain('"odd"')
})
