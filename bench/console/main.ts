/**
 * How fast the console's pages are with a large fleet: each page over HTTP beside the bare
 * statements that it shows. Medians of interleaved rounds, as ratios; exits 1 above the limit.
 * node bench/console/main.ts [--vehicles 20000] [--debts 6]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openOutput } from '../../src/cli/output.ts'
import { openLedger, secretPath } from '../../src/app/ledger/open-ledger.ts'
import { readConfig } from '../../src/config.ts'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import { openConsole } from '../../src/console/open-console.ts'
import { median } from '../service/load.ts'
import { bareOf } from './bare-statements.ts'
import { plantFleet } from './plant-fleet.ts'

const RATIO_MAX = 3
const ROUNDS = 5
/** Below it HTTP and markup are most of a page's time, and nobody waits. */
const BARE_MS_MIN = 20
const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '20000' },
    debts: { type: 'string', default: '6' },
  },
})

const directory = await mkdtemp(join(tmpdir(), 'frota-bench-'))
const config = readConfig({}, { FROTA_DATA_DIR: directory, FROTA_REPORTS_DIR: directory })
const output = openOutput({ write: () => true }, { json: false, locale: 'en' })
const context = { name: 'console', config, output, stop: new AbortController().signal }
{
  await using owner = await openLedger(context, 'execute')
  await openSecret(secretPath(config), systemRandom, async () => true)
  const { fleet, vehicle } = await plantFleet(owner, Number(values.vehicles), Number(values.debts))
  await owner.tend()
  await using pages = await openConsole(context, { port: 0 })
  // The pages read through the owner of the directory, and so do the bare statements.
  await using ledger = await openLedger(context, 'read')
  const cookie = await session(pages.url)
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(new URL(path, pages.url), { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  }
  say(`${values.vehicles} vehicles, ${values.debts} debts each\npage  ms  bare  ratio`)
  for (const [path, bare] of Object.entries(bareOf(config, ledger, fleet, vehicle))) {
    const [page, own]: [number[], number[]] = [[], []]
    // One more round, which warms both up, is thrown away.
    for (let round = 0; round <= ROUNDS; round += 1) {
      page.push(await timeOf(() => get(path)))
      own.push(await timeOf(bare))
    }
    const [ms, bareMs] = [median(page.slice(1)), median(own.slice(1))]
    const ratio = ms / bareMs
    if (ratio > RATIO_MAX && bareMs >= BARE_MS_MIN) process.exitCode = 1
    say(`${path}  ${ms.toFixed(0)}  ${bareMs.toFixed(0)}  ${ratio.toFixed(2)}`)
  }
  say(`resident memory: ${Math.round(process.memoryUsage().rss / 1e6)} MB`)
}
await rm(directory, { recursive: true, force: true })

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function session(url: string): Promise<string> {
  const opened = await fetch(url, { redirect: 'manual' })
  return (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
