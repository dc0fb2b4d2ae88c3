import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

/** The suites that meet a database or a queue, on servers instead of the embedded ones. */
export default defineConfig({
  test: {
    ...common('servers'),
    globalSetup: 'test/support/require-servers.ts',
    env: { FROTA_TEST_ENGINE: 'postgresql' },
    include: [
      'test/{database,ledger,queue,quota,service,effects,jobs,end-to-end}/**/*.test.ts',
      'test/reconciliation/{vehicles,consultations,debts,orders,reports}/**/*.test.ts',
    ],
  },
})
