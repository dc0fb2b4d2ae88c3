import { expect, test } from 'vitest'
import { isBalance, readAmount, readDay } from '../../../src/sheets/statement/statement-values.ts'

test.each<[string, bigint | undefined]>([
  ['-1234.56', -123456n],
  ['-1.234,56', -123456n],
  ['1,234.56', 123456n],
  ['1.234.567,8', 123456780n],
  ['1.234.567', 123456700n],
  ['1.234,56-', -123456n],
  ['(1.234,56)', -123456n],
  ['R$ -7', -700n],
  ['+0,5', 50n],
  ['10.0000', 1000n],
  ['88,10 D', -8810n],
  ['88,10 C', 8810n],
  ['-88,10 C', undefined],
  ['--1', undefined],
  ['1.234', undefined],
  ['1.230', undefined],
  ['100,000', undefined],
  ['1.2345', undefined],
  ['1e5', undefined],
  ['-174 .08', undefined],
  ['.', undefined],
  ['', undefined],
  ['9'.repeat(41), undefined],
])('%s is %s cents', (text, cents) => expect(readAmount(text)).toBe(cents))

test.each<[string, string | undefined]>([
  ['20261103', '2026-11-03'],
  ['20261103235959.123[-3:BRT]', '2026-11-03'],
  ['20261103000000[0:GMT]', '2026-11-03'],
  ['2026-11-03T10:00:00Z', '2026-11-03'],
  ['3/11/2026', '2026-11-03'],
  ['03/11/26 14:12', '2026-11-03'],
  ['03.11.2026', '2026-11-03'],
  ['20260229', undefined],
  ['13/13/2026', undefined],
  ['18991231', undefined],
  ['03/11', undefined],
])('%s is the day %s', (text, day) => expect(readDay(text)).toBe(day))

test.each(['SALDO ANTERIOR', 'Saldo do dia', 'S A L D O', 'SALDO TOTAL DISPONÍVEL DIA', 'SALDO'])(
  '%s is a balance',
  (memo) => expect(isBalance(memo)).toBe(true),
)

test.each(['PAGTO SALDO DEVEDOR', 'SALDO DEVEDOR', 'RES APLIC AUT MAIS', 'SALDOS LTDA', ''])(
  '%s is no balance',
  (memo) => expect(isBalance(memo)).toBe(false),
)
