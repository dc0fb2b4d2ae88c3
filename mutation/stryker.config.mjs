import { modules } from './modules.mjs'

const name = process.env.FROTA_MUTATED

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'mutation/vitest.config.mjs' },
  mutate: modules[name].mutate,
  // What people read is held by the tests of both languages; an empty sentence says little.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  // A change in what is made as a module loads cannot be tied to a test: all would run for it.
  ignoreStatic: true,
  concurrency: 2,
  // A busy machine must not pass for an endless loop, which would count as noticed.
  timeoutMS: 20_000,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, logTests: false },
  jsonReporter: { fileName: `mutation/reports/${name}.json` },
  tempDirName: 'mutation/tmp',
  ignorePatterns: ['bench', 'docs', 'lint', 'data', 'reports'],
  // Stryker rewrites tsconfig.json by an interface that TypeScript 7 has no more; nothing needs it.
  tsconfigFile: 'mutation/no-tsconfig.json',
}
