/**
 * The accountant's file (FROTA_ACCOUNTS_FILE): which accounts an entry of each nature and kind has.
 * The rule that names most about an entry wins; two that name as much are refused, with both lines.
 */
import { Type, type Static } from 'typebox'
import { DEBT_KINDS } from '../../../contract/debt-item.ts'
import { isCnpj } from '../../../fleet/document.ts'
import { UFS } from '../../../fleet/uf.ts'
import { readOptionFile, strict, wrongIn } from '../../../option-file.ts'
import { jsonLines } from '../../../json-lines.ts'
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

const oneOf = <const W extends readonly string[]>(words: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words] })

const Rule = Type.Object(
  {
    nature: Type.Unsafe<EntryNature>({ type: 'string', enum: [...ENTRY_NATURES] }),
    /** A kind that the service invents later fits rules without a kind. */
    kind: Type.Optional(oneOf(DEBT_KINDS)),
    uf: Type.Optional(oneOf(UFS)),
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
    method: Type.Unsafe<'cash' | 'accrual'>({ type: 'string', enum: ['cash', 'accrual'] }),
    layout: Type.Union([
      Type.Unsafe<keyof typeof LAYOUTS>({ type: 'string', enum: Object.keys(LAYOUTS) }),
      Layout,
    ]),
    /** Of the accounting program, where its layout names them. */
    company: Type.Optional(text()),
    user: Type.Optional(text()),
    cnpj: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{12}[0-9]{2}$' })),
    /** The accountant's code of each cost centre of the sheet. */
    costCentres: Type.Optional(Type.Record(Type.String(), text())),
    rules: Type.Array(Rule, { minItems: 1, maxItems: RULES_MAX }),
  },
  strict,
)

export interface Accounts {
  readonly method: 'cash' | 'accrual'
  readonly layout: Layout
  readonly company: string
  readonly user: string
  readonly cnpj: string
  readonly costCentres: Readonly<Record<string, string>>
  readonly rules: readonly AccountRule[]
}

const FILE = {
  name: { pt: 'Contas (FROTA_ACCOUNTS_FILE)', en: 'Accounts (FROTA_ACCOUNTS_FILE)' },
  bytesMax: 1024 * 1024,
  lineOf: () => 1,
}

/** Throws a Failure that names the line, the field, its value and the cure. */
export function readAccounts(json: string): Accounts {
  const { layout, costCentres = {}, ...read } = readOptionFile(FILE, AccountsFile, json)
  const { company = '', user = '', cnpj = '' } = read
  refuseTies(json, read.rules)
  refuseTypingErrors(json, read.rules)
  return {
    method: read.method,
    layout: typeof layout === 'string' ? LAYOUTS[layout] : layout,
    company,
    user,
    cnpj,
    costCentres,
    rules: read.rules,
  }
}

const FIELDS = ['kind', 'uf', 'cnpj', 'costCentre'] as const

/** Undefined when no rule fits. */
export function ruleFor(
  rules: readonly AccountRule[],
  entry: { readonly nature: EntryNature } & Readonly<Record<(typeof FIELDS)[number], string>>,
): AccountRule | undefined {
  const fitting = rules.filter(
    (rule) =>
      rule.nature === entry.nature &&
      FIELDS.every((field) => rule[field] === undefined || rule[field] === entry[field]),
  )
  return fitting.reduce<AccountRule | undefined>(
    (best, rule) => (best === undefined || named(rule) > named(best) ? rule : best),
    undefined,
  )
}

function named(rule: AccountRule): number {
  return FIELDS.filter((field) => rule[field] !== undefined).length
}

function refuseTies(json: string, rules: readonly AccountRule[]): void {
  const { lineOf } = jsonLines(json)
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
    const line = lineOf(`/rules/${other}`)
    throw wrongIn({ ...FILE, lineOf }, `/rules/${at}`, {
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
function refuseTypingErrors(json: string, rules: readonly AccountRule[]): void {
  const { lineOf } = jsonLines(json)
  const file = { ...FILE, lineOf }
  for (const [at, { cnpj, history = '' }] of rules.entries()) {
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
