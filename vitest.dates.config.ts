import { defineConfig } from 'vitest/config'
import { DATES } from './test/support/dates.ts'
import { common } from './vitest.common.ts'

/** Whole runs at other dates than today's, embedded. */
export default defineConfig({
  test: {
    ...common('dates'),
    projects: Object.entries(DATES).map(([name, FROTA_TEST_START_AT]) => ({
      extends: true,
      test: {
        name,
        env: { FROTA_TEST_START_AT },
        include: ['test/end-to-end/**/*.test.ts'],
        // It chooses its own dates.
        exclude: ['test/end-to-end/start-at.test.ts'],
      },
    })),
  },
})
