/** docs/changing.md leads through one consultation: each file of a way is tied to the next one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './support/source-files.ts'

const FILES_MAX = 15

const page = readFileSync(join(root, 'docs/changing.md'), 'utf8')
const section = page.split('\n## Follow one consultation\n')[1] ?? ''

/** Each numbered list of the section, as the paths that its lines begin with. */
const ways = section
  .split('\n\n')
  .map((paragraph) => [...paragraph.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path))
  .filter((way) => way.length > 0)

const importsOf = new Map(
  sourceFiles('jobs', 'src').map(({ path, imports }) => [path, imports.map((each) => each.path)]),
)

test('the way of a consultation leads from the job to the POST and back to the ledger', () => {
  expect(ways.map((way) => [way[0], way.at(-1)])).toEqual([
    ['jobs/consult-vehicles.ts', 'src/ledger/quota/quota-sql.ts'],
    ['jobs/consult-vehicles.ts', 'src/client/once.ts'],
    ['src/effects/perform-effect.ts', 'src/effects/settle-effect.ts'],
    [
      'src/reconciliation/consultations/ask-consultation.ts',
      'src/ledger/consultations/consultations-sql.ts',
    ],
  ])
})

test('each file of the way imports the next one, or is imported by it', () => {
  const loose = ways.flatMap((way) =>
    way.slice(1).flatMap((next, at) => {
      const one = way[at] ?? ''
      const isTied = importsOf.get(one)?.includes(next) || importsOf.get(next)?.includes(one)
      return isTied ? [] : [`${one} and ${next}`]
    }),
  )
  expect(loose).toEqual([])
})

test('each way after the first begins at a file that was read, and all are few', () => {
  const unread = ways.filter(
    (way, at) =>
      at > 0 &&
      !ways
        .slice(0, at)
        .flat()
        .includes(way[0] ?? ''),
  )
  expect(unread).toEqual([])
  expect(new Set(ways.flat()).size).toBeLessThanOrEqual(FILES_MAX)
})
