import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

/** Whole runs whose subject is not the stores: once, on the embedded ones, is enough. */
const ONCE = [
  'contract-traffic',
  'larger-than-quota',
  'restored-backup',
  'revoked-credential',
  'several-credentials',
  'state-not-offered',
]

/** The suites that meet a database or a queue, on servers instead of the embedded ones. */
export default defineConfig({
  test: {
    ...common('servers'),
    globalSetup: 'test/support/require-servers.ts',
    env: { FROTA_TEST_ENGINE: 'postgresql' },
    exclude: ONCE.map((name) => `test/end-to-end/${name}.test.ts`),
    include: [
      'test/{database,ledger,queue,quota,service,effects,jobs,end-to-end}/**/*.test.ts',
      'test/reconciliation/{vehicles,consultations,debts,orders,reports}/**/*.test.ts',
    ],
  },
})
