/** The checklist of the service: each statement has a proof, and the proof is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parts } from './conformance/all.ts'
import { decisionProofs } from './conformance/decision-proofs.ts'
import { root } from './support/source-files.ts'

/** Rows of each part when the list was complete: one that goes missing must be noticed. */
const STATEMENTS = { 1: 20, 2: 62, 3: 11, 4: 69, 5: 11, 6: 1, 7: 7, 8: 8, 9: 2 }
const NOT_SHOWN = 27
const SILENT = 56

interface Row {
  readonly section: string
  readonly id: string
  readonly cells: readonly string[]
}

const checklist = rowsOf('docs/service-checklist.md')
const decisions = rowsOf('docs/service.md').filter(({ id }) => isId(id))
const all = [...checklist, ...decisions]

function rowsOf(path: string): Row[] {
  let section = ''
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('#')) section = line.replace(/^#+ /, '')
      if (!line.startsWith('| `')) return []
      const cells = line.split(/(?<!\\)\|/).slice(1, -1)
      return [{ section, id: bare(cells[0]), cells: cells.map((cell) => cell.trim()) }]
    })
}

function isId(id: string): boolean {
  return /^(ours\.)?[1-9]\.[\w.-]+$/.test(id)
}

function bare(cell = ''): string {
  return cell.replaceAll('`', '').trim()
}

/** The ids of the suite's statements in a file, or the names of a file's tests as they are written. */
function namesIn(path: string): string[] {
  const part = parts[path.replace('.ts', '')]
  if (part !== undefined) return Object.keys(part).map((name) => name.split(': ')[0] ?? '')
  if (!existsSync(join(root, path))) return []
  const text = readFileSync(join(root, path), 'utf8')
  const named = /(?:\btest|\bdescribe|\)|\])\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g
  return [...text.matchAll(named)].map((match) => match[2] ?? '')
}

/** Of the last column of the checklist, "`orders.ts` · id; `test/a.test.ts` · beginning of a name". */
function citedIn({ id, cells }: Row): readonly string[] {
  if (!id.startsWith('ours.')) return (cells.at(-1) ?? '').split(/; (?=`)/).map(bare)
  return (
    decisionProofs[id] ??
    Object.keys(parts)
      .map((part) => `${part}.ts`)
      .filter((path) => namesIn(path).includes(id))
  )
}

/** A file without names proves by the row's own id. */
function proofsOf(row: Row): { id: string; path: string; name: string }[] {
  const { id } = row
  return citedIn(row).flatMap((proof) => {
    const [path = '', ...names] = proof.split(' · ')
    return (names.length === 0 ? [id] : names).map((name) => ({ id, path, name }))
  })
}

test('every statement of every part is there, under an id of its own', () => {
  const counts = Object.keys(STATEMENTS).map((part) => {
    const rows = checklist.filter(({ section }) => section.startsWith(`${part}. `))
    expect(rows.filter(({ id }) => !id.startsWith(`${part}.`))).toEqual([])
    return [part, rows.length]
  })
  expect(Object.fromEntries(counts)).toEqual(STATEMENTS)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(checklist.filter(({ id }) => !isId(id))).toEqual([])
})

test('the entry page says how many statements there are', () => {
  const page = readFileSync(join(root, 'docs/service.md'), 'utf8')
  expect(page).toContain(`${checklist.length} statements`)
  expect(page).toContain('(service-checklist.md)')
})

test('what is not shown has a decision, a reason and proofs', () => {
  const of = (title: string): Row[] => decisions.filter(({ section }) => section === title)
  expect(of('What the interface says it does not show')).toHaveLength(NOT_SHOWN)
  expect(of('What it leaves open without saying so')).toHaveLength(SILENT)
  expect(decisions.filter(({ cells }) => cells.length !== 4 || cells.includes(''))).toEqual([])
  expect(decisions.filter((decision) => citedIn(decision).length === 0)).toEqual([])
  const ids = new Set(decisions.map(({ id }) => id))
  expect(Object.keys(decisionProofs).filter((id) => !ids.has(id))).toEqual([])
})

test('every proof is one test of its file, or statements of the suite', () => {
  const missing = all.flatMap(proofsOf).filter(({ path, name }) => {
    const isStatement = !path.includes('/')
    const begins = namesIn(path).filter((each) => each.startsWith(name))
    if (!isStatement) return begins.length !== 1
    return !begins.some((each) => each === name || each.startsWith(`${name}.`))
  })
  expect(missing).toEqual([])
})

test('every statement of the suite is the proof of a row', () => {
  const cited = all.flatMap(proofsOf).filter(({ path }) => !path.includes('/'))
  const idle = Object.entries(parts).flatMap(([part, statements]) =>
    Object.keys(statements).filter((statement) => {
      const id = statement.split(': ')[0] ?? ''
      return !cited.some(
        ({ path, name }) => path === `${part}.ts` && (id === name || id.startsWith(`${name}.`)),
      )
    }),
  )
  expect(idle).toEqual([])
})
