import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codesOf, HEADER, judged } from './judge-bytes.ts'

const A = 'ABC1234;00639884962;SP;11222333000181;a'

async function verdicts(...rows: string[]): Promise<[string, string | undefined, number?][]> {
  const answer = await judged([HEADER, ...rows, ''].join('\n'))
  const { read, ...parts } = answer.file.counts
  expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(read)
  return answer.rows.map((row) => {
    const other = row.issues.at(-1)?.otherLine
    const code = codesOf(row).at(-1)
    return other === undefined ? [row.verdict, code] : [row.verdict, code, other]
  })
}

describe('rows against each other', () => {
  test('40 the same row again: the first stays', async () => {
    expect(await verdicts(A, A, A)).toEqual([
      ['accepted', undefined],
      ['duplicate', 'W-DUP', 2],
      ['duplicate', 'W-DUP', 2],
    ])
  })

  test('24 a plate in its Mercosul form is the same vehicle: the last form stays', async () => {
    expect(await verdicts(A, A.replace('ABC1234', 'ABC1C34'))).toEqual([
      ['duplicate', 'W-MERCOSUL', 3],
      ['accepted', undefined],
    ])
  })

  test('41 one RENAVAM with two plates rejects both', async () => {
    expect(await verdicts(A, A.replace('ABC1234', 'XYZ9A87'))).toEqual([
      ['rejected', 'R-CONFLICT-PLATE', 3],
      ['rejected', 'R-CONFLICT-PLATE', 2],
    ])
  })

  test('41 one vehicle with two owners rejects both', async () => {
    expect(await verdicts(A, A.replace('11222333000181', '12ABC34501DE35'))).toEqual([
      ['rejected', 'R-CONFLICT-OWNER', 3],
      ['rejected', 'R-CONFLICT-OWNER', 2],
    ])
  })

  test('42 one plate with two RENAVAMs rejects both, in either form of the plate', async () => {
    const other = A.replace('00639884962', '26827649960').replace('ABC1234', 'ABC1C34')
    expect(await verdicts(A, other)).toEqual([
      ['rejected', 'R-CONFLICT-RENAVAM', 3],
      ['rejected', 'R-CONFLICT-RENAVAM', 2],
    ])
  })

  test('43 one vehicle in two states rejects both', async () => {
    expect(await verdicts(A, A.replace('SP', 'RJ'))).toEqual([
      ['rejected', 'R-CONFLICT-UF', 3],
      ['rejected', 'R-CONFLICT-UF', 2],
    ])
  })

  test('a conflict reaches the duplicates of both sides, whenever it comes', async () => {
    const other = A.replace('SP', 'RJ')
    const found = await verdicts(A, A, A.replace('ABC1234', 'ABC1C34'), other, A, other)
    expect(found.map(([verdict]) => verdict)).toEqual(Array(6).fill('rejected'))
  })

  test('a conflict keeps naming the row it was found with when a duplicate follows', async () => {
    const found = await verdicts(A, A.replace('SP', 'RJ'), A.replace('ABC1234', 'ABC1C34'))
    expect(found.map(([, code, other]) => [code, other])).toEqual([
      ['R-CONFLICT-UF', 3],
      ['R-CONFLICT-UF', 2],
      ['R-CONFLICT-UF', 3],
    ])
  })

  test('a row that is rejected anyway contradicts nobody', async () => {
    expect(await verdicts(A, A.replace('SP', 'XX'))).toEqual([
      ['accepted', undefined],
      ['rejected', 'R-UF'],
    ])
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
      { numRuns: 500 },
    )
  })
})
