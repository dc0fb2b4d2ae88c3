import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

export default defineConfig({
  test: { ...common('unit'), include: ['test/**/*.test.ts'], exclude: ['test/browser/**'] },
})
