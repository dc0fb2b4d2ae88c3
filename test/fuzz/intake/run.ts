/** Puts hostile files to intake, one for each seed, and keeps the seeds whose answer breaks a rule. */
import { readdirSync, readFileSync } from 'node:fs'
import { hostileInput } from './inputs.ts'
import { breachOf } from './oracle.ts'

export interface Breach {
  readonly seed: number
  readonly what: string
}

const FIXTURE_BYTES_MAX = 4000
const BREACHES_MAX = 20

/** The small fleets of the fixtures, to be spoiled. */
export function fuzzFixtures(): Uint8Array[] {
  return ['intake', 'fleets'].flatMap((folder) => {
    const directory = new URL(`../../../fixtures/${folder}/`, import.meta.url)
    const names = readdirSync(directory).filter((name) => name.endsWith('.csv'))
    return names
      .toSorted()
      .map((name) => readFileSync(new URL(name, directory)))
      .filter((bytes) => bytes.length > 0 && bytes.length <= FIXTURE_BYTES_MAX)
  })
}

export async function fuzzSeed(
  seed: number,
  fixtures: readonly Uint8Array[],
): Promise<Breach | undefined> {
  try {
    const what = await breachOf(hostileInput(seed, fixtures))
    return what === undefined ? undefined : { seed, what }
  } catch (error) {
    return { seed, what: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Stops early after some breaches: more of them say little more. */
export async function fuzzSeeds(
  first: number,
  count: number,
  onSeed: (seed: number) => boolean = () => true,
): Promise<Breach[]> {
  const fixtures = fuzzFixtures()
  const breaches: Breach[] = []
  for (let seed = first; seed < first + count; seed++) {
    const breach = await fuzzSeed(seed, fixtures)
    if (breach !== undefined) breaches.push(breach)
    if (breaches.length === BREACHES_MAX || !onSeed(seed)) break
  }
  return breaches
}
