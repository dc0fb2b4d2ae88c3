import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

for (const name of ['DATABASE_URL', 'REDIS_URL']) {
  if (process.env[name] === undefined) {
    throw new Error(`test:servers needs ${name}; run: eval "$(.ci/servers)" && npm run test:servers`)
  }
}

/** The suites that meet a database or a queue, on servers instead of the embedded ones. */
export default defineConfig({
  test: {
    ...common('servers'),
    env: { FROTA_TEST_ENGINE: 'postgresql' },
    include: [
      'test/{database,ledger,queue,quota,service,effects,jobs,end-to-end}/**/*.test.ts',
      'test/reconciliation/{vehicles,consultations,debts,orders,reports}/**/*.test.ts',
    ],
  },
})
