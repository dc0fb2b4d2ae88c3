/** Durations and what is held, in both languages. */
import { expect, test } from 'vitest'
import { duration } from '../../src/app/duration.ts'
import { moneyLines } from '../../src/cli/status/status-view.ts'
import { waitingLines } from '../../src/cli/status/waiting-lines.ts'
import { openOutput } from '../../src/cli/output.ts'
import type { MoneyBlock } from '../../src/ledger/effects/money-blocks.ts'
import type { ExceptionLine } from '../../src/reconciliation/reports/files/exception-line.ts'
import { memoryException } from '../reconciliation/reports/memory-source.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const terminal = { write: () => true }
const pt = openOutput(terminal, { json: false, locale: 'pt-BR' })
const en = openOutput(terminal, { json: false, locale: 'en' })

test.each([
  [0, '0 s', '0 s'],
  [59_400, '59 s', '59 s'],
  [180_750, '3 min 1 s', '3 min 1 s'],
  [10 * MINUTE_MS, '10 min', '10 min'],
  [HOUR_MS - 1, '1 h', '1 h'],
  [5 * HOUR_MS + 7 * MINUTE_MS, '5 h 7 min', '5 h 7 min'],
  [25 * HOUR_MS + 7 * MINUTE_MS, '1 dia 1 h', '1 day 1 h'],
  [48 * HOUR_MS, '2 dias', '2 days'],
  [-5, '0 s', '0 s'],
])('%s ms are %s, in English %s', (ms, portuguese, english) => {
  expect([duration(ms, pt), duration(ms, en)]).toEqual([portuguese, english])
})

test('what waits is told by kind, five of each, with its age and its sentence', () => {
  const line = (at: number): ExceptionLine => ({
    ...memoryException({ code: 'order-twin', reference: String(at) }),
    severity: 'error',
    plate: `ABC1D${String(at).padStart(2, '0')}`,
    ageDays: 2,
    ageClass: '0-7',
    order: null,
    debt: null,
    sentence: 'Veja `frota status`.',
  })
  const at = { zone: 'America/Sao_Paulo', nowMs: Date.UTC(2026, 0, 16, 12) }
  const group = { code: 'order-twin', rows: 7, shown: [line(0), line(1)] } as const
  const blocked = { code: 'money-blocked', rows: 1, shown: [{ ...line(2), plate: '' }] } as const
  expect(waitingLines('Precisa de uma pessoa', [group, blocked], pt, at)).toEqual([
    'Precisa de uma pessoa: 8',
    '  Outro pedido com um débito nosso: não pague: 7',
    '    ABC1D00  desde 14/01, 09:00 (2 dias)  Veja frota status.',
    '    ABC1D01  desde 14/01, 09:00 (2 dias)  Veja frota status.',
    '    e mais 5',
    '  Nenhum pedido ou pagamento é enviado agora: 1',
    '    desde 14/01, 09:00 (2 dias)  Veja frota status.',
  ])
  expect(waitingLines('Needs a person', [], en, at)).toEqual([])
  expect(waitingLines('Needs a person', [group], en, at)[4]).toBe('    and 5 more')
})

test('blocked money says how far its reading has come, and why it does not end', () => {
  const block: MoneyBlock = {
    id: 'block',
    why: 'unknown-intents',
    since: new Date(Date.UTC(2026, 0, 15, 12)),
    tries: 2,
    triedAt: null,
    problem: 'service-unreachable',
    ordersRead: 300,
    ordersRecorded: 1,
    ordersForeign: 0,
    clearedAt: null,
  }
  expect(moneyLines(block, en)).toEqual([
    'Money is blocked: 300 orders read in 2 tries; the last failed (service-unreachable).',
  ])
  const [, cure] = moneyLines({ ...block, problem: 'other-accounts' }, pt)
  expect(cure).toMatch(/execute frota nightly sem --fleet/)
  expect(moneyLines(undefined, pt)).toEqual([])
})
