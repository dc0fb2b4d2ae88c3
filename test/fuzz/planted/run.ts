/** Puts files with planted vehicles to intake, one for each seed, and counts what becomes of them. */
import { judgePlanted } from './oracle.ts'
import { plantedFile, type PlantedFile } from './planted-file.ts'

export interface PlantedRun {
  readonly files: number
  readonly refused: number
  /** Vehicles that were accepted, and rows that were rejected. */
  readonly accepted: number
  readonly rejected: number
  /** Seeds of files, with the vehicles that were lost or mixed in them. */
  readonly breaches: readonly { readonly seed: number; readonly what: string }[]
}

const BREACHES_MAX = 20

export async function judgeSeeds(
  first: number,
  count: number,
  onSeed: (seed: number) => boolean = () => true,
  fileOf: (seed: number) => PlantedFile = (seed) => plantedFile(seed),
): Promise<PlantedRun> {
  const run = { files: 0, refused: 0, accepted: 0, rejected: 0 }
  const breaches: { seed: number; what: string }[] = []
  for (let seed = first; seed < first + count && breaches.length < BREACHES_MAX; seed++) {
    const { isRefused, accepted, rejected, lost, mixed } = await judgePlanted(fileOf(seed))
    run.files++
    run.refused += Number(isRefused)
    run.accepted += accepted
    run.rejected += rejected
    if (lost.length > 0) breaches.push({ seed, what: `lost: ${lost.join(', ')}` })
    if (mixed.length > 0) breaches.push({ seed, what: `mixed: ${mixed.join(', ')}` })
    if (!onSeed(seed)) break
  }
  return { ...run, breaches }
}
