import type { FileMeasures } from './measure-file.ts'
import { MEASURES } from './measure-file.ts'

/** The benchmark's two scores out of 10, from the ten measures of each file. */

export interface Measured {
  readonly name: string
  readonly weight: number
  readonly measures: FileMeasures
}

export interface Scores {
  readonly simple: number
  readonly weighted: number
}

/** Of one file, out of 10. */
export function pointsOf({ measures }: Measured): number {
  return MEASURES.reduce((sum, measure) => sum + measures[measure], 0)
}

export function score(files: readonly Measured[]): Scores {
  let simple = 0
  let weighted = 0
  let weights = 0
  for (const file of files) {
    const points = pointsOf(file)
    simple += points / files.length
    weighted += points * file.weight
    weights += file.weight
  }
  return { simple, weighted: weighted / weights }
}
