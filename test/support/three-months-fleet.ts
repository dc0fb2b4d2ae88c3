/** The fleet of the three months: its sheet and owners (fixtures/scenarios/three-months.json). */
import { renavamCheckDigit } from '../../src/fleet/renavam.ts'
import { payingPlate } from './fleet-file.ts'

const CNPJ = '12ABC34501DE35'
/** Made up; it must appear nowhere. */
export const CPF = '52998224725'
/** Plate and RENAVAM: the single payment of their IPVA is due on 2026-07-25, beside instalments. */
export const TWO_WAYS = [
  ['ZZZ3A37', '13107870870'],
  ['ZZZ7A77', '13112060031'],
] as const

export function sheet(costCentreOf: (index: number) => string, vehicles: number): string {
  const rows = Array.from({ length: vehicles }, (_, index) => {
    const stem = String(1_300_000_000 + index * 104_729)
    const owner = index % 4 === 3 ? CPF : CNPJ
    const renavam = `${stem}${renavamCheckDigit(stem)}`
    return `${payingPlate(index)},${renavam},SP,${owner},${costCentreOf(index)}`
  })
  const twoWays = TWO_WAYS.map(([plate, renavam]) => `${plate},${renavam},AM,${CNPJ},Obras`)
  return ['plate,renavam,uf,owner_document,cost_centre', ...rows, ...twoWays, ''].join('\n')
}
