import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fixedSeeds } from '../support/extent.ts'
import { smallWorld } from './parameters.ts'
import { inMemory, liveSeeds, range } from './run-seeds.ts'

/** Generous: what is asserted is what was lived, not how fast. */
const LIVES_MS_MAX = 1_800_000
const LOG_BYTES_MAX = 1024 ** 3
const SIM = fileURLToPath(new URL('main.ts', import.meta.url))
const { from, count } = fixedSeeds(20, 200)

test(
  `the worlds of ${count} seeds keep every rule on PGlite, and are the same story in memory`,
  { timeout: LIVES_MS_MAX },
  async () => {
    const here: string[] = []
    const remembered = inMemory()
    await liveSeeds(
      (options) => remembered({ ...options, keepLog: true, changes: smallWorld }),
      range(from, count),
      ({ log }) => here.push(...log) > 0,
    )
    const { failed, log } = await liveThere()
    expect(failed).toEqual([])
    expect(log).toEqual(here)
  },
)

/** In a process of its own: a database that lives so long is worth optimizing (short-lived.ts). */
async function liveThere(): Promise<{ failed: unknown; log: string[] }> {
  const args = ['--seed', `${from}`, '--runs', `${count}`, '--engine', 'pglite', '--log', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, [SIM, ...args], {
    maxBuffer: LOG_BYTES_MAX,
  }).catch((failure: { stdout: string }) => failure)
  const log = stdout.trimEnd().split('\n')
  return { failed: JSON.parse(log.pop() ?? '').failed, log }
}
