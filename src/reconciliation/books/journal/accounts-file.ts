/**
 * The accountant's file (FROTA_ACCOUNTS_FILE): which accounts an entry of each nature and kind has.
 * The rule that names most about an entry wins; two that name as much are refused, with both lines.
 */
import { Type, type Static } from 'typebox'
import { DEBT_KINDS } from '../../../contract/debt-item.ts'
import { closedWord } from '../../../contract/scalar.ts'
import { keysOf } from '../../../fields.ts'
import { isCnpj } from '../../../fleet/document.ts'
import { UFS } from '../../../fleet/uf.ts'
import { checkedOption, readOptionFile, strict, wrongIn } from '../../../option-file.ts'
import { jsonLines } from '../../../json-lines.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import { Layout, LAYOUTS } from './journal-layout.ts'

/**
 * Of cash: debt, fee, discount, interest, refund. Of accrual also what the debts themselves do:
 * provision (new, returned), adjustment (increase, decrease), reversal (gone, left the fleet); what
 * is paid for a debt, or comes back for it, is a settlement of what was provided.
 */
export const ENTRY_NATURES = [
  'debt',
  'fee',
  'discount',
  'interest',
  'refund',
  'provision',
  'adjustment',
  'reversal',
  'settlement',
] as const
export type EntryNature = (typeof ENTRY_NATURES)[number]

const TEXT_MAX = 200
const HISTORY_MAX = 512
const RULES_MAX = 2_000
const text = (maxLength = TEXT_MAX) => Type.String({ minLength: 1, maxLength })

const Rule = Type.Object(
  {
    nature: closedWord(ENTRY_NATURES),
    /** A kind that the service invents later fits rules without a kind. */
    kind: Type.Optional(closedWord(DEBT_KINDS)),
    uf: Type.Optional(closedWord(UFS)),
    /** 14 characters, without punctuation. */
    cnpj: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{12}[0-9]{2}$' })),
    costCentre: Type.Optional(text()),
    debit: text(),
    credit: text(),
    historyNumber: Type.Optional(text()),
    history: Type.Optional(text(HISTORY_MAX)),
  },
  strict,
)
export type AccountRule = Static<typeof Rule>

const AccountsFile = Type.Object(
  {
    _about: Type.Optional(Type.String()),
    method: closedWord(['cash', 'accrual']),
    /** Checked by itself: an error in a union is one of the whole union, not of the field. */
    layout: Type.Unknown(),
    /** Of the accounting program, where its layout names them; empty as the template has them. */
    company: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    user: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    cnpj: Type.Optional(Type.String({ pattern: '^([0-9A-Z]{12}[0-9]{2})?$' })),
    /** The accountant's code of each cost centre of the sheet, in any case. */
    costCentres: Type.Optional(Type.Record(Type.String(), text())),
    rules: Type.Array(Rule, { minItems: 1, maxItems: RULES_MAX }),
  },
  strict,
)

const LayoutName = closedWord(keysOf(LAYOUTS))

export interface Accounts {
  readonly method: 'cash' | 'accrual'
  readonly layout: Layout
  readonly company: string
  readonly user: string
  readonly cnpj: string
  /** Codes by the key of each cost centre. */
  readonly costCentres: ReadonlyMap<string, string>
  /** What the file names of the fleet, and where. */
  readonly names: readonly ({ at: string } & Pick<AccountRule, 'costCentre' | 'cnpj'>)[]
  /** Null: words stand in place of accounts. */
  readonly rules: RuleIndex | null
}

/** Where the accountant gave no file. */
export const NO_ACCOUNTS: Accounts = {
  method: 'cash',
  layout: LAYOUTS.generic,
  company: '',
  user: '',
  cnpj: '',
  costCentres: new Map(),
  names: [],
  rules: null,
}

const FILE = {
  name: { pt: 'Contas (FROTA_ACCOUNTS_FILE)', en: 'Accounts (FROTA_ACCOUNTS_FILE)' },
  bytesMax: 1024 * 1024,
  lineOf: (_path: string): number => 1,
}
type Lines = typeof FILE

/** Throws a Failure that names the line, the field, its value and the cure. */
export function readAccounts(json: string): Accounts {
  const { layout: given, costCentres = {}, ...read } = readOptionFile(FILE, AccountsFile, json)
  const { company = '', user = '', cnpj = '' } = read
  const file = { ...FILE, lineOf: jsonLines(json).lineOf }
  const layout = layoutOf(file, given)
  refuseUnnamed(file, layout, { company, cnpj })
  const rules = read.rules.map(keyed)
  refuseTies(file, rules)
  refuseTypingErrors(file, rules)
  return {
    method: read.method,
    layout,
    company,
    user,
    cnpj,
    costCentres: codesOf(file, costCentres),
    names: [
      ...Object.keys(costCentres).map((costCentre) => ({ at: 'costCentres', costCentre })),
      ...read.rules.map((rule, at) => ({ ...rule, at: `rules[${at}]` })),
      { at: 'cnpj', ...(read.cnpj === undefined ? {} : { cnpj }) },
    ],
    rules: indexRules(rules),
  }
}

/** Two codes of one cost centre, written in two ways, would depend on their order. */
function codesOf(file: Lines, given: Readonly<Record<string, string>>): Map<string, string> {
  const codes = new Map<string, string>()
  for (const [name, code] of Object.entries(given)) {
    const key = costCentreKey(name)
    if ((codes.get(key) ?? code) !== code) {
      throw wrongIn(file, `/costCentres/${name}`, {
        pt: 'este centro de custo já tem outro código, com outra grafia; deixe um só',
        en: 'this cost centre has another code, spelled another way; leave one of them',
      })
    }
    codes.set(key, code)
  }
  return codes
}

/** A rule's cost centre is compared by its key, whatever its spelling in the file and the sheet. */
function keyed(rule: AccountRule): AccountRule {
  const { costCentre } = rule
  return costCentre === undefined ? rule : { ...rule, costCentre: costCentreKey(costCentre) }
}

function layoutOf(file: Lines, given: unknown): Layout {
  if (typeof given === 'string') return LAYOUTS[checkedOption(file, LayoutName, given, '/layout')]
  const layout = checkedOption(file, Layout, given, '/layout')
  for (const source of ['day', 'amount', 'debit', 'credit'] as const) {
    if (layout.detail.some((field) => field.source === source)) continue
    throw wrongIn(file, '/layout/detail', {
      pt: `falta um campo com source ${source}; acrescente-o`,
      en: `there is no field with the source ${source}; add one`,
    })
  }
  for (const record of ['header', 'detail', 'trailer'] as const) {
    const at = (layout[record] ?? []).findIndex(
      ({ source, width }) => source !== undefined && width === undefined,
    )
    if (layout.form === 'separated' || at === -1) continue
    throw wrongIn(file, `/layout/${record}/${at}`, {
      pt: 'falta width; num layout fixed cada campo com source tem largura',
      en: 'width is missing; in a fixed layout each field with a source has one',
    })
  }
  return layout
}

/** A program imports by what the header says: without a company the entries would be of another. */
function refuseUnnamed(
  file: Lines,
  { name, header = [] }: Layout,
  given: Readonly<Record<'company' | 'cnpj', string>>,
): void {
  for (const source of ['company', 'cnpj'] as const) {
    const isUsed = header.some((field) => field.source === source)
    if (!isUsed || given[source] !== '') continue
    throw wrongIn(file, '/layout', {
      pt: `o layout ${name} leva ${source} no cabeçalho: preencha company (o código da empresa no programa contábil) e cnpj (só letras e dígitos)`,
      en: `the layout ${name} has ${source} in its header: fill in company (the company's code in the accounting program) and cnpj (letters and digits only)`,
    })
  }
}

const FIELDS = ['kind', 'uf', 'cnpj', 'costCentre'] as const

type EntryFields = Readonly<Record<(typeof FIELDS)[number], string>>

/** By nature and kind, those that say most first; rules of any kind stand under the empty kind. */
export type RuleIndex = ReadonlyMap<string, readonly AccountRule[]>

/** Made once, because a month may have 200,000 movements and a file 2,000 keyed rules. */
export function indexRules(rules: readonly AccountRule[]): RuleIndex {
  return Map.groupBy(
    rules.toSorted((a, b) => named(b) - named(a)),
    ({ nature, kind = '' }) => `${nature} ${kind}`,
  )
}

/** Undefined when no rule fits. */
export function ruleFor(
  rules: RuleIndex,
  given: { readonly nature: EntryNature } & EntryFields,
): AccountRule | undefined {
  const entry = { ...given, costCentre: costCentreKey(given.costCentre) }
  const fits = (rule: AccountRule): boolean =>
    FIELDS.every((field) => rule[field] === undefined || rule[field] === entry[field])
  const ofKind = rules.get(`${entry.nature} ${entry.kind}`)?.find(fits)
  const ofAny = rules.get(`${entry.nature} `)?.find(fits)
  if (ofKind === undefined || ofAny === undefined) return ofKind ?? ofAny
  // Not a tie: two rules that fit the same entry and say as much were refused with the file.
  return named(ofKind) > named(ofAny) ? ofKind : ofAny
}

function named(rule: AccountRule): number {
  return FIELDS.filter((field) => rule[field] !== undefined).length
}

function refuseTies(file: Lines, rules: readonly AccountRule[]): void {
  for (const [at, rule] of rules.entries()) {
    const other = rules.findIndex(
      (each, place) =>
        place < at &&
        each.nature === rule.nature &&
        named(each) === named(rule) &&
        FIELDS.every(
          (field) =>
            each[field] === undefined || rule[field] === undefined || each[field] === rule[field],
        ),
    )
    if (other === -1) continue
    const line = file.lineOf(`/rules/${other}`)
    throw wrongIn(file, `/rules/${at}`, {
      pt: `serve para os mesmos lançamentos que a regra da linha ${line}; diga em uma das duas mais do lançamento (${FIELDS.join(', ')})`,
      en: `fits the same entries as the rule of line ${line}; say more of the entry in one of them (${FIELDS.join(', ')})`,
    })
  }
}

/** What a history text may name. */
export const PLACEHOLDERS = [
  'placa',
  'pedido',
  'tipo',
  'natureza',
  'debito',
  'descricao',
  'vencimento',
  'ano',
] as const

/** A rule that fits nothing, or prints its own braces, would be noticed by nobody. */
function refuseTypingErrors(file: Lines, rules: readonly AccountRule[]): void {
  for (const [at, { cnpj, debit, credit, history = '' }] of rules.entries()) {
    if (debit === credit) {
      throw wrongIn(file, `/rules/${at}/credit`, {
        pt: 'é a conta do débito também, e o lançamento não moveria nada; diga outra',
        en: 'is the account of the debit, too, and the entry would move nothing; name another',
      })
    }
    if (cnpj !== undefined && !isCnpj(cnpj)) {
      throw wrongIn(file, `/rules/${at}/cnpj`, {
        pt: 'os dígitos verificadores não conferem; copie o CNPJ de novo',
        en: 'its check digits do not fit; copy the CNPJ again',
      })
    }
    for (const [, name = ''] of history.matchAll(/\{(\w*)\}/g)) {
      if (PLACEHOLDERS.some((each) => each === name)) continue
      const known = PLACEHOLDERS.map((each) => `{${each}}`).join(' ')
      throw wrongIn(file, `/rules/${at}/history`, {
        pt: `{${name}} não existe; use ${known}`,
        en: `there is no {${name}}; use ${known}`,
      })
    }
  }
}
