/** The checklist of the service: each statement has a proof, and the proof is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from './support/source-files.ts'

/** Rows of each part when the list was complete: one that goes missing must be noticed. */
const STATEMENTS = { 1: 20, 2: 62, 3: 11, 4: 69, 5: 11, 6: 1, 7: 7, 8: 8, 9: 2 }
const NOT_SHOWN = 27
const SILENT = 44

interface Row {
  readonly section: string
  readonly cells: readonly string[]
}

const checklist = rowsOf('docs/service-checklist.md')
const decisions = rowsOf('docs/service.md').filter(({ cells }) => isId(cells[0]))
const all = [...checklist, ...decisions]
const idOf = ({ cells }: Row): string => bare(cells[0])

function rowsOf(path: string): Row[] {
  let section = ''
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('#')) section = line.replace(/^#+ /, '')
      if (!line.startsWith('| `')) return []
      return [
        {
          section,
          cells: line
            .split(/(?<!\\)\|/)
            .slice(1, -1)
            .map((cell) => cell.trim()),
        },
      ]
    })
}

function isId(cell = ''): boolean {
  return /^`(ours\.)?[1-9]\.[\w.-]+`$/.test(cell)
}

function bare(cell = ''): string {
  return cell.replaceAll('`', '')
}

/** The names of a file's tests and groups, as its source has them. */
function namesIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const named = /(?:\btest|\bdescribe|\)|\])\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g
  return [...text.matchAll(named)].map((match) => match[2] ?? '')
}

/** "`test/a.test.ts` · beginning of a name · beginning of another; `test/b.test.ts` · ..." */
function proofsOf(cell = ''): { path: string; name: string }[] {
  return cell.split(/; (?=`test\/)/).flatMap((proof) => {
    const [path = '', ...names] = proof.split(' · ')
    return (names.length === 0 ? [''] : names).map((name) => ({ path: bare(path), name }))
  })
}

test('every statement of every part is there, under an id of its own', () => {
  const counted = Object.keys(STATEMENTS).map((part) => {
    const rows = checklist.filter((row) => row.section.startsWith(`${part}. `))
    expect(rows.filter((row) => !idOf(row).startsWith(`${part}.`)).map(idOf)).toEqual([])
    return [part, rows.length]
  })
  const short = counted.filter(([part, rows]) => Number(rows) < wanted(String(part)))
  expect(short).toEqual([])
  expect(new Set(all.map(idOf)).size).toBe(all.length)
  expect(checklist.filter(({ cells }) => !isId(cells[0]))).toEqual([])
})

test('the entry page says how many statements there are', () => {
  const page = readFileSync(join(root, 'docs/service.md'), 'utf8')
  expect(page).toContain(`${checklist.length} statements`)
  expect(page).toContain('(service-checklist.md)')
})

test('what is not shown has a decision and a reason', () => {
  const of = (title: string): Row[] => decisions.filter(({ section }) => section === title)
  expect(of('What the interface says it does not show').length).toBeGreaterThanOrEqual(NOT_SHOWN)
  expect(of('What it leaves open without saying so').length).toBeGreaterThanOrEqual(SILENT)
  const empty = decisions.filter(({ cells }) => cells.length !== 5 || cells.includes(''))
  expect(empty.map(idOf)).toEqual([])
})

describe('every proof is there', () => {
  test('as one test of one file, for each row', () => {
    const cited = all.flatMap((row) => {
      const cell = row.cells[row.section.startsWith('What') ? 4 : 2]
      return proofsOf(cell).map((proof) => ({ ...proof, id: idOf(row) }))
    })
    const missing = cited.filter(({ path, name }) => {
      if (name === '' || !existsSync(join(root, path))) return true
      return namesIn(path).filter((each) => each.startsWith(name)).length !== 1
    })
    expect(missing).toEqual([])
  })

  test('as a statement of the probe, where one is named', () => {
    const cited = checklist.flatMap((row) => {
      const named = bare(row.cells[3]).split(', ').filter(Boolean)
      return named.map((id) => (id === 'same id' ? idOf(row) : id))
    })
    expect(cited.length).toBeGreaterThan(80)
    expect(cited.filter((id) => !isProbed(id))).toEqual([])
  })
})

const probed = new Set<string>()
beforeAll(async () => {
  const folder = join(root, 'src/probe/statements')
  for (const name of readdirSync(folder)) {
    const exported = Object.values<unknown>(await import(join(folder, name))).flat()
    for (const each of exported) probed.add(String(Object(each).id))
  }
})

/** `5.key.route.*` stands for all whose ids begin so. */
function isProbed(id: string): boolean {
  if (!id.endsWith('.*')) return probed.has(id)
  return [...probed].some((each) => each.startsWith(id.slice(0, -1)))
}

function wanted(part: string): number {
  return Object.entries(STATEMENTS).find(([name]) => name === part)?.[1] ?? 0
}
