/** What is told before memory runs out, and what a night takes of it. */
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { renavamCheckDigit } from '../src/fleet/renavam.ts'
import { requireMemory } from '../src/memory-room.ts'
import { memoryUsed } from './support/memory-used.ts'
import { openWorld } from './support/run-frota.ts'

const SMALL_FLEET = new URL('../fixtures/fleets/small.csv', import.meta.url).pathname
const PROGRAM = new URL('../bin/frota.mjs', import.meta.url).pathname
const UNDONE = { pt: 'Nada foi feito.', en: 'Nothing was done.' }
/** V8 leaves nothing of these for 130,000 rows, and all of it for the program. */
const SMALL_HEAP = '--max-old-space-size=48 --max-semi-space-size=1'
/** One function of the engine alone took 450 MB more, until it was kept from optimization. */
const NIGHT_KB_MAX = 600 * 1024

test('garbage does not count: work goes on where a collection makes room', () => {
  const room = memoryUsed(95, 80)
  requireMemory(room, UNDONE)
  expect(room.collected).toBe(1)
})

test('nothing is collected while there is room', () => {
  const room = memoryUsed(90)
  requireMemory(room, UNDONE)
  expect(room.collected).toBe(0)
})

test('what is too much after a collection ends with the limit and what was left undone', () => {
  expect(() => requireMemory(memoryUsed(95), UNDONE)).toThrow(
    'Memory is too short: this process may use 100 MB. Nothing was done.',
  )
})

test('a process whose file does not fit into its memory ends with a sentence', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const file = join(world.dir, 'large.csv')
  await pipeline(rows(130_000), createWriteStream(file))
  const env = { NODE_OPTIONS: SMALL_HEAP }
  const { code, stderr } = await world.start(['check', file], { env }).ended
  expect(stderr).toMatch(
    /^frota: Memory is too short: this process may use \d+ MB\. The file was not read to its end, and nothing of it was applied\. .*\n$/,
  )
  expect(code).toBe(1)
})

test('the embedded database takes no more memory once its functions are hot', async () => {
  await using world = await openWorld()
  const file = join(world.dir, 'peak')
  // The other tests' processes never optimize (short-lived.ts), so this one is started as by a person.
  // Linux counts its peak since its program began; Node's `maxRSS` would begin at its parent's.
  const program = `import fs from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    const peak = () => /VmHWM:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]
    if (isMainThread) process.on('exit', () => fs.writeFileSync('${file}', peak()))`
  const options = `--import="data:text/javascript,${encodeURIComponent(program)}"`
  const env = { ...process.env, ...world.env, NODE_OPTIONS: options }
  await promisify(execFile)(process.execPath, [PROGRAM, 'reconcile', SMALL_FLEET], { env })
  expect(Number(await readFile(file, 'utf8'))).toBeLessThan(NIGHT_KB_MAX)
})

function* rows(count: number): Generator<string> {
  yield 'plate,renavam,uf,owner_document\n'
  for (let at = 0; at < count; at += 1) {
    const stem = String(1_200_000_000 + at * 7_919)
    yield `ABC1C34,${stem}${renavamCheckDigit(stem)},SP,12.ABC.345/01DE-35\n`
  }
}
