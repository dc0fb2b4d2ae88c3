/**
 * The yearly tax through its life: this year's as single payment beside instalments, then as
 * assessed, then with the state's attorney, then lapsed.
 */
import { discounted, share, withInterest, withLateFee } from './amounts.ts'
import { addDays, onDay, yearOf } from './days.ts'
import { aspect, type Profile, type TaxDays, taxDays } from './profile.ts'
import type { WorldDebt } from './world-debt.ts'

/** True for a debt that was settled here, in whatever form it would be answered today. */
export type IsSettled = (debt: WorldDebt) => boolean

const OWES = { clean: 0, ordinary: 0.55, heavy: 0.95 } as const
/** Of what is owed at the year's end; the rest is then paid without us. */
const CARRIED = { clean: 0, ordinary: 0.15, heavy: 0.5 } as const
/** Of what is carried over: the authority says when it was due. */
const INFORMED = 0.5
/** A claim lapses five years after its year (CTN, art. 174), some time in the year after. */
export const LAPSE_YEARS = 6
/** What the attorney adds, in hundredths of a percent. */
export const ATTORNEY_FEE = 1_000n

export function ipvaOf(profile: Profile, today: string, isSettled: IsSettled): WorldDebt[] {
  if (profile.temper === 'clean') return []
  const thisYear = yearOf(today)
  const years = Array.from({ length: LAPSE_YEARS + 1 }, (_, back) => thisYear - LAPSE_YEARS + back)
  return years.flatMap((year) => taxOfYear(profile, year, today, isSettled))
}

function taxOfYear(profile: Profile, year: number, today: string, isSettled: IsSettled) {
  if (!aspect(profile, 'ipva', year).chance(OWES[profile.temper])) return []
  const isCarried = aspect(profile, 'ipva carried', year).chance(CARRIED[profile.temper])
  // No first form lasts beyond the year after; what was paid by then needs no days at all.
  if (!isCarried && year < yearOf(today) - 1) return []
  const days = taxDays(profile, year)
  if (today < days.opens) return []
  const unique = singlePayment(profile, year, days, today)
  const parts = installments(profile, year, days, today)
  if (today <= firstFormEnds(year, days)) return [unique, ...parts.map(({ debt }) => debt)]
  if (!isCarried || isSettled(unique)) return []
  const paid = parts.filter(({ debt }) => isSettled(debt))
  const left = paid.reduce((cents, part) => cents - part.baseCents, profile.yearlyTaxCents)
  return left <= 0n ? [] : carried(profile, year, days.unique, left, today, isSettled)
}

/** Until December, or until the last instalment of a vehicle registered late in the year is due. */
function firstFormEnds(year: number, days: TaxDays): string {
  const yearEnds = onDay(year, 12, 31)
  const last = days.installments.at(-1) ?? yearEnds
  return last > yearEnds ? last : yearEnds
}

function singlePayment(profile: Profile, year: number, days: TaxDays, today: string): WorldDebt {
  const due = days.unique
  const full = discounted(profile.yearlyTaxCents, profile.rules.cashDiscount, due, today)
  return {
    kind: 'ipva_unique',
    year,
    description: `IPVA ${year} - Cota única`,
    amountCents: withLateFee(full, due, today),
    dueDate: due,
    isPayable: true,
  }
}

function installments(profile: Profile, year: number, days: TaxDays, today: string) {
  const count = days.installments.length
  const each = profile.yearlyTaxCents / BigInt(count || 1)
  // The cents that do not divide go into the first one, so that the sum is the tax.
  const rest = profile.yearlyTaxCents - each * BigInt(count)
  return days.installments.map((dueDate, index) => {
    const baseCents = index === 0 ? each + rest : each
    const debt: WorldDebt = {
      kind: 'ipva_installment',
      year,
      description: `IPVA ${year} - Parcela ${index + 1}/${count}`,
      amountCents: withLateFee(baseCents, dueDate, today),
      dueDate,
      isPayable: true,
    }
    return { debt, baseCents }
  })
}

function carried(
  profile: Profile,
  year: number,
  due: string,
  cents: bigint,
  today: string,
  isSettled: IsSettled,
): WorldDebt[] {
  const lot = aspect(profile, 'ipva later', year)
  const assessed: WorldDebt = {
    kind: 'ipva',
    year,
    description: `IPVA ${year}`,
    amountCents: withLateFee(cents, due, today),
    dueDate: lot.chance(INFORMED) ? due : null,
    isPayable: true,
  }
  const movesOn = someDay(year + profile.rules.attorneyAfterYears, lot.integer(15, 345))
  if (today < movesOn) return [assessed]
  const lapsesOn = someDay(year + LAPSE_YEARS, lot.integer(15, 345))
  if (today >= lapsesOn || isSettled(assessed)) return []
  const moved = withLateFee(cents, due, movesOn)
  return [
    {
      kind: 'other',
      year,
      description: `Dívida ativa - IPVA ${year}`,
      amountCents: withInterest(moved + share(moved, ATTORNEY_FEE), movesOn, today),
      dueDate: null,
      isPayable: false,
    },
  ]
}

function someDay(year: number, dayOfYear: number): string {
  return addDays(onDay(year, 1, 1), dayOfYear)
}
