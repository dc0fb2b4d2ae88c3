import { defineConfig } from 'vitest/config'
import { modules } from './modules.mjs'

/** The tests of the module that `npm run mutate` changes. */
export default defineConfig({
  test: {
    include: modules[process.env['FROTA_MUTATED']].tests,
    setupFiles: ['test/support/start-at.ts'],
    testTimeout: 120_000,
    // As in npm test: for each change a new process would load all modules again, for each file.
    isolate: false,
  },
})
