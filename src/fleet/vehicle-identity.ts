/** Whether what is answered for a vehicle still holds after its plate or state was changed. */
import { mercosulForm, normalizePlate } from './plate.ts'

interface Registration {
  readonly plate: string
  readonly uf: string
}

/** For one RENAVAM: the same state, and the same plate in either form, however they are spelled. */
export function isSameVehicle(one: Registration, other: Registration): boolean {
  return stateOf(one) === stateOf(other) && plateOf(one) === plateOf(other)
}

function stateOf({ uf }: Registration): string {
  return uf.trim().toUpperCase()
}

function plateOf({ plate }: Registration): string {
  return mercosulForm(normalizePlate(plate))
}
