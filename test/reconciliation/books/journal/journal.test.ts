/** The accountant's journal: the file of accounts, the entries, and the lines by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../src/failure.ts'
import {
  indexRules,
  readAccounts,
  ruleFor,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import type {
  AccountRule,
  Accounts,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { accountsTemplate } from '../../../../src/reconciliation/books/journal/accounts-template.ts'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import { journalOf } from '../../../../src/reconciliation/books/journal/make-entries.ts'
import { JournalWriter } from '../../../../src/reconciliation/books/journal/write-journal.ts'
import type {
  MoneyMovement,
  Movement,
  MovementClass,
} from '../../../../src/reconciliation/books/movement.ts'
import { bookWordsOf } from '../../../../src/reconciliation/books/words/book-words.ts'

const entriesOf = (...given: Parameters<typeof journalOf>) => journalOf(...given).entries
const { natures, bank } = bookWordsOf('pt-BR')
const words = { natures, bank, kinds: { ticket: 'Multa' } }
const about = {
  vehicleId: 'v',
  plate: 'ABC1D23',
  uf: 'SP',
  cnpj: '11222333000181',
  costCentre: 'Obras',
  description: 'Multa 554-14',
  year: 2026,
  dueDate: '2026-11-20',
  adjusts: null,
}
const money = (over: Partial<MoneyMovement>): MoneyMovement => ({
  ...about,
  day: '2026-11-05',
  debtId: 'd',
  kind: 'ticket',
  orderId: 'order-1',
  nature: 'debt',
  method: 'pix',
  paidOn: '2026-11-05',
  settledOn: null,
  txid: '',
  approvedBy: 'Ana',
  cents: 13_016n,
  ...over,
})
const movement = (name: MovementClass, over: Partial<Movement>): Movement => ({
  ...about,
  class: name,
  day: '2026-11-02',
  debtId: 'd',
  kind: 'ticket',
  orderId: null,
  consultationId: null,
  cents: 13_016n,
  ...over,
})
const file = (more: object = {}): string =>
  JSON.stringify(
    {
      method: 'cash',
      layout: 'calima',
      rules: [
        { nature: 'debt', debit: '5101', credit: '1101', historyNumber: '12', history: '{placa}' },
        { nature: 'debt', kind: 'ticket', debit: '5102', credit: '1101', history: 'Multa {placa}' },
        { nature: 'refund', debit: '1101', credit: '5102' },
      ],
      ...more,
    },
    null,
    1,
  )

function problemOf(json: string): string {
  try {
    readAccounts(json)
  } catch (error) {
    if (error instanceof Failure) return error.in('pt-BR')
  }
  throw new Error('The file was read.')
}

describe('the file of accounts', () => {
  test.each(['pt-BR', 'en'] as const)('the template in %s reads back', (locale) => {
    const accounts = readAccounts(accountsTemplate(locale))
    expect([...accounts.rules.values()].flat().length).toBeGreaterThan(40)
    expect(accounts.layout.name).toBe('calima')
  })

  test('an error names the line, the field and the cure', () => {
    const rules = [{ nature: 'tax', debit: '1', credit: '2' }]
    const wrong = file({ rules })
    const line = wrong.split('\n').findIndex((text) => text.includes('"tax"')) + 1
    expect(problemOf(wrong)).toContain(`linha ${line}, rules[0].nature: "tax" não serve: use um`)
  })

  const own = (over: object = {}) => ({
    ...LAYOUTS.calima,
    name: 'own',
    detail: LAYOUTS.calima.detail.map((field) => ({ ...field })),
    ...over,
  })
  const fields = (form: object) =>
    ['day', 'amount', 'debit', 'credit'].map((source) => ({ source, ...form }))

  test.each([
    ['an unknown word', own({ decimal: ';' }), '"decimal"', /layout\.decimal: ";" não serve: use/],
    [
      'a source that does not exist',
      own({ detail: [...fields({}), { source: 'valor' }] }),
      '"valor"',
      /layout\.detail\[4\]\.source: "valor" não serve: use um destes: day, amount/,
    ],
    [
      'an unknown key',
      own({ detail: [...fields({}), { fonte: 'x' }] }),
      '"fonte"',
      /layout\.detail\[4\]\.fonte: chave desconhecida/,
    ],
    ['no credit', own({ detail: fields({}).slice(0, 3) }), '"detail"', /source credit/],
    [
      'a fixed field without a width',
      own({ form: 'fixed', detail: [...fields({ width: 9 }), { source: 'history' }] }),
      '"history"',
      /layout\.detail\[4\]: falta width/,
    ],
  ])('an own layout with %s is refused with the line of the field', (_what, layout, near, says) => {
    const wrong = file({ layout })
    const line = wrong.split('\n').findIndex((text) => text.includes(near)) + 1
    const problem = problemOf(wrong)
    expect(problem).toMatch(says)
    // A value of an object is named with the line on which the object begins.
    expect([line, line - 1].map((each) => `linha ${each},`)).toContain(
      /linha \d+,/.exec(problem)?.[0],
    )
  })

  test('an own layout without an error is read, and a name that is none is refused', () => {
    expect(readAccounts(file({ layout: own() })).layout.name).toBe('own')
    expect(problemOf(file({ layout: 'calimo' }))).toMatch(/layout: "calimo" não serve: use um/)
  })

  test('two rules that fit the same entries are refused with both lines', () => {
    const rules = [
      { nature: 'debt', kind: 'ticket', debit: '1', credit: '2' },
      { nature: 'debt', uf: 'SP', debit: '3', credit: '4' },
    ]
    expect(problemOf(file({ rules }))).toMatch(/linha 11, rules\[1\].*linha 5/)
  })

  test('a key that is given twice is refused with its line', () => {
    const twice =
      '{\n "method": "cash",\n "method": "accrual",\n "layout": "calima", "rules": []\n}'
    expect(problemOf(twice)).toMatch(/linha 2, method: a chave está repetida \(linha 3\)/)
  })

  test.each([
    ['kind', 'tickett', /linha \d+, rules\[0\]\.kind: "tickett" não serve/],
    ['uf', 'sp', /rules\[0\]\.uf: "sp" não serve/],
    ['cnpj', '11222333000182', /linha \d+, rules\[0\]\.cnpj: os dígitos verificadores/],
    ['history', '{plca}', /linha \d+, rules\[0\]\.history: \{plca\} não existe; use \{placa\}/],
  ])('a typing error in %s is refused, since no entry would tell it', (field, value, says) => {
    const rules = [{ nature: 'debt', debit: '1', credit: '2', [field]: value }]
    expect(problemOf(file({ rules }))).toMatch(says)
  })

  test('text that is no JSON is refused with the line where it ceases to be', () => {
    expect(problemOf('{\n "method": "cash",\n "layout" "calima"\n}')).toMatch(
      /linha 3, o arquivo: não é JSON/,
    )
  })

  test('a kind that the service invents later fits the template', () => {
    const accounts = readAccounts(accountsTemplate('pt-BR'))
    const strange = money({ kind: 'toll' })
    const made = entriesOf('2026-11', { movements: [], money: [strange] }, { accounts, words })
    expect(made).toMatchObject([{ debit: 'OUTRAS', credit: 'BANCO' }])
  })

  test('the rule that says most wins, by a walk over all rules in any order', () => {
    const anyOf = <V>(...values: V[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const anyRule = fc.record({
      nature: fc.constantFrom('debt', 'fee'),
      kind: anyOf('ticket', 'ipva_single'),
      uf: anyOf('SP', 'RJ'),
      cnpj: anyOf('11222333000181'),
      costCentre: anyOf('Obras', 'TI'),
    })
    const anyEntry = {
      nature: fc.constantFrom('debt' as const, 'fee' as const),
      kind: fc.constantFrom('ticket', 'ipva_single', ''),
      uf: fc.constantFrom('SP', 'RJ', 'PE'),
      cnpj: fc.constantFrom('11222333000181', ''),
      costCentre: fc.constantFrom('Obras', 'TI', ''),
    }
    const given = fc.tuple(fc.array(anyRule, { maxLength: 12 }), fc.record(anyEntry))
    fc.assert(
      fc.property(given, ([drawn, entry]) => {
        const rules = drawn.map((rule, at) => ({ ...rule, debit: `${at}`, credit: '1' }))
        const said = (rule: object) => Object.values(rule).filter((value) => value !== undefined)
        const fitting = rules.filter((rule) =>
          Object.entries(entry).every(([key, value]) => {
            const wanted = rule[key as keyof typeof entry]
            return wanted === undefined || wanted === value
          }),
        )
        const most = Math.max(...fitting.map((rule) => said(rule).length))
        const best = fitting.filter((rule) => said(rule).length === most)
        fc.pre(best.length < 2)
        expect(ruleFor(indexRules(rules as AccountRule[]), entry)).toEqual(best[0])
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test('an entry without a rule is refused with what to add', () => {
    const accounts = readAccounts(file())
    const fee = money({ nature: 'fee', kind: null, debtId: null })
    const make = (): unknown =>
      entriesOf('2026-11', { movements: [], money: [fee] }, { accounts, words })
    expect(make).toThrow(/no rule for nature fee/)
  })
})

const CONTEXT = {
  lot: '2026-11',
  cnpj: '11222333000181',
  company: '42',
  user: 'FROTA',
  from: '2026-11-01',
  to: '2026-11-30',
}

function bytesOf(accounts: Accounts, entries: readonly MoneyMovement[]): Buffer {
  const writer = new JournalWriter(accounts.layout, CONTEXT)
  const made = entriesOf('2026-11', { movements: [], money: entries }, { accounts, words })
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

  test('dominio: fixed width, counted by hand', () => {
    const accounts = readAccounts(file({ layout: 'dominio' }))
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
    const accounts = readAccounts(file({ layout: 'dominio', rules }))
    const decomposed = 'Infração\r\nno Centro'.normalize('NFD')
    const [, line = ''] = bytesOf(accounts, [money({ description: decomposed })])
      .toString('latin1')
      .split('\r\n')
    expect(line).toHaveLength(592)
    expect(line).toContain('Infração no Centro')
  })

  test('an account that does not fit is refused, not cut', () => {
    const rules = [{ nature: 'debt', debit: '51020001', credit: '1101' }]
    const accounts = readAccounts(file({ layout: 'dominio', rules }))
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

describe('accrual', () => {
  const accounts: Accounts = {
    method: 'accrual',
    layout: LAYOUTS.generic,
    costCentres: {},
    company: '',
    user: '',
    cnpj: '',
    rules: indexRules(
      ['provision', 'adjustment'].map((nature) => ({
        nature: nature as 'provision',
        debit: `D-${nature}`,
        credit: `C-${nature}`,
      })),
    ),
  }
  const made = (movements: Movement[], month = '2026-11') =>
    entriesOf(month, { movements, money: [] }, { accounts, words })

  test('a fine belongs to the month in which it is due, the IPVA to its year', () => {
    const fine = movement('new', { dueDate: '2026-12-20' })
    expect(made([fine])).toEqual([])
    expect(made([fine], '2026-12')).toMatchObject([{ day: '2026-12-01', debit: 'D-provision' }])
    const tax = movement('new', { kind: 'ipva', year: 2026, dueDate: '2027-03-01' })
    expect(made([tax])).toMatchObject([{ day: '2026-11-02', cents: 13_016n }])
    const next = movement('new', { kind: 'ipva', year: 2027, dueDate: null })
    expect(made([next], '2027-01')).toMatchObject([{ day: '2027-01-01' }])
  })

  test('what is paid settles what was provided, and what comes back is owed again', () => {
    const rules = [{ nature: 'settlement', debit: '2101', credit: '1101' }] as const
    const settling = { ...accounts, rules: indexRules(rules) }
    const back = money({ nature: 'refund', cents: -13_016n })
    const entries = entriesOf(
      '2026-11',
      { movements: [], money: [money({}), back] },
      { accounts: settling, words },
    )
    expect(entries).toMatchObject([
      { debit: '2101', credit: '1101', cents: 13_016n },
      { debit: '1101', credit: '2101', cents: 13_016n },
    ])
  })

  test('an amount that falls is the adjustment with debit and credit exchanged', () => {
    const less = movement('decrease', { cents: -500n })
    expect(made([less])).toMatchObject([
      { debit: 'C-adjustment', credit: 'D-adjustment', cents: 500n },
    ])
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
      const writer = new JournalWriter(LAYOUTS.generic, CONTEXT)
      const made = entriesOf('2026-11', { movements: [], money: all }, { accounts: null, words })
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
