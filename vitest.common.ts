/** What every suite shares. `.ci/run` sets FROTA_TEST_RESULTS to count what was run. */
import type { TestUserConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED } from './test/support/short-lived.ts'
import { LongestFirst } from './vitest.longest-first.ts'

// Ceilings for a hung test, not speeds that are asserted: the machines are shared and noisy.
const TEST_MS_MAX = 120_000
const POLL_MS_MAX = 60_000
const KEPT_ENGINE = fileURLToPath(new URL('test/support/kept-engine.ts', import.meta.url))

export function common(suite: string): TestUserConfig {
  const results = process.env['FROTA_TEST_RESULTS']
  return {
    testTimeout: TEST_MS_MAX,
    hookTimeout: TEST_MS_MAX,
    expect: { poll: { timeout: POLL_MS_MAX } },
    pool: 'forks',
    setupFiles: ['test/support/start-at.ts', 'test/support/files-in-memory.ts'],
    // A process for each file would load the same modules again, a third of a second each time. What
    // a file could leave behind for the next is kept out by test/tidy.test.ts.
    isolate: false,
    alias: [{ find: './embedded/engine.ts', replacement: KEPT_ENGINE }],
    sequence: { sequencer: LongestFirst },
    execArgv: [...SHORT_LIVED],
    // Many files wait for processes, so one more than the cores of a small machine keeps them busy.
    maxWorkers: 3,
    ...(results === undefined
      ? {}
      : { reporters: ['default', 'json'], outputFile: { json: `${results}/${suite}.json` } }),
  }
}
