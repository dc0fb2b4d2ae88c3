import { describe, expect, test } from 'vitest'
import type { JudgeOptions } from '../../../src/reconciliation/intake/judge-file.ts'
import { codesOf, GOOD, HEADER, judged, refusal, writtenBack } from './judge-bytes.ts'

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
  test('a file without a header is read from its first line on', async () => {
    const { file, rows } = await judged(`${GOOD};azul\n${OTHER};\n`, { map: MAP })
    expect(file.understood).toMatchObject({
      headerLine: 0,
      header: ['coluna 1', 'coluna 2', 'coluna 3', 'coluna 4', 'coluna 5', 'coluna 6'],
      columns: { plate: 'coluna 1', ownerDocument: 'coluna 4' },
      extras: ['coluna 6'],
      warnings: [{ code: 'W-NO-HEADER', facts: { count: 6 } }],
    })
    expect(rows.map((row) => [row.line, row.verdict])).toEqual([
      [1, 'accepted'],
      [2, 'repaired'],
    ])
    expect(rows[0]?.vehicle).toMatchObject({ nickname: 'Van 1', extras: { 'coluna 6': 'azul' } })
    expect(rows[1]?.issues[0]?.column).toBe('coluna 4')
  })

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

  test('a place that no column has says how many there are', async () => {
    const map = { ...MAP, nickname: '#9' }
    for (const [text, count] of [
      [`${GOOD}\n`, 5],
      [`${HEADER};cor\n${GOOD};\n`, 6],
    ] as const) {
      const refused = await refusal(text, { map })
      expect(refused).toMatchObject({ code: 'F-MAP', facts: { header: '#9', count } })
      expect(refused.message.pt).toContain(`tem ${count} colunas`)
      expect(JSON.stringify(refused)).not.toContain('11222333')
    }
  })
})
