/** Traffic fines: some month brings one, now and then two that nobody can tell apart. */
import { UFS } from '../../fleet/uf.ts'
import { aspect, type Profile } from './profile.ts'
import { addDays, addMonths, onDay, share, type WorldDebt } from './world-debt.ts'

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

const MONTHS_BACK = 24
const A_MONTH = { clean: 0, ordinary: 0.05, heavy: 0.2 } as const
const DUE_DAYS = 45
/** 20 % less until the due date (CTB, art. 284). */
const EARLY_SHARE = 8_000

export function ticketsOf(profile: Profile, today: string): WorldDebt[] {
  const thisMonth = onDay(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1)
  const months = Array.from({ length: MONTHS_BACK }, (_, index) =>
    addMonths(thisMonth, index + 1 - MONTHS_BACK),
  )
  return months.flatMap((month) => ticketsOfMonth(profile, month, today))
}

function ticketsOfMonth(profile: Profile, month: string, today: string): WorldDebt[] {
  const lot = aspect(profile, 'ticket', month)
  if (!lot.chance(A_MONTH[profile.temper])) return []
  const issued = addDays(month, lot.integer(0, 27))
  if (issued > today) return []
  const [code, offence, cents] = lot.pick(OFFENCES)
  const isElsewhere = lot.chance(0.2)
  const other = UFS[lot.integer(0, UFS.length - 1)] ?? 'DF'
  const dueDate = addDays(issued, DUE_DAYS)
  const isAppealed = lot.chance(0.1)
  const ticket: WorldDebt = {
    kind: isElsewhere ? 'renainf_ticket' : 'ticket',
    year: Number(issued.slice(0, 4)),
    description: isElsewhere
      ? `Multa RENAINF ${other} ${code} - ${offence}`
      : `Multa ${code} - ${offence}${isAppealed ? ' (em recurso)' : ''}`,
    amountCents: today <= dueDate ? share(cents, EARLY_SHARE) : cents,
    dueDate,
    isPayable: isElsewhere || !isAppealed,
  }
  return lot.chance(0.15) ? [ticket, ticket] : [ticket]
}
