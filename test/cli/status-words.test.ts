/** Durations and what is held, in both languages. */
import { expect, test } from 'vitest'
import { duration } from '../../src/cli/duration.ts'
import { heldLines } from '../../src/cli/status/held-lines.ts'
import { moneyLines } from '../../src/cli/status/money-lines.ts'
import { openOutput } from '../../src/cli/output.ts'
import type { HeldEffect } from '../../src/ledger/effects-held.ts'
import type { MoneyBlock } from '../../src/ledger/money-blocks.ts'

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

test('what needs a person comes first, ten of each sort, with the reason in words', () => {
  const held = (at: number, state: HeldEffect['state']): HeldEffect => ({
    id: String(at),
    plate: `ABC1D${String(at).padStart(2, '0')}`,
    kind: 'order',
    state,
    reason: 'not found yet',
    lookUpAt: state === 'held' ? new Date(Date.UTC(2026, 0, 15, 12)) : null,
    since: new Date(Date.UTC(2026, 0, 14, 12)),
  })
  const many = Array.from({ length: 12 }, (_, at) => held(at, 'needs-person'))
  const at = { zone: 'America/Sao_Paulo', nowMs: Date.UTC(2026, 0, 16, 12) }
  const lines = heldLines([held(50, 'held'), ...many], pt, at)
  expect(lines[0]).toBe('Precisa de uma pessoa: 12')
  expect(lines[1]).toBe(
    '  ABC1D00  pedido  desde 14/01, 09:00 (2 dias) · ainda não encontrado no serviço',
  )
  expect(lines[11]).toBe('  e mais 2')
  expect(lines[12]).toMatch(/^  → Foi enviado três vezes .* Não pague antes\.$/)
  expect(lines.slice(13)).toEqual([
    'Será procurado no serviço: 1',
    '  ABC1D50  pedido  desde 14/01, 09:00 (2 dias), procurado às 15/01, 09:00 · ' +
      'ainda não encontrado no serviço',
    expect.stringMatching(/^  → Não foi encontrado, .* É procurado de novo: 15\/01, 09:00; /),
  ])
  expect(heldLines([], en, at)).toEqual([])
  expect(heldLines(many, en, at)[11]).toBe('  and 2 more')
})

test('blocked money says why, until what, and what not to do meanwhile', () => {
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
  const text = moneyLines(block, en, 'UTC').join(' ')
  expect(text).toMatch(/^Money is blocked since .*an older ledger was put back/)
  expect(text).toMatch(/every order of the service was read.*300 read in 2 tries.*unreachable/)
  expect(text).toMatch(/Do not order or pay by hand/)
  expect(moneyLines(undefined, pt, 'UTC')).toEqual([])
})
