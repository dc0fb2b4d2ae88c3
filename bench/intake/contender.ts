/**
 * One contender in a process of its own, so that its memory is its own: runs it over a file, and
 * prints one line of JSON with its time, its greatest memory, and what it counted.
 */
import { createHash } from 'node:crypto'
import { judgeOnly } from './judge-contenders.ts'
import { LEDGERS } from './ledger-contenders.ts'
import { PARSERS } from './parse-contenders.ts'

export interface Measured {
  readonly rows: number
  readonly ms: number
  readonly rssMb: number
  /** Of all cells; only when the rows were to be checked. */
  readonly digest?: string
  /** What comes after the rows, by its name: milliseconds. */
  readonly beside?: Readonly<Record<string, number>>
}

const JUDGED = 'frota judged'

export async function runContender(name: string, path: string, check: boolean): Promise<void> {
  const started = performance.now()
  const parser = PARSERS[name]
  const ledger = LEDGERS[name]
  let told: Omit<Measured, 'ms' | 'rssMb'> & { readonly ms?: number }
  if (parser !== undefined) told = check ? await checked(path, name) : { rows: await parser(path) }
  else if (ledger !== undefined) told = await ledger(path)
  else if (name === JUDGED) told = { rows: await judgeOnly(path) }
  else throw new Error(`There is no contender ${name}.`)
  const ms = performance.now() - started
  const rssMb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`${JSON.stringify({ ms, rssMb, ...told })}\n`)
}

async function checked(path: string, name: string): Promise<{ rows: number; digest: string }> {
  const hash = createHash('sha256')
  const rows = await PARSERS[name]?.(path, (cells) => hash.update(JSON.stringify(cells)))
  return { rows: rows ?? 0, digest: hash.digest('hex') }
}
