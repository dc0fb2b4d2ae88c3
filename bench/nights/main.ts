/**
 * A month of nights of one fleet, an hour in a second: sizes of the tables, the journal, the data
 * directory, the reports, and memory, after every few nights. Ends with 1 when anything has grown
 * beyond the facts that it keeps.
 * node bench/nights/main.ts [--nights 30] [--vehicles 500] [--each 5] [--hours 8]
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fleetFile, plateOf } from '../../test/support/fleet-file.ts'
import { openWorld } from '../../test/support/run-frota.ts'
import { growthOf, sizesOf } from './sizes.ts'
import type { Sizes } from './sizes.ts'

const DAY_MS = 86_400_000
const MB = 1024 * 1024
const FIRST_NIGHT_MS = Date.UTC(2026, 5, 2, 1)
const TABLES_SHOWN = 14
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '1000000']

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '30' },
    vehicles: { type: 'string', default: '500' },
    each: { type: 'string', default: '5' },
    hours: { type: 'string', default: '8' },
  },
})
const [nights, vehicles, each] = [values.nights, values.vehicles, values.each].map(Number)
await using world = await openWorld({ FROTA_TEST_SCALE: '3600', FROTA_LOCALE: 'en' })
const peakFile = join(world.dir, 'peak')
const file = join(world.dir, 'fleet.csv')
await writeFile(
  file,
  fleetFile(Number(vehicles), (index) => plateOf('ZY', index)),
)

const seen: Sizes[] = []
for (let night = 1; night <= Number(nights); night += 1) {
  if (night === 1) await frota(night, ['reconcile', file])
  await frota(night, ['nightly', '--simulated', '--for', `${values.hours}s`])
  if (night % Number(each) !== 0) continue
  const sizes = await sizesOf(world, Number(await readFile(peakFile, 'utf8')))
  seen.push(sizes)
  tell(night, sizes)
}
const [first, last] = [seen[0], seen.at(-1)]
const grown = first === undefined || last === undefined ? ['nothing'] : growthOf(first, last)
say(grown.length === 0 ? '\nNothing grew beyond its facts.' : `\nGrew:\n${grown.join('\n')}`)
process.exitCode = grown.length === 0 ? 0 : 1

async function frota(night: number, args: readonly string[]): Promise<void> {
  const at = new Date(FIRST_NIGHT_MS + night * DAY_MS + (args[0] === 'nightly' ? 3_600_000 : 0))
  const env = {
    FROTA_START_AT: at.toISOString(),
    FROTA_PEAK_FILE: peakFile,
    NODE_OPTIONS: `--import=${new URL('note-peak.ts', import.meta.url).href}`,
  }
  const run = world.start([...args, ...ORDERING], { env, isOptimized: true })
  const { code, stderr, stdout } = await run.ended
  if (code !== 0) throw new Error(`night ${night} ended with ${code}: ${stderr}\n${stdout}`)
}

function tell(night: number, sizes: Sizes): void {
  const { tables, journalBytes, walBytes, dataBytes, reportsBytes, peakKb } = sizes
  const mb = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`
  say(
    `\nnight ${night}: data ${mb(dataBytes)}, of it WAL ${mb(walBytes)}, journal ` +
      `${mb(journalBytes)}; reports ${mb(reportsBytes)}; memory ${(peakKb / 1024).toFixed(0)} MB`,
  )
  for (const { name, rows, bytes } of tables.slice(0, TABLES_SHOWN)) {
    say(`  ${name.padEnd(28)} ${String(rows).padStart(7)} rows ${mb(bytes).padStart(8)}`)
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
