import { expect, test } from 'vitest'
import { payWords } from '../../src/cli/orders.ts'

const open = {
  gate: 'open',
  gateReason: null,
  method: 'pix',
  pixExpiresAt: new Date('2026-11-22T02:30:00Z'),
  boletoDueDate: null,
} as const

test.each([
  ['a code by its local expiry', {}, 'pode pagar até 21/11/2026 23:30'],
  ['a code without one', { pixExpiresAt: null }, 'pode pagar'],
  [
    'a boleto by its day',
    { method: 'boleto', boletoDueDate: '2026-11-24' },
    'pode pagar até 24/11/2026',
  ],
  ['a boleto without one', { method: 'boleto', pixExpiresAt: null }, 'pode pagar'],
  [
    'a card, which is not paid from here',
    { method: 'credit_card' },
    'cartão: não se paga por aqui',
  ],
  [
    'a shut one by its reason',
    { gate: 'shut', gateReason: 'boleto-amount' },
    'o boleto pede outro valor',
  ],
  ['an unknown reason word for word', { gate: 'shut', gateReason: 'odd' }, 'odd'],
] as const)('says of %s', (_what, given, said) => {
  const output = { locale: 'pt-BR', say: (pt: string) => pt } as const
  expect(payWords({ ...open, ...given }, output, 'America/Sao_Paulo')).toBe(said)
})
