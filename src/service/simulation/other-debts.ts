/** Licensing, the compulsory insurance of old, fees, and what stands outside of every class. */
import { finalDigit } from '../../fleet/plate.ts'
import { draw } from './draw.ts'
import { aspect, type Profile } from './profile.ts'
import { onDay, type WorldDebt } from './world-debt.ts'

const LICENSING = { clean: 0, ordinary: 0.5, heavy: 0.9 } as const
const SERVICE = { clean: 0, ordinary: 0.08, heavy: 0.35 } as const
const SERVICES = [
  ['Taxa de emissão do CRLV-e', 2_943n],
  ['Taxa de vistoria eletrônica', 12_150n],
  ['Estadia em pátio - 2 diárias', 11_866n],
] as const
/** DPVAT ended with 2020; what replaced it was revoked before it was charged. */
const INSURANCE_YEARS = [2018, 2019, 2020] as const
const INSURANCE_CENTS = { 2018: 4_528n, 2019: 1_637n, 2020: 530n } as const

export function licensingOf(profile: Profile, today: string): WorldDebt[] {
  const year = Number(today.slice(0, 4))
  const lot = aspect(profile, 'licensing', year)
  if (!lot.chance(LICENSING[profile.temper])) return []
  // April for final 1 to December for 9 and 0, as most states do.
  const month = Math.min(12, 3 + (finalDigit(profile.vehicle.plate) || 9))
  const fee = draw(profile.seed, profile.vehicle.uf, 'licensing fee')
  return [
    {
      kind: 'licensing',
      year,
      description: `Licenciamento anual ${year}`,
      amountCents: BigInt(fee.integer(9_816, 26_412)),
      dueDate: onDay(year, month, 28),
      isPayable: true,
    },
  ]
}

export function insuranceOf(profile: Profile): WorldDebt[] {
  const lot = aspect(profile, 'insurance')
  if (profile.temper !== 'heavy' || !lot.chance(0.25)) return []
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

export function feesOf(profile: Profile, today: string): WorldDebt[] {
  const year = Number(today.slice(0, 4))
  const lot = aspect(profile, 'service', year)
  const fees: WorldDebt[] = []
  if (lot.chance(SERVICE[profile.temper])) {
    const [description, amountCents] = lot.pick(SERVICES)
    fees.push({ kind: 'service', year, description, amountCents, dueDate: null, isPayable: true })
  }
  if (profile.temper === 'heavy' && aspect(profile, 'other').chance(0.25)) {
    fees.push({
      kind: 'other',
      year: year - 2,
      description: 'Débito em dívida ativa - processo administrativo',
      amountCents: BigInt(aspect(profile, 'other cents').integer(15_000, 240_000)),
      dueDate: null,
      isPayable: false,
    })
  }
  return fees
}
