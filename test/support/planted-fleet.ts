/**
 * Sheets of vehicles whose answers neither the date nor chance decides: each plate begins with three
 * letters of docs/faults.md, which say what the simulated service answers.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renavamCheckDigit } from '../../src/fleet/renavam.ts'
import type { World } from './run-frota.ts'

/** Always answered and always owing something. */
export const OWING = 'ZZZ'
/** More than any simulated vehicle owes, in reais. */
export const ANY_AMOUNT = '1000000'

/** A heading and a vehicle for each prefix; plates and Renavams are valid and their own. */
export function plantedSheet(prefixes: readonly string[]): [string, ...string[]] {
  const rows = prefixes.map((prefix, index) => {
    const number = String(index + 1).padStart(2, '0')
    const stem = String(1_300_000_000 + index * 104_729)
    const renavam = `${stem}${renavamCheckDigit(stem)}`
    return `${prefix}1A${number},${renavam},SP,12ABC34501DE35,Van ${number}`
  })
  return ['plate,renavam,uf,owner_document,nickname', ...rows]
}

export async function writeFleet(world: World, prefixes: readonly string[]): Promise<string> {
  const path = join(world.dir, 'planted.csv')
  await writeFile(path, `${plantedSheet(prefixes).join('\n')}\n`)
  return path
}
