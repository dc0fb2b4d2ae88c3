import { defineConfig } from 'vitest/config'
import { OWN_DATES } from './test/support/dates.ts'
import { common } from './vitest.common.ts'

export default defineConfig({
  test: {
    ...common('unit'),
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**', ...OWN_DATES],
  },
})
