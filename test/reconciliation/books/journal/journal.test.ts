/** The accountant's journal: the entries, and the lines by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NO_ACCOUNTS,
  readAccounts,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import type { Accounts } from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import { JournalWriter } from '../../../../src/reconciliation/books/journal/write-journal.ts'
import type { MoneyMovement } from '../../../../src/reconciliation/books/movement.ts'
import { bank, entriesOf, file, money, words } from './journal-samples.ts'

const MONTH = '2026-11'
const named = { company: '42', cnpj: '11222333000181', user: 'FROTA' }

function bytesOf(accounts: Accounts, entries: readonly MoneyMovement[]): Buffer {
  const writer = new JournalWriter(accounts.layout, MONTH, accounts)
  const made = entriesOf(MONTH, { movements: [], money: entries }, { accounts, words })
  return Buffer.concat([writer.begin(), writer.entries(made), writer.end()])
}

describe('layouts', () => {
  test('calima: nine columns in Windows-1252, the rule that says most, a refund the other way', () => {
    const accounts = readAccounts(file({ costCentres: { Obras: '301' } }))
    const back = money({ nature: 'refund', cents: -13_016n, day: '2026-11-09' })
    const text = bytesOf(accounts, [money({}), money({ kind: 'other' }), back]).toString('latin1')
    expect(text.split('\r\n')).toEqual([
      'Data;Valor;Conta Débito;Conta Crédito;Nº Histórico;Histórico;' +
        'Centro de Custo Débito;Centro de Custo Crédito;Nº Lote',
      '05/11/2026;130,16;5102;1101;;Multa ABC1D23;301;301;2026-11',
      '05/11/2026;130,16;5101;1101;12;ABC1D23;301;301;2026-11',
      '09/11/2026;130,16;1101;5102;;estorno Multa ABC1D23 Multa 554-14;301;301;2026-11',
      '',
    ])
  })

  test('a cost centre has its code and its rule in any spelling', () => {
    const rules = [
      { nature: 'debt', debit: '51', credit: '11' },
      { nature: 'debt', costCentre: 'OBRAS', debit: '52', credit: '11' },
    ]
    const accounts = readAccounts(file({ rules, costCentres: { Obras: '301' } }))
    const all = ['Obras', 'OBRAS', ' obras', 'Obras Sul'].map((costCentre) => money({ costCentre }))
    const made = entriesOf('2026-11', { movements: [], money: all }, { accounts, words })
    expect(made.map(({ debit, costCentre }) => `${debit} ${costCentre}`)).toEqual([
      ...Array.from({ length: 3 }, () => '52 301'),
      '51 Obras Sul',
    ])
  })

  test('dominio: fixed width, counted by hand', () => {
    const accounts = readAccounts(file({ layout: 'dominio', ...named }))
    const text = bytesOf(accounts, [money({})]).toString('latin1')
    expect(text.split('\r\n')).toEqual([
      '0100000421122233300018101/11/202630/11/2026N01000001',
      `02000000105/11/202600000000001301600051020001101Multa ABC1D23${' '.repeat(499)}12FROTA${' '.repeat(25)}`,
      '9'.repeat(100),
      '',
    ])
    expect(text.split('\r\n')[0]).toHaveLength(2 + 7 + 14 + 10 + 10 + 1 + 2 + 5 + 1)
    expect(text.split('\r\n')[1]).toHaveLength(2 + 7 + 10 + 15 + 7 + 7 + 512 + 2 + 30)
  })

  test('fixed width keeps its widths, whatever letters and line ends a text has', () => {
    const rules = [{ nature: 'debt', debit: '1', credit: '2', history: '{descricao}' }]
    const accounts = readAccounts(file({ layout: 'dominio', rules, ...named }))
    const decomposed = 'Infração\r\nno Centro'.normalize('NFD')
    const [, line = ''] = bytesOf(accounts, [money({ description: decomposed })])
      .toString('latin1')
      .split('\r\n')
    expect(line).toHaveLength(592)
    expect(line).toContain('Infração no Centro')
  })

  test('an account that does not fit is refused, not cut', () => {
    const rules = [{ nature: 'debt', debit: '51020001', credit: '1101' }]
    const accounts = readAccounts(file({ layout: 'dominio', rules, ...named }))
    expect(() => bytesOf(accounts, [money({})])).toThrow(/more than 7 characters/)
  })

  test('a character that the encoding has not is refused with where it stands', () => {
    const accounts = readAccounts(file())
    const strange = money({ kind: 'other', plate: 'ABC→D23' })
    expect(() => bytesOf(accounts, [strange])).toThrow(/Windows-1252.*→/)
  })

  test('a text that begins like a formula is escaped', () => {
    const rules = [{ nature: 'debt', debit: '1', credit: '2', history: '{descricao}' }]
    const accounts = readAccounts(file({ layout: 'generic', rules }))
    const text = bytesOf(accounts, [money({ description: '=HYPERLINK(1)' })]).toString('utf8')
    expect(text).toContain(";'=HYPERLINK(1);")
  })

  test('each names its source', () => {
    expect(Object.values(LAYOUTS).every(({ source }) => source.length > 10)).toBe(true)
  })
})

test('debits are credits are the money that moved, whatever moved', () => {
  const anyMoney = fc.record({
    nature: fc.constantFrom('debt', 'fee', 'discount', 'interest', 'refund'),
    cents: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((cents) => cents !== 0n),
    day: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'),
  })
  fc.assert(
    fc.property(fc.array(anyMoney, { maxLength: 30 }), (given) => {
      const all = given.map((each) => money(each as Partial<MoneyMovement>))
      const writer = new JournalWriter(LAYOUTS.generic, MONTH, NO_ACCOUNTS)
      const made = entriesOf(
        '2026-11',
        { movements: [], money: all },
        { accounts: NO_ACCOUNTS, words },
      )
      writer.entries(made)
      const inMonth = given.filter(({ day }) => day.startsWith('2026-11'))
      const sum = inMonth.reduce((total, { cents }) => total + (cents < 0n ? -cents : cents), 0n)
      expect(writer.sums).toMatchObject({ rows: inMonth.length, cents: sum })
      const net = made.reduce(
        (total, { debit, cents }) => total + (debit === bank ? -cents : cents),
        0n,
      )
      expect(net).toBe(inMonth.reduce((total, { cents }) => total + cents, 0n))
    }),
    { seed: 4, numRuns: 200 },
  )
})
