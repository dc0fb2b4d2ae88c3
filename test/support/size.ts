/** How large each part may be. Adding above a ceiling means removing first. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

/** Lines of text in each folder. */
export const LINES_MAX: Readonly<Record<string, number>> = {
  src: 111_400,
  test: 92_350,
  jobs: 1_000,
  bench: 4_000,
  'src/app': 14_300,
  'src/cli': 8_850,
  'src/client': 1_500,
  'src/console': 12_050,
  'src/contract': 3_500,
  'src/database': 3_500,
  'src/effects': 1_500,
  'src/fleet': 1_500,
  'src/ledger': 15_100,
  'src/queue': 2_000,
  'src/quota': 1_000,
  'src/reconciliation': 27_000,
  'src/service': 14_300,
  'src/sheets': 4_650,
  'src/web': 1_000,
}

export const DOC_WORDS_MAX = 31_000

/** Packed, drawn and generated files are not read by anybody. */
const NOT_TEXT = /(\.(zst|svg|xlsx|ods|png|woff2)|package-lock\.json)$/

export function linesOf(folder: string): number {
  return filesOf(folder).reduce((lines, path) => lines + text(path).split('\n').length - 1, 0)
}

/** Of the English pages; the manual is counted by itself. Bars of tables and arrows are no words. */
export function wordsOfDocs(): number {
  return filesOf('docs')
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/manual/'))
    .reduce((words, path) => words + (text(path).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0)
}

function filesOf(folder: string): string[] {
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !NOT_TEXT.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      // Packages that a bench needs are installed beside it.
      .filter((path) => !path.includes('/node_modules/'))
  )
}

function text(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
