/** Runs contenders in turns, each time in a fresh process, and gives their medians. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Measured } from './contender.ts'
import { fieldsOf } from '../../src/fields.ts'

export interface Entrant {
  readonly name: string
  readonly path: string
}

export interface Median {
  readonly rows: number
  readonly rowsPerSecond: number
  readonly rssMb: number
  readonly ms: number
  readonly cpuMs: number
  readonly beside: Readonly<Record<string, number>>
}

const main = new URL('main.ts', import.meta.url).pathname

/** Throws when two counts of one contender differ: nobody's speed counts for a wrong answer. */
export async function interleave(
  entrants: readonly Entrant[],
  rounds: number,
): Promise<readonly Median[]> {
  const runs = entrants.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, entrant] of entrants.entries()) runs[at]?.push(await run(entrant))
  }
  return runs.map((measured, at) => {
    const rows = measured[0]?.rows ?? 0
    const name = entrants[at]?.name ?? ''
    if (measured.some((one) => one.rows !== rows)) throw new Error(`${name} counts differently.`)
    const ms = median(measured.map((one) => one.ms))
    const beside = Object.keys(measured[0]?.beside ?? {}).map(
      (key) => [key, median(measured.map((one) => one.beside?.[key] ?? 0))] as const,
    )
    return {
      rows,
      ms,
      rowsPerSecond: (rows * 1000) / ms,
      rssMb: median(measured.map((one) => one.rssMb)),
      cpuMs: median(measured.map((one) => one.cpuMs)),
      beside: Object.fromEntries(beside),
    }
  })
}

export async function run({ name, path }: Entrant, check = false): Promise<Measured> {
  const args = [main, '--contender', name, '--file', path, ...(check ? ['--check'] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const measured: unknown = JSON.parse(stdout)
  if (!isMeasured(measured)) throw new Error(`${name} printed no measurement.`)
  return measured
}

function isMeasured(value: unknown): value is Measured {
  const { rows, ms, cpuMs, rssMb } = fieldsOf(value)
  return [rows, ms, cpuMs, rssMb].every((each) => typeof each === 'number')
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
