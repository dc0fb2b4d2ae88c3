/**
 * Every vehicle planted in a file is accepted with its own plate, RENAVAM, state and owner, or
 * stands in a rejected row, or the file is refused; and no other vehicle is accepted.
 */
import { stripDocument } from '../../../src/fleet/document.ts'
import { normalizePlate } from '../../../src/fleet/plate.ts'
import { judgeFile } from '../../../src/reconciliation/intake/judge-file.ts'
import type { JudgedVehicle } from '../../../src/reconciliation/intake/judged.ts'
import { sourceOf } from '../../reconciliation/intake/judge-bytes.ts'
import type { PlantedFile } from './planted-file.ts'
import type { PlantedVehicle } from './vehicles.ts'

export interface Judgement {
  readonly isRefused: boolean
  readonly accepted: number
  readonly rejected: number
  readonly lost: readonly string[]
  readonly mixed: readonly string[]
}

const REFUSED: Judgement = { isRefused: true, accepted: 0, rejected: 0, lost: [], mixed: [] }

export async function judgePlanted({ bytes, options, vehicles }: PlantedFile): Promise<Judgement> {
  const file = await judgeFile(sourceOf(bytes), options)
  if ('refused' in file) return REFUSED
  const accepted: JudgedVehicle[] = []
  const rejected: string[] = []
  for await (const rows of file.rows) {
    for (const { vehicle, verdict, rawCells } of rows) {
      if (vehicle !== undefined) accepted.push(vehicle)
      else if (verdict === 'rejected') rejected.push(bare(rawCells.join('|')))
    }
  }
  const owned = new Set(vehicles.map(keyOf))
  const kept = new Set(accepted.map((one) => keyOf({ ...one, owner: one.ownerDocument })))
  const mixed = [...kept].filter((key) => !owned.has(key))
  const lost = vehicles.filter((vehicle) => {
    return !kept.has(keyOf(vehicle)) && !rejected.some((row) => standsIn(vehicle, row))
  })
  return {
    isRefused: false,
    accepted: kept.size,
    rejected: rejected.length,
    lost: lost.map(keyOf),
    mixed,
  }
}

function keyOf({ plate, renavam, uf, owner }: PlantedVehicle): string {
  return [plate, renavam, uf, owner].join(' ')
}

/** One of its values is enough; a number may have lost its zeros. */
function standsIn({ plate, renavam, owner }: PlantedVehicle, row: string): boolean {
  const numbers = [renavam, owner].map((number) => number.replace(/^0+/, ''))
  return [plate, ...numbers].some((value) => row.includes(value))
}

/** Without the punctuation of documents and plates, and without quotes that strayed into them. */
function bare(row: string): string {
  return stripDocument(normalizePlate(row)).replaceAll('"', '')
}
