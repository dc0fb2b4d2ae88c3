/** docs/intake.md: each line of its table has its proof, each fixture its line, each code a place. */
import type { Bilingual } from '../../../src/bilingual.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILE_WARNINGS, REFUSALS } from '../../../src/reconciliation/intake/reasons/file-reasons.ts'
import { ROW_REASONS } from '../../../src/reconciliation/intake/reasons/row-reasons.ts'
import { root } from '../../support/source-files.ts'
import { lineProofs } from './line-proofs.ts'
import { fixtureNames } from './table-fixtures.ts'

/** Lines of the table that was agreed: 1 to 55, 25b and 43b. */
const LINES = Array.from({ length: 55 }, (_, at) => `${at + 1}`).flatMap((line) =>
  ['25', '43'].includes(line) ? [line, `${line}b`] : [line],
)

const page = readFileSync(join(root, 'docs/intake.md'), 'utf8')
const ids = [...page.matchAll(/^\| `([0-9]+b?)` \|/gm)].map(([, id = '']) => id)

/** The beginnings of the names that a file's tests and groups have. */
function isNamed(path: string, beginning: string): boolean {
  if (!existsSync(join(root, path))) return false
  const source = readFileSync(join(root, path), 'utf8')
  const named = /(?:\btest|\bdescribe|\)|\])\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g
  const names = [...source.matchAll(named)].map((match) => match[2] ?? '')
  return names.filter((name) => name.startsWith(beginning)).length === 1
}

/** A fixture proves the line that its name begins with. */
function isFixtureOf(id: string, name: string): boolean {
  return name.startsWith(`${id.padStart(2, '0')}-`)
}

test('every line is there, in its order, with a fixture or a test that proves it', () => {
  expect(ids).toEqual(LINES)
  const isShown = (id: string): boolean => fixtureNames().some((name) => isFixtureOf(id, name))
  expect(ids.filter((id) => !(id in lineProofs) && !isShown(id))).toEqual([])
})

test('every fixture and every proof belongs to a line, and every test that is named is there', () => {
  const loose = fixtureNames().filter((name) => !ids.some((id) => isFixtureOf(id, name)))
  expect(loose).toEqual([])
  expect(Object.keys(lineProofs).filter((id) => !ids.includes(id))).toEqual([])
  const missing = Object.values(lineProofs)
    .flat()
    .flatMap((proof) => {
      const [path = '', ...beginnings] = proof.split(' · ')
      if (beginnings.length === 0) return [proof]
      return beginnings.filter((beginning) => !isNamed(path, beginning))
    })
  expect(missing).toEqual([])
})

const CODES: Readonly<Record<string, Bilingual>> = { ...REFUSALS, ...FILE_WARNINGS, ...ROW_REASONS }

test('every code that the page names exists, and those of the rules of the table are named', () => {
  const named = new Set(page.match(/\b[FRW]-[A-Z]+(?:-[A-Z]+)*\b/g))
  // What refuses an import once its file was judged is worded with the facts of the fleet.
  const ofImports = readFileSync(join(root, 'src/reconciliation/intake/import-refusal.ts'), 'utf8')
  const isKnown = (code: string): boolean => code in CODES || ofImports.includes(`'${code}'`)
  expect([...named].filter((code) => !isKnown(code))).toEqual([])
  const elsewhere = Object.keys(CODES).filter((code) => !named.has(code))
  // The others are in the manual's list of codes, which is made from the data.
  expect(elsewhere.filter((code) => code.startsWith('R-'))).toEqual([])
})

function section(title: string, reasons: Readonly<Record<string, Bilingual>>): string {
  const rows = Object.entries(reasons).map(([code, { pt }]) => {
    const cells = [`\`${code}\``, pt].map((cell) => cell.replaceAll('|', '\\|'))
    return `| ${cells.join(' | ')} |`
  })
  return `## ${title}\n\n| código | o que diz |\n|---|---|\n${rows.join('\n')}\n`
}

function withPrefix(prefix: string): Readonly<Record<string, Bilingual>> {
  return Object.fromEntries(Object.entries(ROW_REASONS).filter(([code]) => code.startsWith(prefix)))
}

test('the list of codes in the manual is as the data makes it (FROTA_GOLDEN=update)', () => {
  const path = join(root, 'docs/manual/codigos.md')
  const text = [
    '# Os códigos da conferência\n\nO que cada código de `frota check` quer dizer, e o que fazer. ' +
      'Entre chaves está o que muda de caso\na caso. Em inglês: `frota check --locale en`.\n',
    section('O arquivo é recusado', REFUSALS),
    section('Avisos sobre o arquivo inteiro', FILE_WARNINGS),
    section('A linha é recusada', withPrefix('R-')),
    section('A linha é corrigida, ou merece atenção', withPrefix('W-')),
  ].join('\n')
  if (process.env['FROTA_GOLDEN'] === 'update') writeFileSync(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
})
