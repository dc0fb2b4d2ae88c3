/** Traffic fines: some month brings one, now and then two that nobody can tell apart. */
import { UFS } from '../../fleet/uf.ts'
import { discounted, withInterest } from './amounts.ts'
import { addDays, addMonths, onDay, yearOf } from './days.ts'
import { aspect, type Profile } from './profile.ts'
import type { WorldDebt } from './world-debt.ts'

/** The four amounts of the traffic code (CTB, art. 258), by gravity. */
const OFFENCES = [
  ['745-50', 'Velocidade superior à máxima em até 20%', 13_016n],
  ['746-30', 'Velocidade superior à máxima em mais de 20% até 50%', 19_523n],
  ['554-11', 'Estacionar em local proibido', 13_016n],
  ['554-14', 'Estacionar no passeio', 19_523n],
  ['763-31', 'Segurar telefone celular ao dirigir', 29_347n],
  ['605-01', 'Avançar o sinal vermelho', 29_347n],
  ['545-21', 'Estacionar afastado da guia', 8_838n],
] as const

/** A fine that nobody paid is answered for so long. The law's own term is longer. */
export const TICKET_MONTHS = 24
const A_MONTH = { clean: 0, ordinary: 0.08, heavy: 0.2 } as const
export const DUE_DAYS = 45
/** Off until due (CTB, art. 284), in hundredths of a percent: the more for who is notified online. */
export const EARLY_DISCOUNT = 2_000n
export const ONLINE_DISCOUNT = 4_000n
const ONLINE_SHARE = 0.2
const ELSEWHERE_SHARE = 0.25
const EQUALS_SHARE = 0.15
const APPEALED_SHARE = 0.25
const APPEAL_WON_SHARE = 0.5

interface Appeal {
  readonly filedOn: string
  readonly decidedOn: string
  readonly isWon: boolean
}

interface Ticket {
  readonly kind: 'ticket' | 'renainf_ticket'
  readonly description: string
  readonly fullCents: bigint
  readonly discount: bigint
  readonly issuedOn: string
  readonly dueDate: string
  readonly appeal: Appeal | null
  readonly equals: number
}

export function ticketsOf(profile: Profile, today: string): WorldDebt[] {
  if (profile.temper === 'clean') return []
  const now = yearOf(today) * 12 + Number(today.slice(5, 7)) - 1
  const months = Array.from(
    { length: TICKET_MONTHS + 1 },
    (_, index) => now - TICKET_MONTHS + index,
  )
  return months.flatMap((month) => {
    const ticket = ticketOf(profile, onDay(Math.floor(month / 12), (month % 12) + 1, 1))
    return ticket === null ? [] : answered(ticket, today)
  })
}

/** What happens to a fine is settled when it is issued; the day only says how far it got. */
function ticketOf(profile: Profile, month: string): Ticket | null {
  const lot = aspect(profile, 'ticket', month)
  if (!lot.chance(A_MONTH[profile.temper])) return null
  const issuedOn = addDays(month, lot.integer(0, 27))
  const [code, offence, fullCents] = lot.pick(OFFENCES)
  const isElsewhere = lot.chance(ELSEWHERE_SHARE)
  const other = UFS[lot.integer(0, UFS.length - 1)] ?? 'DF'
  const isOnline = aspect(profile, 'online notices').chance(ONLINE_SHARE)
  return {
    kind: isElsewhere ? 'renainf_ticket' : 'ticket',
    // Nothing of the day is in it: a fine stays the same fine while it is appealed.
    description: isElsewhere
      ? `Multa RENAINF ${other} ${code} - ${offence}`
      : `Multa ${code} - ${offence}`,
    fullCents,
    discount: isOnline ? ONLINE_DISCOUNT : EARLY_DISCOUNT,
    issuedOn,
    dueDate: addDays(issuedOn, DUE_DAYS),
    equals: lot.chance(EQUALS_SHARE) ? 2 : 1,
    appeal: lot.chance(APPEALED_SHARE) ? appealOf(profile, month, issuedOn) : null,
  }
}

function appealOf(profile: Profile, month: string, issuedOn: string): Appeal {
  const lot = aspect(profile, 'appeal', month)
  const filedOn = addDays(issuedOn, lot.integer(10, 40))
  const decidedOn = addDays(filedOn, lot.integer(30, 150))
  return { filedOn, decidedOn, isWon: lot.chance(APPEAL_WON_SHARE) }
}

function answered(ticket: Ticket, today: string): WorldDebt[] {
  const { kind, description, fullCents, discount, issuedOn, dueDate, appeal } = ticket
  if (today < issuedOn || today >= addMonths(issuedOn, TICKET_MONTHS)) return []
  const isDecided = appeal !== null && today >= appeal.decidedOn
  if (isDecided && appeal.isWon) return []
  const isAppealed = appeal !== null && today >= appeal.filedOn && !isDecided
  const due = discounted(fullCents, discount, dueDate, today)
  const debt: WorldDebt = {
    kind,
    year: yearOf(issuedOn),
    description,
    amountCents: withInterest(due, dueDate, today),
    dueDate,
    isPayable: !isAppealed,
  }
  return Array.from({ length: ticket.equals }, () => debt)
}
