/** Files of made-up vehicles with a valid Renavam each. */
import { renavamCheckDigit } from '../../src/fleet/renavam.ts'

/** `plateOf` names vehicle 0, 1, 2, ...; `first`: those before are in another file. */
export function fleetFile(vehicles: number, plateOf: (index: number) => string, first = 0): string {
  const rows = Array.from({ length: vehicles }, (_, place) => {
    const index = first + place
    const stem = String(1_200_000_000 + index * 104_729)
    return `${plateOf(index)},${stem}${renavamCheckDigit(stem)},SP,12.ABC.345/01DE-35`
  })
  return ['plate,renavam,uf,owner_document', ...rows, ''].join('\n')
}

/** The simulated world decides what it owes; `letters` are two. */
export function plateOf(letters: string, index: number): string {
  const number = String(index).padStart(4, '0')
  return `${letters}${'ABCDEFGHIJ'[Number(number[0])]}${number[1]}A${number.slice(2)}`
}

/** Owes something that can be ordered: these plates are planted (docs/faults.md), 1,000 of them. */
export function payingPlate(index: number): string {
  const number = String(index).padStart(3, '0')
  return `ZZN${number[0]}A${number.slice(1)}`
}
