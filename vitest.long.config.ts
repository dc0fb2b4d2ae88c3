import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { sourceFiles } from './test/support/source-files.ts'
import { common } from './vitest.common.ts'

const SEEDS_MAX = 200_000_000
/** Told, because what it finds must be found again: `FROTA_TEST_LONG=N npm run test:long`. */
const fresh = process.env['FROTA_TEST_LONG'] ?? String(randomInt(SEEDS_MAX))
process.stdout.write(`FROTA_TEST_LONG=${fresh}\n`)

/** The suites that ask how much they shall search. */
const searching = sourceFiles('test')
  .filter((file) => file.imports.some(({ path }) => path === 'test/support/extent.ts'))
  .map(({ path }) => path)
  .filter((path) => path.endsWith('.test.ts'))
const onServers = process.env['DATABASE_URL'] !== undefined

/** Hours of searching; real kills and the dense run on PostgreSQL and Redis, too, where `.ci/servers` has set them. */
export default defineConfig({
  test: {
    ...common('long'),
    env: { FROTA_TEST_LONG: fresh },
    projects: [
      {
        extends: true,
        test: { name: 'embedded', include: [...searching, 'test/bench/nights.long.ts'] },
      },
      ...(onServers
        ? [
            {
              extends: true as const,
              test: {
                name: 'servers',
                env: { FROTA_TEST_ENGINE: 'postgresql' },
                include: ['test/jobs/kill.test.ts', 'test/end-to-end/dense-run.test.ts'],
              },
            },
          ]
        : []),
    ],
  },
})
