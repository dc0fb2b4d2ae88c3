/** The yearly tax: this year's as single payment beside instalments, earlier years as assessed. */
import { aspect, type Profile } from './profile.ts'
import { addMonths, onDay, share, withLateFee, type WorldDebt } from './world-debt.ts'

const OWES_THIS_YEAR = { clean: 0, ordinary: 0.55, heavy: 0.95 } as const
const OWES_EARLIER = { clean: 0, ordinary: 0.1, heavy: 0.7 } as const
const EARLIER_YEARS_MAX = 3
/** The single payment costs 3 % less until its due date. */
const UNIQUE_SHARE = 9_700
const WHOLE_SHARE = 10_000

export function ipvaOf(profile: Profile, today: string): WorldDebt[] {
  const year = Number(today.slice(0, 4))
  const current = aspect(profile, 'ipva', year).chance(OWES_THIS_YEAR[profile.temper])
  return [...earlierYears(profile, year, today), ...(current ? thisYear(profile, year, today) : [])]
}

function thisYear(profile: Profile, year: number, today: string): WorldDebt[] {
  const due = onDay(year, profile.calendarMonth, profile.calendarDay)
  const cents = profile.yearlyTaxCents
  const full = share(cents, today <= due ? UNIQUE_SHARE : WHOLE_SHARE)
  const unique: WorldDebt = {
    kind: 'ipva_unique',
    year,
    description: `IPVA ${year} - Cota única`,
    amountCents: withLateFee(full, due, today),
    dueDate: due,
    isPayable: true,
  }
  return [unique, ...installments(profile, year, due, today)]
}

function installments(profile: Profile, year: number, due: string, today: string): WorldDebt[] {
  const count = profile.installments
  const each = profile.yearlyTaxCents / BigInt(count)
  // The cents that do not divide go into the first one, so that the sum is the tax.
  const rest = profile.yearlyTaxCents - each * BigInt(count)
  return Array.from({ length: count }, (_, index) => {
    const dueDate = addMonths(due, index)
    const cents = index === 0 ? each + rest : each
    return {
      kind: 'ipva_installment',
      year,
      description: `IPVA ${year} - Parcela ${index + 1}/${count}`,
      amountCents: withLateFee(cents, dueDate, today),
      dueDate,
      isPayable: true,
    }
  })
}

function earlierYears(profile: Profile, year: number, today: string): WorldDebt[] {
  const lot = aspect(profile, 'earlier ipva')
  if (!lot.chance(OWES_EARLIER[profile.temper])) return []
  const count = lot.integer(1, profile.temper === 'heavy' ? EARLIER_YEARS_MAX : 1)
  const isInformed = lot.chance(0.5)
  return Array.from({ length: count }, (_, index) => {
    const past = year - count + index
    const due = onDay(past, profile.calendarMonth, profile.calendarDay)
    return {
      kind: 'ipva',
      year: past,
      description: `IPVA ${past}`,
      amountCents: withLateFee(share(profile.yearlyTaxCents, WHOLE_SHARE), due, today),
      dueDate: isInformed ? due : null,
      // The oldest is sometimes with the state's attorney already and leaves this channel.
      isPayable: !(index === 0 && count > 1 && aspect(profile, 'attorney').chance(0.4)),
    }
  })
}
