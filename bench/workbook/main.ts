/**
 * Reading workbooks: our own strict reader beside the library that writes ours. Prints times,
 * memory and ratios, then what each makes of sheets that are not as they should be.
 *
 * `node bench/workbook/main.ts [--rows 50000] [--rounds 3]`
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brokenWorkbooks } from './cases.ts'
import { countRows, READERS } from './readers.ts'
import type { Kind } from './readers.ts'
import { fieldsOf } from '../../src/fields.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

interface Measured {
  readonly rows: number
  readonly ms: number
  readonly mb: number
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    reader: { type: 'string' },
    file: { type: 'string', default: '' },
  },
})

if (values.reader === undefined) await compare(Number(values.rows), Number(values.rounds))
else await readOnce(values.reader, values.file)

/** In a process of its own, so that its memory is its own. */
async function readOnce(reader: string, file: string): Promise<void> {
  const started = performance.now()
  const rows = await countRows(reader, file)
  const ms = performance.now() - started
  const mb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(JSON.stringify({ rows, ms, mb } satisfies Measured))
}

async function compare(rows: number, rounds: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'frota-bench-'))
  try {
    for (const kind of ['xlsx', 'ods'] as const) {
      const path = join(directory, `fleet.${kind}`)
      await writeFile(path, await makeWorkbook(kind, rows))
      say(`\n${kind}, ${rows} rows of 7 cells, medians of ${rounds} rounds`)
      await measure(path, rows + 1, rounds)
    }
  } finally {
    await rm(directory, { recursive: true })
  }
  say('\nA sheet that is not as it should be, an XLSX whose first row says 1')
  for (const [what, bytes] of await brokenWorkbooks()) {
    say(`  ${what}`)
    for (const name of Object.keys(READERS)) say(`    ${name}: ${await tell(name, bytes)}`)
  }
}

async function measure(path: string, expected: number, rounds: number): Promise<void> {
  const names = Object.keys(READERS)
  const runs = new Map(names.map((name) => [name, [] as Measured[]]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const args = [import.meta.filename, '--reader', name, '--file', path]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const { rows, ms, mb } = fieldsOf(JSON.parse(stdout))
      const measured: Measured = { rows: Number(rows), ms: Number(ms), mb: Number(mb) }
      if (measured.rows !== expected) throw new Error(`${name} read ${measured.rows} rows.`)
      runs.get(name)?.push(measured)
    }
  }
  const ours = median(runs.get('frota') ?? [], 'ms')
  for (const [name, measured] of runs) {
    const ms = median(measured, 'ms')
    const mb = median(measured, 'mb').toFixed(0)
    const perSecond = ((expected * 1000) / ms).toFixed(0)
    const ratio = (ms / ours).toFixed(2)
    say(`  ${name}: ${perSecond} rows/s, ${mb} MB, ${ratio} x the time of frota`)
  }
}

function median(measured: readonly Measured[], of: 'ms' | 'mb'): number {
  const sorted = measured.map((one) => one[of]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function tell(name: string, bytes: Uint8Array): Promise<string> {
  const rows: unknown[] = []
  try {
    for await (const row of READERS[name]?.(bytes, 'xlsx') ?? []) rows.push(row)
  } catch (error) {
    return `refused (${error instanceof Error ? error.message.slice(0, 80) : 'unknown'})`
  }
  return JSON.stringify(rows)
}

async function makeWorkbook(kind: Kind, count: number): Promise<Uint8Array> {
  const header = ['placa', 'renavam', 'uf', 'cpf_cnpj', 'apelido', 'km', 'filial']
  const rows = Array.from({ length: count }, (_, at) => [
    `ABC1D${String(at % 100).padStart(2, '0')}`,
    String(10_000_000_000 + at),
    'SP',
    '11222333000181',
    `Van ${at}`,
    at,
    'Filial 3',
  ])
  const sheets = [{ name: 'Frota', rows: [header, ...rows] }]
  const { writeXlsx } = await import('hucre/xlsx')
  const { writeOds } = await import('hucre/ods')
  return kind === 'ods' ? writeOds({ sheets }) : writeXlsx({ sheets })
}
