/** Pure. Seed, vehicle and day in; what the simulated authorities answer out. */
import { debtFingerprint } from '../../fleet/debt-identity.ts'
import { groupOfKind } from '../../fleet/debt-kind.ts'
import { isProvisionalRenavam } from '../../fleet/renavam.ts'
import { type AnsweredDebt, withDependencies } from './dependencies.ts'
import { ipvaOf } from './ipva.ts'
import { licensingOf } from './licensing.ts'
import type { LookupFailure } from '../debt-lookup.ts'
import { lookupFailure } from './lookup-failure.ts'
import { insuranceOf, servicesOf } from './other-debts.ts'
import { profileOf } from './profile.ts'
import { ticketsOf } from './tickets.ts'
import type { WorldDebt, WorldVehicle } from './world-debt.ts'

export type WorldAnswer =
  | { readonly outcome: 'ready'; readonly debts: readonly AnsweredDebt[] }
  | { readonly outcome: 'failed'; readonly failure: LookupFailure }

/** `settled`: fingerprints of debts paid and settled, as a multiset; they are owed no more. */
export function answerVehicle(
  seed: number,
  vehicle: WorldVehicle,
  today: string,
  settled: readonly string[] = [],
): WorldAnswer {
  const failure = lookupFailure(seed, vehicle, today)
  if (failure !== null) return { outcome: 'failed', failure }
  const profile = profileOf(seed, vehicle)
  const keys = new Set(settled)
  const isSettled = (debt: WorldDebt): boolean =>
    keys.size > 0 && keys.has(fingerprintOf(vehicle, debt))
  const owed = [
    ...ipvaOf(profile, today, isSettled),
    ...licensingOf(profile, today),
    ...ticketsOf(profile, today),
    ...insuranceOf(profile),
    ...servicesOf(profile, today),
  ]
  const open = withoutSettled(owed, vehicle, settled)
  const isPayable = !isProvisionalRenavam(vehicle.renavam)
  const debts = open.map((debt) => ({ ...debt, isPayable: debt.isPayable && isPayable }))
  return { outcome: 'ready', debts: withDependencies(profile, debts, today) }
}

function withoutSettled(
  owed: readonly WorldDebt[],
  vehicle: WorldVehicle,
  settled: readonly string[],
): readonly WorldDebt[] {
  if (settled.length === 0) return owed
  const left = new Map<string, number>()
  for (const key of settled) left.set(key, (left.get(key) ?? 0) + 1)
  const gone: WorldDebt[] = []
  const open = owed.filter((debt) => {
    const key = fingerprintOf(vehicle, debt)
    const count = left.get(key) ?? 0
    if (count === 0) return true
    left.set(key, count - 1)
    gone.push(debt)
    return false
  })
  return open.filter((debt) => !gone.some((paid) => isAlternative(paid, debt)))
}

/** The single payment and the instalments of one year: paying one way ends the other. */
function isAlternative(paid: WorldDebt, debt: WorldDebt): boolean {
  if (paid.year !== debt.year) return false
  return (
    (paid.kind === 'ipva_unique' && debt.kind === 'ipva_installment') ||
    (paid.kind === 'ipva_installment' && debt.kind === 'ipva_unique')
  )
}

export function fingerprintOf(vehicle: WorldVehicle, debt: WorldDebt): string {
  return debtFingerprint({ ...vehicle, ...debt, group: groupOfKind[debt.kind] })
}
