/**
 * What one run costs as a fleet grows: the whole flow, quotas lifted, the simulated service in
 * another process; per stage and per vehicle, with the statements that are made most often.
 * node bench/growth/main.ts --vehicles 1000 --engine embedded|servers [--top 30] [--profile DIR]
 * Servers: eval "$(.ci/servers)" before.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { fleetFile } from '../../test/support/fleet-file.ts'
import { openWorld, startService } from '../../test/support/run-frota.ts'
import type { Measured } from './measured.ts'
import { tableOf } from './table.ts'

const METER = new URL('meter.ts', import.meta.url).href
/** Windows are short, because what counts in them is counted for each slot. */
const SETTINGS = {
  FROTA_TEST_SCALE: '100',
  FROTA_CONSULTATIONS_PER_HOUR: '100000',
  FROTA_ORDERS_PER_HOUR: '100000',
  FROTA_START_AT: '2026-03-10T12:00:00-03:00',
  FROTA_LOCALE: 'en',
}
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '1000000']

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'embedded' },
    top: { type: 'string', default: '30' },
    profile: { type: 'string' },
  },
})
const vehicles = Number(values.vehicles)
if (values.engine === 'servers') process.env['FROTA_TEST_ENGINE'] = 'postgresql'

await using home = await openWorld(SETTINGS)
const { url, apiKey, accountId } = (await startService(home)).facts
const service = { FROTA_API_URL: url, FROTA_API_KEY: apiKey, FROTA_ACCOUNT_ID: accountId }
await using runner = await openWorld({ ...SETTINGS, ...service })
const file = join(runner.dir, 'fleet.csv')
await writeFile(file, fleetFile(vehicles, owingPlate))
const counts = join(runner.dir, 'counts.json')
const profiling =
  values.profile === undefined ? '' : ` --cpu-prof --cpu-prof-dir=${resolve(values.profile)}`
const env = { NODE_OPTIONS: `--import=${METER}${profiling}`, FROTA_METER_FILE: counts }
const redisBefore = await redisCommands()
const options = { env, isOptimized: true }
const run = runner.start(['reconcile', file, ...ORDERING], options)
const { code, stdout, stderr } = await run.ended
say(stdout)
if (code !== 0) say(`exit code ${code}\n${stderr}`)
const measured: Measured = JSON.parse(await readFile(counts, 'utf8'))
const served = (await redisCommands()) - redisBefore
say(tableOf(measured, { vehicles, served, top: Number(values.top) }))
process.exitCode = code ?? 1

/** Always answered and always owing (docs/faults.md); 26,000 plates. */
function owingPlate(index: number): string {
  const letter = String.fromCodePoint(65 + (Math.floor(index / 100) % 26))
  return `ZZZ${Math.floor(index / 2600)}${letter}${String(index % 100).padStart(2, '0')}`
}

/** Counted by the server, those inside of scripts too; 0 where the queue is on the database. */
async function redisCommands(): Promise<number> {
  const redisUrl = process.env['REDIS_URL']
  if (values.engine !== 'servers' || redisUrl === undefined) return 0
  const redis = new Redis(redisUrl)
  const stats = await redis.info('stats')
  await redis.quit()
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1])
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
