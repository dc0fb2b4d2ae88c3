/**
 * `npm run fuzz:intake [-- --kind planted|hostile --seed N --runs M]`: judges M files from seed N
 * on: with planted vehicles, none of which may be lost or mixed, or hostile bytes. Exit code 1 when
 * a rule was broken, with the command that puts that file to intake again.
 */
import { parseArgs } from 'node:util'
import { wallClock } from '../../../src/clock.ts'
import { plantedFile } from '../planted/planted-file.ts'
import { judgeSeeds } from '../planted/run.ts'
import { hostileInput } from './inputs.ts'
import { fuzzFixtures, fuzzSeeds } from './run.ts'

const RUNS = { planted: '100000', hostile: '1000000' } as const
const PROGRESS_EACH_SEEDS = 10_000

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'planted' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function whole(name: string, text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : refuse(`--${name} must be a whole number.`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const { kind } = values
if (kind !== 'planted' && kind !== 'hostile') refuse('--kind must be planted or hostile.')
const seed = whole('seed', values.seed)
const runs = whole('runs', values.runs ?? RUNS[kind])
let stopped = false
process.once('SIGINT', () => {
  stopped = true
})
let judged = 0
const goesOn = (): boolean => {
  judged += 1
  if (judged % PROGRESS_EACH_SEEDS === 0) process.stderr.write(`${judged} of ${runs} files\n`)
  return !stopped
}

if (values.show) {
  const { bytes, ...rest } =
    kind === 'planted' ? plantedFile(seed) : hostileInput(seed, fuzzFixtures())
  say(JSON.stringify(rest))
  say(JSON.stringify(Buffer.from(bytes).toString('latin1')))
}
const startedMs = wallClock.uptime()
const run =
  kind === 'planted'
    ? await judgeSeeds(seed, runs, goesOn)
    : { breaches: await fuzzSeeds(seed, runs, goesOn) }
const seconds = ((wallClock.uptime() - startedMs) / 1000).toFixed(1)
say(`${judged} ${kind} files from seed ${seed} in ${seconds} s, ${run.breaches.length} broken`)
if ('files' in run) {
  const { refused, accepted, rejected } = run
  say(`${refused} refused, ${accepted} vehicles accepted, ${rejected} rows rejected`)
}
for (const { seed: broken, what } of run.breaches) {
  say(`broken: ${what}`)
  say(`replay: npm run fuzz:intake -- --kind ${kind} --seed ${broken} --runs 1 --show`)
}
process.exitCode = run.breaches.length > 0 ? 1 : 0
