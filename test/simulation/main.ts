/**
 * `npm run sim -- --seed N --runs M [--engine memory|pglite] [--log] [--json]`: lives M worlds from
 * seed N on. Exit code 1 when a rule was broken, with the command that lives that seed again.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { wallClock } from '../../src/clock.ts'
import { liveSeeds, openWorlds, range, type Engine } from './run-seeds.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'memory' },
    log: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const PROGRESS_EACH_SEEDS = 100

function whole(name: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} must be a whole number.\n`)
  process.exit(2)
}

function engineOf(text: string): Engine {
  if (text === 'memory' || text === 'pglite') return text
  process.stderr.write('--engine must be memory or pglite.\n')
  process.exit(2)
}

const seed = whole('seed', values.seed)
const runs = whole('runs', values.runs)
const engine = engineOf(values.engine)
let stopped = false
process.once('SIGINT', () => {
  stopped = true
})

const startedMs = wallClock.uptime()
await using worlds = await openWorlds(engine)
let lived = 0
const result = await liveSeeds(
  (options) => worlds.live({ ...options, keepLog: values.log }),
  range(seed, runs),
  (story) => {
    lived += 1
    if (values.log) process.stdout.write(`${story.log.join('\n')}\n`)
    const isTold = process.stderr.isTTY && lived % PROGRESS_EACH_SEEDS === 0
    if (isTold) process.stderr.write(`\r${lived} of ${runs} seeds, ${story.broken.length} broken`)
    return !stopped
  },
)
const seconds = (wallClock.uptime() - startedMs) / 1000
const hash = createHash('sha256').update(result.hashes.join()).digest('hex')
const failed = result.failed.map((story) => ({
  seed: story.seed,
  broken: story.broken,
  replay: `npm run sim -- --seed ${story.seed} --runs 1 --engine ${engine} --log`,
}))
if (values.json) {
  const { counts } = result
  process.stdout.write(`${JSON.stringify({ engine, seed, seconds, hash, counts, failed })}\n`)
} else {
  const counted = Object.entries(result.counts).map(([what, count]) => `${what} ${count}\n`)
  process.stdout.write(
    `${lived} seeds from ${seed} on ${engine}, ${seconds.toFixed(1)} s\n` +
      `${counted.toSorted().join('')}hash of all logs ${hash}\n`,
  )
  for (const { broken, replay } of failed) {
    for (const { rule, what } of broken) process.stdout.write(`broken: ${rule}: ${what}\n`)
    process.stdout.write(`replay: ${replay}\n`)
  }
}
process.exitCode = failed.length > 0 ? 1 : 0
