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
    kind: 'licensing',
    event: 'opens',
    when: '1 January',
    amount: 'one fee for a state',
    rule: 'due by state and final digit',
    inChange: (change) => appears(change, 'licensing') && change.now?.year === WALKED_YEAR,
  },
  {
    kind: 'licensing',
    event: 'overdue',
    when: 'the day after it was due',
    amount: `${FEE}; ${INTEREST}`,
    rule: '',
    inChange: (change) => grows(change, 'licensing') && daysLate(change) === 1,
  },
  {
    kind: 'licensing',
    event: 'waits for the tax',
    when: 'while any payable IPVA is open',
    amount: 'unchanged',
    rule: '`depends_on`: newest `ipva`, else single payment not due, else last instalment, else single payment',
    inChange: (change) => partnerOf(change)?.kind.startsWith('ipva') === true,
  },
  {
    kind: 'licensing',
    event: 'waits for a fine',
    when: 'while no IPVA and any payable fine is open',
    amount: 'unchanged',
    rule: '`depends_on`: the oldest payable fine, in the states that ask for it',
    isIn: (uf) => rulesOf(uf).licensingWaitsForFines,
    inChange: (change) => FINES.includes(partnerOf(change)?.kind ?? ''),
  },
  {
    kind: 'licensing',
    event: 'missed last year',
    when: 'the whole year, beside this year’s',
    amount: 'with fee and interest since it was due',
    rule: 'leaves at the year’s end',
    inChange: (change) => stays(change, 'licensing')?.now.year === WALKED_YEAR - 1,
  },
]

const tickets: readonly WorldEvent[] = [
  {
    kind: 'ticket',
    event: 'issued',
    when: 'any day',
    amount: 'the four amounts of the CTB (art. 258), less the early discount',
    rule: `due ${DUE_DAYS} days later`,
    inChange: (change) => appears(change, 'ticket'),
  },
  {
    kind: 'renainf_ticket',
    event: 'issued in another state',
    when: 'any day',
    amount: 'as a `ticket`',
    rule: 'names the other state',
    inChange: (change) => appears(change, 'renainf_ticket'),
  },
  {
    kind: fines,
    event: 'two equal ones',
    when: 'when issued',
    amount: 'each in full',
    rule: 'same fingerprint, two debts',
    inAnswer: (answer) =>
      answer.outcome === 'ready' && hasEquals(answer.debts.filter(({ kind }) => isFine(kind))),
  },
  {
    kind: fines,
    event: 'early discount ends',
    when: 'the day after it was due',
    amount: `${percent(EARLY_DISCOUNT)} less until then; ${percent(ONLINE_DISCOUNT)} for who is notified online`,
    rule: 'CTB, art. 284',
    inChange: (change) => grows(change, ...FINES) && daysLate(change) === 1,
  },
  {
    kind: fines,
    event: 'interest added',
    when: 'monthly after it was due',
    amount: INTEREST,
    rule: 'no daily fee',
    inChange: (change) => grows(change, ...FINES) && (daysLate(change) ?? 0) > 1,
  },
  {
    kind: fines,
    event: 'appealed',
    when: '10 to 40 days after it was issued',
    amount: 'unchanged',
    rule: 'not payable while the appeal is open',
    inChange: (change) => payableThenNow(change, true, false),
  },
  {
    kind: fines,
    event: 'appeal lost',
    when: '30 to 150 days after the appeal',
    amount: 'what it is by then',
    rule: 'payable again',
    inChange: (change) => payableThenNow(change, false, true),
  },
  {
    kind: fines,
    event: 'appeal won',
    when: '30 to 150 days after the appeal',
    amount: 'leaves',
    rule: '',
    inChange: (change) => leaves(change, ...FINES) && change.was?.isPayable === false,
  },
  {
    kind: fines,
    event: 'lapses',
    when: `${TICKET_MONTHS} months after it was issued`,
    amount: 'leaves',
    rule: 'the law’s term is longer',
    inChange: (change) =>
      leaves(change, ...FINES) &&
      lapseDay(change.was) === change.day &&
      change.was?.isPayable === true,
  },
]

const others: readonly WorldEvent[] = [
  {
    kind: 'insurance',
    event: 'stands',
    when: 'the whole year',
    amount: 'unchanged',
    rule: 'DPVAT of 2018 to 2020 only',
    inChange: (change) => {
      const debt = stays(change, 'insurance')
      return debt !== undefined && debt.now.year <= 2020 && debt.now.amountCents > 0n
    },
  },
  {
    kind: 'service',
    event: 'charged',
    when: 'a day of the year, until its end',
    amount: 'one of three fees',
    rule: 'one a year',
    inChange: (change) => appears(change, 'service'),
  },
  {
    kind: 'any',
    event: 'nothing payable',
    when: 'always',
    amount: 'unchanged',
    rule: 'provisional Renavam (begins with 9)',
    inAnswer: (answer, { renavam }) =>
      answer.outcome === 'ready' &&
      renavam.startsWith('9') &&
      answer.debts.length > 0 &&
      answer.debts.every((debt) => !debt.isPayable),
  },
  {
    kind: 'none',
    event: 'nothing owed',
    when: 'always, or until the next debt',
    amount: 'none',
    rule: 'a quarter of the vehicles always',
    inAnswer: (answer) => answer.outcome === 'ready' && answer.debts.length === 0,
  },
  {
    kind: 'none',
    event: 'look-up fails always',
    when: 'every day',
    amount: 'none',
    rule: '`vehicle_not_found`, `owner_mismatch`',
    inAnswer: (answer) => failsWith(answer, ['vehicle_not_found', 'owner_mismatch']),
  },
  {
    kind: 'none',
    event: 'look-up fails for a day',
    when: 'any day',
    amount: 'none',
    rule: '`authority_unavailable`, `authority_timeout`',
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
