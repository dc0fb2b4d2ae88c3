import { describe, expect, test } from 'vitest'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { codesOf, GOOD, judged, writtenBack } from './judge-bytes.ts'

/** Columns named by their places, in files with and without a header. */

const OTHER = 'DEF5G67;26827649960;RJ;529.982.247-25;Van 2'
const MAP = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4', nickname: '#5' }

async function twice(text: string, options: JudgeOptions): Promise<unknown[][][]> {
  const answers: unknown[][][] = []
  let bytes: Uint8Array = Buffer.from(text)
  for (let round = 0; round < 2; round++) {
    const answer = await judged(bytes, options)
    answers.push(answer.rows.map((row) => [row.verdict, codesOf(row), row.vehicle]))
    bytes = await writtenBack(answer, { rows: 'all' })
  }
  return answers
}

describe('columns named by their places', () => {
  test('the file that goes back is judged alike by the same map', async () => {
    const bad = 'ABC1;00639884962;SP;11222333000181;x'
    const short = 'ABC1C34;00639884962'
    const text = [GOOD, OTHER, bad, short, `${GOOD};;`, ';;;;', 'Total;;;;'].join('\n')
    for (const start of ['', '\uFEFF', 'sep=;\n', '\uFEFFsep=;\r\n']) {
      const [first, second] = await twice(start + text, { map: MAP })
      expect(second).toEqual(first)
      expect(first?.map(([verdict]) => verdict)).toEqual([
        'accepted',
        'repaired',
        'rejected',
        'rejected',
        'duplicate',
        'skipped',
        'skipped',
      ])
    }
  })

  test('what the file’s defaults give needs no place', async () => {
    const { nickname: _, uf: __, ...map } = MAP
    const options = { map: { ...map, ownerDocument: '#3' }, defaults: { uf: 'SP' } }
    const [first, second] = await twice('ABC1C34;00639884962;11222333000181\n', options)
    expect(first).toMatchObject([['accepted', [], { uf: 'SP' }]])
    expect(second).toEqual(first)
  })
})
