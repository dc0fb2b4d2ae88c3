/**
 * `npm run fuzz:intake [-- --seed N --runs M]`: judges M hostile files from seed N on. Exit code 1
 * when a rule was broken, with the command that puts that file to intake again.
 */
import { parseArgs } from 'node:util'
import { wallClock } from '../../../src/clock.ts'
import { hostileInput } from './inputs.ts'
import { fuzzFixtures, fuzzSeeds } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1000000' },
    show: { type: 'boolean', default: false },
  },
})

const PROGRESS_EACH_SEEDS = 10_000

function whole(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} must be a whole number.\n`)
  process.exit(2)
}

const seed = whole('seed', values.seed)
const runs = whole('runs', values.runs)
let stopped = false
process.once('SIGINT', () => {
  stopped = true
})

if (values.show) {
  const { bytes, options, pieceSize } = hostileInput(seed, fuzzFixtures())
  process.stdout.write(`${JSON.stringify({ options, pieceSize })}\n`)
  process.stdout.write(`${JSON.stringify(Buffer.from(bytes).toString('latin1'))}\n`)
}
const startedMs = wallClock.uptime()
let judged = 0
const breaches = await fuzzSeeds(seed, runs, () => {
  judged += 1
  if (judged % PROGRESS_EACH_SEEDS === 0) process.stderr.write(`${judged} of ${runs} files\n`)
  return !stopped
})
const seconds = ((wallClock.uptime() - startedMs) / 1000).toFixed(1)
process.stdout.write(
  `${judged} files from seed ${seed} in ${seconds} s, ${breaches.length} broken\n`,
)
for (const { seed: broken, what } of breaches) {
  process.stdout.write(`broken: ${what}\n`)
  process.stdout.write(`replay: npm run fuzz:intake -- --seed ${broken} --runs 1 --show\n`)
}
process.exitCode = breaches.length > 0 ? 1 : 0
