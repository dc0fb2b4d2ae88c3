import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.ts'

/** Files that LibreOffice has just written; it must be installed. */
export default defineConfig({
  test: { ...common('office'), include: ['test/office/**/*.office.ts'] },
})
