/** The yearly licensing, this year's and sometimes the one that was missed last year. */
import { withLateFee } from './amounts.ts'
import { yearOf } from './days.ts'
import { draw } from './draw.ts'
import { aspect, calendarDays, type Profile } from './profile.ts'
import type { WorldDebt } from './world-debt.ts'

const OWES = { clean: 0, ordinary: 0.5, heavy: 0.9 } as const
const MISSED = { clean: 0, ordinary: 0.1, heavy: 0.45 } as const

export function licensingOf(profile: Profile, today: string): WorldDebt[] {
  const year = yearOf(today)
  return [year - 1, year].flatMap((each) => {
    if (!aspect(profile, 'licensing', each).chance(OWES[profile.temper])) return []
    const isPast = each < year
    if (isPast && !aspect(profile, 'licensing missed', each).chance(MISSED[profile.temper])) {
      return []
    }
    return [licensingOfYear(profile, each, today)]
  })
}

function licensingOfYear(profile: Profile, year: number, today: string): WorldDebt {
  const fee = draw(profile.seed, profile.vehicle.uf, 'licensing fee')
  const cents = BigInt(fee.integer(9_816, 26_412))
  const [dueDate = null] = calendarDays(profile, year, 'licensing')
  return {
    kind: 'licensing',
    year,
    description: `Licenciamento anual ${year}`,
    amountCents: dueDate === null ? cents : withLateFee(cents, dueDate, today),
    dueDate,
    isPayable: true,
  }
}
