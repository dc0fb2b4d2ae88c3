/** The compulsory insurance of old, and the fees of the traffic department's services. */
import { addDays, onDay, yearOf } from './days.ts'
import { aspect, type Profile } from './profile.ts'
import type { WorldDebt } from './world-debt.ts'

const SERVICE = { clean: 0, ordinary: 0.15, heavy: 0.4 } as const
const SERVICES = [
  ['Taxa de emissão do CRLV-e', 2_943n],
  ['Taxa de vistoria eletrônica', 12_150n],
  ['Estadia em pátio - 2 diárias', 11_866n],
] as const
/** DPVAT ended with 2020; what replaced it was revoked before it was charged. */
const INSURANCE_YEARS = [2018, 2019, 2020] as const
const INSURANCE_CENTS = { 2018: 4_528n, 2019: 1_637n, 2020: 530n } as const
const INSURANCE = 0.35

export function insuranceOf(profile: Profile): WorldDebt[] {
  const lot = aspect(profile, 'insurance')
  if (profile.temper !== 'heavy' || !lot.chance(INSURANCE)) return []
  const first = lot.integer(0, INSURANCE_YEARS.length - 1)
  return INSURANCE_YEARS.slice(first).map((year) => ({
    kind: 'insurance',
    year,
    description: `Seguro DPVAT ${year}`,
    amountCents: INSURANCE_CENTS[year],
    dueDate: null,
    isPayable: true,
  }))
}

/** One service a year at most, charged from a day of the year to its end. */
export function servicesOf(profile: Profile, today: string): WorldDebt[] {
  const year = yearOf(today)
  const lot = aspect(profile, 'service', year)
  if (!lot.chance(SERVICE[profile.temper])) return []
  const [description, amountCents] = lot.pick(SERVICES)
  if (today < addDays(onDay(year, 1, 1), lot.integer(1, 340))) return []
  return [{ kind: 'service', year, description, amountCents, dueDate: null, isPayable: true }]
}
