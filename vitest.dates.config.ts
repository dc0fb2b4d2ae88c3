import { defineConfig } from 'vitest/config'
import { DATES, OWN_DATES } from './test/support/dates.ts'
import { common } from './vitest.common.ts'

/**
 * Their subject is a process, a credential or a file, and they look at no due date, day or report, or
 * name their own dates: `npm test` runs them today, `FROTA_TEST_DATES=all npm run test:dates`, too.
 */
const TIMELESS = [
  'backup-and-restore',
  'canaries',
  'changed-vehicle',
  'console-and-worker',
  'damaged-files',
  'dense-run',
  'faults',
  'further-machine',
  'monitoring',
  'night-log',
  'notices',
  'purge',
  'restored-backup',
  'retry',
  'revoked-credential',
  'run-numbers',
  'run-that-cannot-end',
  'several-accounts',
  'several-credentials',
  'several-workers',
  'service-instances',
  'service-killed',
  'shared-credential',
  'state-not-offered',
  'two-programs',
  'worker',
].map((name) => `test/end-to-end/${name}.test.ts`)
const timeless = process.env['FROTA_TEST_DATES'] === 'all' ? [] : TIMELESS

/** Whole runs at other dates than today's, embedded. */
export default defineConfig({
  test: {
    ...common('dates'),
    projects: [
      { extends: true as const, test: { name: 'own-dates', include: [...OWN_DATES] } },
      ...Object.entries(DATES).map(([name, FROTA_TEST_START_AT]) => ({
        extends: true as const,
        test: {
          name,
          env: { FROTA_TEST_START_AT },
          include: ['test/end-to-end/**/*.test.ts'],
          exclude: [...OWN_DATES, ...timeless],
        },
      })),
    ],
  },
})
