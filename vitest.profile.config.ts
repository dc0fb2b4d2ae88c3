import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

/** An office of several processes on PostgreSQL and Redis, used by people in Chromium. */
export default defineConfig({
  test: {
    ...common('profile'),
    globalSetup: 'test/support/require-servers.ts',
    env: { FROTA_TEST_ENGINE: 'postgresql' },
    include: ['test/profile/**/*.profile.ts'],
  },
})
