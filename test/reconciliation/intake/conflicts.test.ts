import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IssueGroups } from '../../../src/reconciliation/intake/verdicts/group-issues.ts'
import { HEADER, judged } from './judge-bytes.ts'

const A = 'ABC1234;00639884962;SP;11222333000181;a'
const MERCOSUL = A.replace('ABC1234', 'ABC1C34')
const RIO = A.replace('SP', 'RJ')
const owned = (document: string): string => A.replace('11222333000181', document)
const numbered = (row: string): string => row.replace('00639884962', '26827649960')
const clash = (field: string): string[] =>
  [3, 2].map((line) => `rejected R-CONFLICT-${field} ${line}`)

/** For each row its verdict, its last code, and the row to which that refers. */
async function verdicts(...rows: string[]): Promise<string[]> {
  const answer = await judged([HEADER, ...rows, ''].join('\n'))
  const { read, ...parts } = answer.file.counts
  expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(read)
  return answer.rows.map((row) => {
    const { code, otherLine } = row.issues.at(-1) ?? {}
    return [row.verdict, code, otherLine].filter((part) => part !== undefined).join(' ')
  })
}

describe('rows against each other', () => {
  test.each<[string, string[], string[]]>([
    ['42 one plate with two RENAVAMs', [A, numbered(MERCOSUL)], clash('RENAVAM')],
    [
      'a duplicate of one side',
      [A, numbered(A), numbered(A)],
      [...clash('RENAVAM'), 'rejected R-CONFLICT-RENAVAM 2'],
    ],
    ['a later duplicate', [A, RIO, MERCOSUL], [...clash('UF'), 'rejected R-CONFLICT-UF 3']],
    ['a row that is rejected anyway', [A, A.replace('SP', 'XX')], ['accepted', 'rejected R-UF']],
  ])('%s: %j', async (_, rows, expected) => {
    expect(await verdicts(...rows)).toEqual(expected)
  })

  test('a repeated vehicle tells where its nickname or cost centre differs, and from which row', async () => {
    const header = `${HEADER};centro de custo`
    const rows = [A, A, MERCOSUL, MERCOSUL].map(
      (row, at) => `${row}${at % 2};Polo${' '.repeat(at + 1)}Sul`,
    )
    const other = numbered('DEF5G67;00639884962;SP;11222333000181;x;Norte')
    const { file, rows: found } = await judged(
      [header, ...rows, other, other.replace('Norte', ''), ''].join('\n'),
    )
    const told = found.map(({ issues }) =>
      issues
        .filter(({ code }) => code === 'W-DUP-DIFFERS')
        .map(({ column, value, suggestion, otherLine }) =>
          [column, value, suggestion, otherLine].join(' '),
        ),
    )
    expect(told).toEqual([
      [],
      ['apelido a1 a0 2'],
      [],
      ['apelido a1 a0 4'],
      [],
      ['centro de custo  Norte 6'],
    ])
    expect(file.counts).toMatchObject({ duplicate: 4, rejected: 0 })
    const groups = new IssueGroups()
    for (const row of found) groups.add(row)
    const twins = groups.sorted().filter(({ issue }) => issue.code === 'W-DUP')
    expect(twins.map(({ lines, issue }) => [...lines, issue.otherLine])).toEqual([
      [3, 2],
      [5, 4],
      [7, 6],
    ])
  })

  test('owners that differ are masked, with wrong check digits, too', async () => {
    const lines = ['11222333000182', '11222333000183'].map(owned)
    const { rows } = await judged([HEADER, ...lines].join('\n'))
    const values = rows.map(({ issues }) => issues.at(-1)?.value)
    expect(values).toEqual(['11.***.***/****-82', '11.***.***/****-83'])
    expect((await judged([HEADER, A, A].join('\n'))).rows[1]?.issues[0]?.value).toBe('00639884962')
  })

  test('a conflict reaches the duplicates of both sides, whenever it comes', async () => {
    const found = await verdicts(A, A, MERCOSUL, RIO, A, RIO)
    expect(found.filter((verdict) => verdict.startsWith('rejected'))).toHaveLength(6)
  })

  test('at most one row of a vehicle is accepted, and none of a contradiction', async () => {
    const row = fc.record({
      plate: fc.constantFrom('ABC1234', 'ABC1C34', 'XYZ9A87', 'XYZ9087'),
      renavam: fc.constantFrom('00639884962', '26827649960', '01284762677'),
      uf: fc.constantFrom('SP', 'SP', 'SP', 'RJ'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 7 }), async (list) => {
        const lines = list.map((one) => `${one.plate};${one.renavam};${one.uf};52998224725;`)
        const { rows } = await judged([HEADER, ...lines, ''].join('\n'))
        const kept = rows.filter((one) => one.vehicle !== undefined)
        const renavams = kept.map((one) => one.vehicle?.renavam)
        expect(new Set(renavams).size).toBe(renavams.length)
        for (const one of kept) {
          const same = list.filter((other) => other.renavam === one.vehicle?.renavam)
          const plates = new Set(same.map((other) => other.plate.slice(0, 3)))
          expect([plates.size, new Set(same.map((other) => other.uf)).size]).toEqual([1, 1])
        }
        for (const one of rows.filter((other) => other.verdict === 'duplicate')) {
          const stays = rows.find((other) => other.line === one.issues.at(-1)?.otherLine)
          expect(stays).toBeDefined()
        }
      }),
      { numRuns: 150 },
    )
  })
})
