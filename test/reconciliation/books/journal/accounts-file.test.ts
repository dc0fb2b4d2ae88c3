/** The accountant's file: what it may say, where its errors are, and which rule wins. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../src/failure.ts'
import {
  indexRules,
  readAccounts,
  ruleFor,
} from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import type { AccountRule } from '../../../../src/reconciliation/books/journal/accounts-file.ts'
import { accountsTemplate } from '../../../../src/reconciliation/books/journal/accounts-template.ts'
import { LAYOUTS } from '../../../../src/reconciliation/books/journal/journal-layout.ts'
import { entriesOf, file, money, words } from './journal-samples.ts'

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
    expect([...(accounts.rules?.values() ?? [])].flat().length).toBeGreaterThan(40)
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

  test('a layout with the company in its header is refused without company and cnpj', () => {
    const of = { company: '42', cnpj: '11222333000181' }
    const said = (given: object) => problemOf(file({ layout: 'dominio', ...given }))
    expect(said({})).toMatch(/linha 3, layout: .*leva company no cabeçalho: preencha company/)
    expect(said({ company: '', cnpj: '' })).toMatch(/leva company no cabeçalho/)
    expect(said({ ...of, cnpj: '' })).toMatch(/leva cnpj no cabeçalho/)
    expect(readAccounts(file({ layout: 'dominio', ...of }))).toMatchObject(of)
    expect(readAccounts(file({ company: '', cnpj: '' })).company).toBe('')
  })

  test('two rules that fit the same entries are refused with both lines', () => {
    const rules = [
      { nature: 'debt', kind: 'ticket', debit: '1', credit: '2' },
      { nature: 'debt', uf: 'SP', debit: '3', credit: '4' },
    ]
    expect(problemOf(file({ rules }))).toMatch(/linha 11, rules\[1\].*linha 5/)
  })

  test('spellings of one cost centre are one: rules tie, and two codes are refused', () => {
    const rules = ['Obras', 'OBRAS '].map((costCentre) => {
      return { nature: 'debt', costCentre, debit: '1', credit: '2' }
    })
    expect(problemOf(file({ rules }))).toMatch(/linha 11, rules\[1\].*linha 5/)
    const codes = (second: string) => file({ costCentres: { Obras: '1', obras: second } })
    expect(problemOf(codes('2'))).toMatch(/linha \d+, costCentres\.obras: .*outro código/)
    expect([...readAccounts(codes('1')).costCentres]).toEqual([['obras', '1']])
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
    ['credit', '1', /linha \d+, rules\[0\]\.credit: é a conta do débito também/],
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
      costCentre: anyOf('obras', 'ti'),
    })
    const anyEntry = {
      nature: fc.constantFrom('debt' as const, 'fee' as const),
      kind: fc.constantFrom('ticket', 'ipva_single', ''),
      uf: fc.constantFrom('SP', 'RJ', 'PE'),
      cnpj: fc.constantFrom('11222333000181', ''),
      costCentre: fc.constantFrom('Obras', ' TI', 'obras', ''),
    }
    const given = fc.tuple(fc.array(anyRule, { maxLength: 12 }), fc.record(anyEntry))
    fc.assert(
      fc.property(given, ([drawn, entry]) => {
        const rules = drawn.map((rule, at) => ({ ...rule, debit: `${at}`, credit: '1' }))
        const said = (rule: object) => Object.values(rule).filter((value) => value !== undefined)
        const fitting = rules.filter((rule) =>
          Object.entries(entry).every(([key, value]) => {
            const wanted = rule[key as keyof typeof entry]
            return (
              wanted === undefined ||
              wanted === (key === 'costCentre' ? value.trim().toLowerCase() : value)
            )
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
