/** What the documents say must be what the program does. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { exceptionKinds } from '../src/reconciliation/reports/exception-kinds.ts'
import { catalogue } from '../src/service/faults/fault.ts'
import { attemptMoves, itemMoves, orderMoves } from '../src/service/order-state.ts'
import { TEST_CARDS } from '../src/service/providers/mock-payments-card.ts'
import { TABLES, withTable } from './support/options-table.ts'
import { root, sourceFiles } from './support/source-files.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const documents = [
  { path: 'README.md', text: readme },
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: name, text: readFileSync(join(root, 'docs', name), 'utf8') })),
]

test.each(Object.entries(TABLES))(
  '%s lists every command, or option, as they are (npm run docs:options)',
  (path, table) => {
    const text = readFileSync(join(root, path), 'utf8')
    expect(withTable(text, table())).toBe(text)
  },
)

test.each([
  ['README.md', 4],
  ['docs/manual/gestor.md', 3],
  ['docs/manual/contador.md', 3],
  ['docs/manual/operacao.md', 3],
])('%s fits %i screens of 40 lines of 100 columns', (path, screens) => {
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n')
  const shown = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 100)), 0)
  expect(shown).toBeLessThanOrEqual(screens * 40)
})

describe('a command that is spoken of exists', () => {
  const spoken = /\bfrota ([a-z]+)\b(?! [a-z]* ?(is|turns|transforma))/g
  const named = (text: string): string[] =>
    [...text.matchAll(/`[^`\n]*`/g)]
      .flatMap(([code]) => [...code.matchAll(spoken)])
      .map((match) => match[1] ?? '')

  test('in the documents', () => {
    const unknown = documents.flatMap(({ path, text }) =>
      named(text)
        .filter((name) => !Object.hasOwn(commands, name))
        .map((name) => `${path}: frota ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('in what people read', () => {
    const files = sourceFiles('src').filter(({ path }) => /messages|reasons|cli\//.test(path))
    const unknown = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:: |`)frota ([a-z]+)\b/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !Object.hasOwn(commands, name))
        .map((name) => `${path}: frota ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

test('docs/reports.md has a row for each kind of exception, with what it asks of a person', () => {
  const reports = documents.find(({ path }) => path === 'reports.md')?.text ?? ''
  const rows = [...reports.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|.*\| (\w+) \|$/gm)]
  const told = rows.flatMap(([, codes = '', person = '']) =>
    [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => [code, person] as const),
  )
  const { 'totals-differ': _, 'outside-differs': __, ...kinds } = exceptionKinds
  const asked = Object.entries(kinds).map(([code, { person }]) => [code, person])
  expect(new Map(told)).toEqual(new Map(asked as [string, string][]))
})

test('every script of package.json that the documents name exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !Object.hasOwn(scripts, name))
      .map((name) => `${path}: npm run ${name}`),
  )
  expect(missing).toEqual([])
})

describe('the page of the service says what the code does', () => {
  const page = readFileSync(join(root, 'docs/service.md'), 'utf8')

  test.each([
    ['Order', orderMoves],
    ['Attempt', attemptMoves],
    ['Item', itemMoves],
  ])('%s: its moves are those of the table of states', (name, moves) => {
    const coded = Object.entries<readonly string[]>(moves).flatMap(([from, to]) =>
      to.map((next) => `${from} > ${next}`),
    )
    expect(movesOf(page, name).toSorted()).toEqual(coded.toSorted())
  })

  test('the faults are as many as it says, and every test card is there', () => {
    expect(page).toContain(`fail in ${Object.keys(catalogue).length} ways`)
    for (const { number } of TEST_CARDS) expect(page).toContain(number)
  })
})

/** Of the table whose first column bears this name; what stands in parentheses explains. */
function movesOf(page: string, name: string): string[] {
  const [, table = ''] = page.split(`\n| ${name} | moves to |`)
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? []
  return rows.flatMap((row) => {
    const [, from, to] = row
      .replaceAll(/\([^)]*\)/g, '')
      .split('|')
      .map(wordsOf)
    return (from ?? []).flatMap((one) => (to ?? []).map((next) => `${one} > ${next}`))
  })
}

function wordsOf(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '')
}
