/** What happens to licensing, fines, insurance and fees, and to a vehicle as a whole. */
import { Temporal } from 'temporal-polyfill'
import {
  DUE_DAYS,
  EARLY_DISCOUNT,
  ONLINE_DISCOUNT,
  TICKET_MONTHS,
} from '../../../src/service/simulation/tickets.ts'
import type { AnsweredDebt } from '../../../src/service/simulation/dependencies.ts'
import { rulesOf } from '../../../src/service/simulation/state-rules.ts'
import { WALKED_YEAR } from './walk-year.ts'
import {
  appears,
  type Change,
  daysLate,
  FEE,
  grows,
  INTEREST,
  leaves,
  percent,
  stays,
  type WorldEvent,
} from './world-event.ts'

const FINES = ['ticket', 'renainf_ticket']
const fines = FINES.join(', ')

const partnerOf = ({ now, after }: Change): AnsweredDebt | undefined =>
  now?.kind === 'licensing' && now.dependsOn !== null ? after[now.dependsOn] : undefined

const lapseDay = (debt: AnsweredDebt | undefined): string | undefined =>
  debt?.dueDate === null || debt === undefined
    ? undefined
    : Temporal.PlainDate.from(debt.dueDate)
        .subtract({ days: DUE_DAYS })
        .add({ months: TICKET_MONTHS })
        .toString()

const licensing: readonly WorldEvent[] = [
  {
    row: 'licensing · opens',
    inChange: (change) => appears(change, 'licensing') && change.now?.year === WALKED_YEAR,
  },
  {
    row: 'licensing · overdue',
    says: [FEE, INTEREST],
    inChange: (change) => grows(change, 'licensing') && daysLate(change) === 1,
  },
  {
    row: 'licensing · waits for the tax',
    inChange: (change) => partnerOf(change)?.kind.startsWith('ipva') === true,
  },
  {
    row: 'licensing · waits for a fine',
    isIn: (uf) => rulesOf(uf).licensingWaitsForFines,
    inChange: (change) => FINES.includes(partnerOf(change)?.kind ?? ''),
  },
  {
    row: 'licensing · missed last year',
    inChange: (change) => stays(change, 'licensing')?.now.year === WALKED_YEAR - 1,
  },
]

const tickets: readonly WorldEvent[] = [
  {
    row: 'ticket · issued',
    says: [`due ${DUE_DAYS} days later`],
    inChange: (change) => appears(change, 'ticket'),
  },
  {
    row: 'renainf_ticket · issued in another state',
    inChange: (change) => appears(change, 'renainf_ticket'),
  },
  {
    row: `${fines} · two equal ones`,
    inAnswer: (answer) =>
      answer.outcome === 'ready' && hasEquals(answer.debts.filter(({ kind }) => isFine(kind))),
  },
  {
    row: `${fines} · early discount ends`,
    says: [`${percent(EARLY_DISCOUNT)} less`, `${percent(ONLINE_DISCOUNT)} for`],
    inChange: (change) => grows(change, ...FINES) && daysLate(change) === 1,
  },
  {
    row: `${fines} · interest added`,
    says: [INTEREST],
    inChange: (change) => grows(change, ...FINES) && (daysLate(change) ?? 0) > 1,
  },
  {
    row: `${fines} · appealed`,
    inChange: (change) => payableThenNow(change, true, false),
  },
  {
    row: `${fines} · appeal lost`,
    inChange: (change) => payableThenNow(change, false, true),
  },
  {
    row: `${fines} · appeal won`,
    inChange: (change) => leaves(change, ...FINES) && change.was?.isPayable === false,
  },
  {
    row: `${fines} · lapses`,
    says: [`${TICKET_MONTHS} months`],
    inChange: (change) =>
      leaves(change, ...FINES) &&
      lapseDay(change.was) === change.day &&
      change.was?.isPayable === true,
  },
]

const others: readonly WorldEvent[] = [
  {
    row: 'insurance · stands',
    inChange: (change) => {
      const debt = stays(change, 'insurance')
      return debt !== undefined && debt.now.year <= 2020 && debt.now.amountCents > 0n
    },
  },
  {
    row: 'service · charged',
    inChange: (change) => appears(change, 'service'),
  },
  {
    row: 'any · nothing payable',
    inAnswer: (answer, { renavam }) =>
      answer.outcome === 'ready' &&
      renavam.startsWith('9') &&
      answer.debts.length > 0 &&
      answer.debts.every((debt) => !debt.isPayable),
  },
  {
    row: 'none · nothing owed',
    inAnswer: (answer) => answer.outcome === 'ready' && answer.debts.length === 0,
  },
  {
    row: 'none · look-up fails always',
    inAnswer: (answer) => failsWith(answer, ['vehicle_not_found', 'owner_mismatch']),
  },
  {
    row: 'none · look-up fails for a day',
    inAnswer: (answer) => failsWith(answer, ['authority_unavailable', 'authority_timeout']),
  },
]

export const otherEvents: readonly WorldEvent[] = [...licensing, ...tickets, ...others]

function isFine(kind: string): boolean {
  return FINES.includes(kind)
}

function hasEquals(debts: readonly AnsweredDebt[]): boolean {
  const names = debts.map((debt) => `${debt.kind} ${debt.description} ${debt.dueDate}`)
  return new Set(names).size < names.length
}

function payableThenNow(change: Change, was: boolean, now: boolean): boolean {
  const debt = stays(change, ...FINES)
  return debt !== undefined && debt.was.isPayable === was && debt.now.isPayable === now
}

function failsWith(
  answer: Parameters<NonNullable<WorldEvent['inAnswer']>>[0],
  codes: readonly string[],
): boolean {
  return answer.outcome === 'failed' && codes.includes(answer.failure.code)
}
