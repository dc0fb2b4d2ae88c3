/**
 * Pure. The journal's entries of a month, one at a time. Cash: one for each movement of money.
 * Accrual: also what the debts did, in the month to which they belong: IPVA and licensing to their
 * year, anything else to the month in which it is due. Each movement of the month has its entry, or
 * a reason why it has none; a movement whose account is missing is refused.
 */
import { Failure } from '../../../failure.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import { firstDay, monthOf } from '../../../fleet/calendar/months.ts'
import { fill } from '../../reports/words/messages.ts'
import type { BookedDebt, MoneyMovement, MoneyNature, Movement } from '../movement.ts'
import { ruleFor, type Accounts, type EntryNature } from './accounts-file.ts'

export interface JournalEntry {
  /** YYYY-MM-DD. */
  readonly day: string
  /** Above 0: what is taken back has debit and credit exchanged. */
  readonly cents: bigint
  readonly debit: string
  readonly credit: string
  readonly historyNumber: string
  readonly history: string
  readonly costCentre: string
  readonly cnpj: string
  readonly orderId: string
  readonly moved: Moved
}

/** The movement of ledger.csv or payments.csv that an entry stands for. */
export interface Moved {
  /** Null for a debt that came or went. */
  readonly money: MoneyNature | null
  /** YYYY-MM: an accrual's entry may belong to a later month than its movement. */
  readonly month: string
  /** As the movement says, so it may be below 0. */
  readonly cents: bigint
}

/** Why a movement has no entry; `balance` is a row of ledger.csv that is no movement. */
export const UNBOOKED_REASONS = [
  'balance',
  'cash-method',
  'by-payment',
  'later-month',
  'zero',
] as const
export type UnbookedReason = (typeof UNBOOKED_REASONS)[number]

export interface Unbooked {
  readonly reason: UnbookedReason
  readonly file: 'ledger' | 'payments'
  readonly cents: bigint
}

export interface MonthJournal {
  readonly entries: readonly JournalEntry[]
  readonly unbooked: readonly Unbooked[]
}

/** Words in place of accounts, where there is no file of them. */
export interface EntryWords {
  readonly natures: Readonly<Record<EntryNature, string>>
  readonly kinds: Readonly<Record<string, string>>
  readonly bank: string
  /** Before the history of each entry, which is what an accounting program keeps of this file. */
  readonly mark: string
}

interface Making {
  readonly accounts: Accounts
  readonly words: EntryWords
  /** The one spelling of a cost centre, as rollforward.csv has it. */
  readonly spelling: (costCentre: string) => string
}

interface Source extends Omit<BookedDebt, 'debtId'> {
  readonly nature: EntryNature
  readonly day: string
  readonly cents: bigint
  readonly orderId: string
  readonly debtId: string | null
  readonly moved: Moved
}

/** Natures whose movements are below 0 when they are what their name says. */
const OUTWARD: ReadonlySet<EntryNature> = new Set(['discount', 'refund', 'reversal'])

export function journalOf(
  month: string,
  of: { readonly movements: readonly Movement[]; readonly money: readonly MoneyMovement[] },
  making: Making,
): MonthJournal {
  const isAccrual = making.accounts.method === 'accrual'
  const sources: Source[] = []
  const unbooked: Unbooked[] = []
  for (const movement of of.movements) {
    const source = isAccrual ? accrualSource(movement) : undefined
    if (source !== undefined && movement.cents !== 0n && monthOf(source.day) === month) {
      sources.push(source)
    } else if (monthOf(movement.day) === month) {
      const reason = reasonOf(movement, isAccrual)
      unbooked.push({ reason, file: 'ledger', cents: movement.cents })
    }
  }
  for (const money of of.money.filter(({ day }) => monthOf(day) === month)) {
    if (money.cents === 0n) unbooked.push({ reason: 'zero', file: 'payments', cents: 0n })
    else sources.push(cashSource(money, isAccrual))
  }
  return { entries: sources.map((source) => entryOf(source, making)), unbooked }
}

function reasonOf({ class: name, cents }: Movement, isAccrual: boolean): UnbookedReason {
  if (name === 'paid' || name === 'refunded') return 'by-payment'
  if (cents === 0n) return 'zero'
  return isAccrual ? 'later-month' : 'cash-method'
}

/**
 * Of accrual, money for a debt settles what was provided, and what comes back is owed again. What
 * another order has settled is neither: it is booked as by cash.
 */
function cashSource(money: MoneyMovement, isAccrual: boolean): Source {
  const settles = isAccrual && money.debtId !== null && !money.isSecond
  const nature = settles ? 'settlement' : money.nature
  const moved = { money: money.nature, month: monthOf(money.day), cents: money.cents }
  return { ...money, nature, kind: money.kind ?? '', moved }
}

const ACCRUED: Partial<Record<Movement['class'], readonly [EntryNature, EntryNature]>> = {
  new: ['provision', 'reversal'],
  returned: ['provision', 'reversal'],
  alternative: ['provision', 'reversal'],
  transfer: ['provision', 'reversal'],
  increase: ['adjustment', 'adjustment'],
  decrease: ['adjustment', 'adjustment'],
  gone: ['provision', 'reversal'],
  'left-fleet': ['provision', 'reversal'],
}

/** Payments and refunds come from the money that moved. */
function accrualSource(movement: Movement): Source | undefined {
  const natures = ACCRUED[movement.class]
  if (natures === undefined) return undefined
  const [adds, takes] = natures
  const belongs = competenceDay(movement)
  return {
    ...movement,
    nature: movement.cents > 0n ? adds : takes,
    day: belongs > movement.day ? belongs : movement.day,
    orderId: movement.orderId ?? '',
    moved: { money: null, month: monthOf(movement.day), cents: movement.cents },
  }
}

/** The first day of the month to which a debt belongs; an earlier one is booked when it is seen. */
function competenceDay({ kind, year, dueDate, day }: Movement): string {
  const isOfYear = kind.startsWith('ipva') || kind === 'licensing'
  if (isOfYear) return year === null ? day : `${year}-01-01`
  return dueDate === null ? day : firstDay(monthOf(dueDate))
}

function entryOf(source: Source, { accounts, words, spelling }: Making): JournalEntry {
  const isNatural = source.cents < 0n === OUTWARD.has(source.nature)
  const { debit, credit, historyNumber = '', history } = accountsOf(source, accounts.rules, words)
  const code = accounts.costCentres.get(costCentreKey(source.costCentre))
  return {
    day: source.day,
    cents: source.cents < 0n ? -source.cents : source.cents,
    debit: isNatural ? debit : credit,
    credit: isNatural ? credit : debit,
    historyNumber,
    history: historyText(history ?? '{natureza} {tipo} {placa} {descricao}', source, words),
    costCentre: code ?? spelling(source.costCentre),
    cnpj: source.cnpj,
    orderId: source.orderId,
    moved: source.moved,
  }
}

function accountsOf(
  source: Source,
  rules: Accounts['rules'],
  { natures, kinds, bank }: EntryWords,
): { debit: string; credit: string; historyNumber?: string; history?: string } {
  if (rules === null) {
    const name = natures[source.nature]
    const account = source.kind === '' ? name : `${name}: ${kinds[source.kind] ?? source.kind}`
    return OUTWARD.has(source.nature)
      ? { debit: bank, credit: account }
      : { debit: account, credit: bank }
  }
  const rule = ruleFor(rules, source)
  if (rule !== undefined) return rule
  const { nature, kind } = source
  throw new Failure('configuration', {
    pt: `Contas (FROTA_ACCOUNTS_FILE): falta uma regra para nature ${nature}${kind === '' ? '' : `, kind ${kind}`}; acrescente-a.`,
    en: `Accounts (FROTA_ACCOUNTS_FILE): there is no rule for nature ${nature}${kind === '' ? '' : `, kind ${kind}`}; add one.`,
  })
}

function historyText(form: string, source: Source, { natures, kinds, mark }: EntryWords): string {
  const values = {
    placa: source.plate,
    pedido: source.orderId,
    tipo: kinds[source.kind] ?? source.kind,
    natureza: natures[source.nature],
    debito: source.debtId ?? '',
    descricao: source.description,
    vencimento: (source.dueDate ?? '').split('-').toReversed().join('/'),
    ano: source.year === null ? '' : String(source.year),
  }
  return fill(`${mark} ${form}`, values).replace(/\s+/g, ' ').trim()
}
