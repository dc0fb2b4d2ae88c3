/**
 * One contender in a process of its own, so that its memory is its own: runs it over a file, and
 * prints one line of JSON with its time, its greatest memory, and what it counted.
 */
import { createHash } from 'node:crypto'

export interface Measured {
  readonly rows: number
  readonly ms: number
  /** Of this process, all threads, while it was measured: what a busy machine changes least. */
  readonly cpuMs: number
  readonly rssMb: number
  /** Of all cells; only when the rows were to be checked. */
  readonly digest?: string
  /** What comes after the rows, by its name: milliseconds. */
  readonly beside?: Readonly<Record<string, number>>
}

type Told = Pick<Measured, 'rows' | 'digest' | 'beside'> & Partial<Measured>

/** Not a contender: makes the rows that others copy, beside the file. */
export const EXPORT = 'export'
export const JUDGED = 'frota judged'

export async function runContender(name: string, path: string, check: boolean): Promise<void> {
  const contender = await find(name, check)
  const started = performance.now()
  const before = process.cpuUsage()
  const told = await contender(path)
  const cpu = process.cpuUsage(before)
  const ms = performance.now() - started
  const cpuMs = (cpu.user + cpu.system) / 1000
  const rssMb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`${JSON.stringify({ ms, cpuMs, rssMb, ...told })}\n`)
}

/** Loads what it needs and nothing else: a package that is loaded takes memory too. */
async function find(name: string, check: boolean): Promise<(path: string) => Promise<Told>> {
  if (name === JUDGED) {
    const { judgeOnly } = await import('./judge-contenders.ts')
    return async (path) => ({ rows: await judgeOnly(path) })
  }
  const { PARSERS } = await import('./parse-contenders.ts')
  const parser = PARSERS[name]
  if (parser !== undefined) {
    if (!check) return async (path) => ({ rows: await parser(path) })
    return async (path) => {
      const hash = createHash('sha256')
      const rows = await parser(path, (cells) => hash.update(JSON.stringify(cells)))
      return { rows, digest: hash.digest('hex') }
    }
  }
  const { exportRows, LEDGERS } = await import('./ledger-contenders.ts')
  if (name === EXPORT) return (path) => exportRows(path, `${path}.rows`)
  const ledger = LEDGERS[name]
  if (ledger === undefined) throw new Error(`There is no contender ${name}.`)
  return ledger
}
