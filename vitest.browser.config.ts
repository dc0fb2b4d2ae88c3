import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

/** The pages in a real Chromium (Debian's, at /usr/bin/chromium). */
export default defineConfig({
  test: { ...common('browser'), include: ['test/browser/**/*.test.ts'] },
})
