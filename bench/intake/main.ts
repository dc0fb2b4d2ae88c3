/**
 * How fast intake reads: parsing against uDSV and csv-parse, judging against csv-parse's iterator,
 * and the way into the ledger against COPY of the same rows. Medians of interleaved rounds, as
 * ratios; it fails only on wrong results, never on time.
 * npm ci --prefix bench, then: node bench/intake/main.ts [--rows 100000] [--rounds 3]
 * [--only parse|judge|ledger]. The ledger needs DATABASE_URL: eval "$(.ci/servers)".
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT, JUDGED, runContender } from './contender.ts'
import { FILE_KINDS, writeFleetFile } from './fleet-file.ts'
import { interleave, run } from './measure.ts'
import type { Entrant, Median } from './measure.ts'
import { PARSERS } from './parse-contenders.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    contender: { type: 'string' },
    file: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
})
const ITERATOR = 'csv-parse iterator'
const COPY_ON_SERVER = 'psql \\copy, server'
const COPY_ON_PGLITE = 'COPY, PGlite'

if (values.contender !== undefined) {
  await runContender(values.contender, values.file, values.check)
} else {
  if (!existsSync(new URL('../node_modules', import.meta.url))) {
    throw new Error('First: npm ci --prefix bench')
  }
  const directory = await mkdtemp(join(tmpdir(), 'frota-bench-'))
  try {
    await measureAll(directory, Number(values.rows))
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function measureAll(directory: string, rows: number): Promise<void> {
  const rounds = Number(values.rounds ?? (rows > 200_000 ? 5 : 3))
  const wanted = (what: string): boolean => (values.only ?? what) === what
  const files = new Map<string, string>()
  for (const kind of FILE_KINDS) {
    const path = join(directory, `${kind}.csv`)
    await writeFleetFile(path, rows, kind)
    files.set(kind, path)
    say(`${kind}: ${rows} rows, ${((await stat(path)).size / 1e6).toFixed(1)} MB`)
  }
  const file = (kind: string): string => files.get(kind) ?? ''
  if (wanted('parse')) await measureParsing(file('plain'), directory, rows, rounds)
  if (wanted('judge')) await measureJudging(file, rows, rounds)
  if (wanted('ledger')) await measureLedger(file, rows, rounds)
}

async function measureParsing(
  path: string,
  directory: string,
  rows: number,
  rounds: number,
): Promise<void> {
  const names = Object.keys(PARSERS)
  const digests = new Set<string | undefined>()
  for (const name of names) digests.add((await run({ name, path }, true)).digest)
  if (digests.size !== 1) throw new Error('The parsers read different cells.')
  const tenth = join(directory, 'tenth.csv')
  await writeFleetFile(tenth, rows / 10, 'plain')
  const entrants = [...names.map((name) => ({ name, path })), { name: 'frota', path: tenth }]
  const medians = await interleave(entrants, rounds)
  for (const each of medians.slice(0, -1)) mustBe(rows, each.rows)
  table('parsing alone', entrants, medians, { [ITERATOR]: '2' })
  const [whole, part] = [medians[0]?.rssMb ?? 0, medians.at(-1)?.rssMb ?? 1]
  say(`memory of all rows is ${(whole / part).toFixed(2)} x that of a tenth | aim 1.5`)
}

async function measureJudging(
  file: (kind: string) => string,
  rows: number,
  rounds: number,
): Promise<void> {
  for (const kind of ['plain', 'owners', 'repaired']) {
    const entrants = [JUDGED, ITERATOR].map((name) => ({ name, path: file(kind) }))
    const medians = await interleave(entrants, rounds)
    for (const each of medians) mustBe(rows, each.rows)
    table(`judged, ${kind}`, entrants, medians, { [ITERATOR]: '0.7' })
  }
  // csv-parse alone refuses quotes inside cells, so these files are compared with the plain one.
  const kinds = ['plain', 'inches', 'quoted']
  const entrants = kinds.map((kind) => ({ name: JUDGED, path: file(kind) }))
  const medians = await interleave(entrants, rounds)
  for (const each of medians) mustBe(rows, each.rows)
  table(`judged, ${kinds.join(', ')}`, entrants, medians, {})
  const [plain] = medians
  for (const [at, { cpuMs }] of medians.entries()) {
    const ratio = (cpuMs / (plain?.cpuMs ?? 1)).toFixed(2)
    say(`${kinds[at] ?? ''} costs ${ratio} times the plain file by CPU | aim at most 3`)
  }
}

/** The rows that are copied are those that our own import made of the same file. */
async function measureLedger(
  file: (kind: string) => string,
  rows: number,
  rounds: number,
): Promise<void> {
  if (process.env['DATABASE_URL'] === undefined) {
    say('\nthe ledger is not measured: eval "$(.ci/servers)" first')
    return
  }
  for (const kind of ['plain', 'repaired'] as const) {
    const path = file(kind)
    await run({ name: EXPORT, path })
    const entrants: Entrant[] = [
      { name: 'frota, server', path },
      { name: COPY_ON_SERVER, path: `${path}.rows` },
      { name: 'frota, PGlite', path },
      { name: COPY_ON_PGLITE, path: `${path}.rows` },
      ...(kind === 'plain' ? [{ name: 'frota, server, sealed upload, applied', path }] : []),
    ]
    const medians = await interleave(entrants, rounds)
    for (const each of medians) mustBe(rows, each.rows)
    const pairs = [
      [0, 2, `in the ledger of a server, ${kind}`, COPY_ON_SERVER, '0.2'],
      [2, 4, `in the embedded ledger, ${kind}`, COPY_ON_PGLITE, '0.15'],
    ] as const
    for (const [from, to, title, rival, aim] of pairs) {
      table(title, entrants.slice(from, to), medians.slice(from, to), { [rival]: aim })
    }
    if (kind === 'plain') table('the whole import', entrants.slice(4), medians.slice(4), {})
  }
}

function table(
  title: string,
  entrants: readonly Entrant[],
  medians: readonly Median[],
  aims: Readonly<Record<string, string>>,
): void {
  const columns = 'rows | s | CPU s | rows/s | MB at most | the first is x times | by CPU | aim'
  say(`\n${title} | ${columns}`)
  const first = medians[0]
  for (const [at, median] of medians.entries()) {
    const { rows, ms, cpuMs, rowsPerSecond, rssMb, beside } = median
    const name = entrants[at]?.name ?? ''
    const ratio = (rowsPerSecond === 0 ? 0 : (first?.rowsPerSecond ?? 0) / rowsPerSecond).toFixed(2)
    const byCpu = (((cpuMs / rows) * (first?.rows ?? 0)) / (first?.cpuMs ?? 1)).toFixed(2)
    const more = Object.entries(beside).map(([what, took]) => `; ${what} ${seconds(took)} s`)
    say(
      `${name} | ${rows} | ${seconds(ms)} | ${seconds(cpuMs)} | ${rowsPerSecond.toFixed(0)} | ` +
        `${rssMb.toFixed(0)} | ${ratio} | ${byCpu} | ${aims[name] ?? ''}${more.join('')}`,
    )
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}

function mustBe(expected: number, counted: number): void {
  if (counted !== expected) throw new Error(`${counted} of ${expected} rows were read.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
