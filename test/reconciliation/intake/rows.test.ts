import { describe, expect, test } from 'vitest'
import { explainIssue } from '../../../src/reconciliation/intake/reasons/explain.ts'
import { codesOf, GOOD, HEADER, judged } from './judge-bytes.ts'
import { CASES } from './row-cases.ts'

const OTHER = 'DEF5G67;26827649960;RJ;52998224725;'

describe('rows', () => {
  test.each(CASES)('$name', async ({ row, verdict, codes, vehicle, issue, options }) => {
    const answer = await judged(`${HEADER}\n${row}\n${OTHER}\n`, options)
    const [first] = answer.rows
    expect(answer.rows).toHaveLength(2)
    expect(first?.verdict).toBe(verdict)
    expect(codesOf(first)).toEqual(codes)
    expect(first?.line).toBe(2)
    expect(first).toMatchObject(vehicle === undefined ? {} : { vehicle })
    expect(first?.issues[0] ?? {}).toMatchObject(issue ?? {})
    expect(answer.rows[1]?.verdict).toBe('accepted')
  })

  test('every repair tells the old value and the new one', async () => {
    for (const { row, options } of CASES) {
      const [first] = (await judged(`${HEADER}\n${row}\n${OTHER}\n`, options)).rows
      const silent = first?.verdict === 'repaired' && codesOf(first).length === 0
      expect(silent).toBe(false)
    }
  })

  test('every problem has a sentence in both languages without a gap', async () => {
    for (const { row, options } of CASES) {
      const [first] = (await judged(`${HEADER}\n${row}\n${OTHER}\n`, options)).rows
      for (const issue of first?.issues ?? []) {
        expect(explainIssue(issue, 'pt-BR')).not.toMatch(/[{}]/)
        expect(explainIssue(issue, 'en')).not.toMatch(/[{}]/)
      }
    }
  })

  test('no document stands clear in any issue', async () => {
    for (const { row, options } of CASES) {
      const { rows } = await judged(`${HEADER}\n${row}\n${OTHER}\n`, options)
      const issues = JSON.stringify(rows.map((one) => one.issues))
      expect(issues).not.toMatch(/11222333000181|11\.222\.333|52998224725|01234567890/)
    }
  })

  test('a document that strayed into another column is masked too', async () => {
    const swapped = '11.222.333/0001-81;529.982.247-25;SP;00639884962;'
    const { rows } = await judged(`${HEADER}\n${swapped}\n${OTHER}\n`)
    expect(rows[0]?.verdict).toBe('rejected')
    expect(JSON.stringify(rows[0]?.issues)).not.toMatch(/222\.333|11222333|982\.247-25/)
  })

  test('what looks like no plate in Latin letters either is not suggested: it may be a document', async () => {
    const { rows } = await judged(`${HEADER}\n${GOOD.replace('ABC1C34', 'А 11222333000181')}\n`)
    expect(codesOf(rows[0])).toEqual(['R-CONFUSABLE'])
    expect(JSON.stringify(rows[0]?.issues)).not.toContain('222333')
  })

  test('blank lines and footers are skipped, a bad row among vehicles is not', async () => {
    const text = [HEADER, '', GOOD, ';;;;', 'Total;;;;', OTHER, ';;;;', 'Total de veículos: 2', '']
    const { rows, file } = await judged(text.join('\n'))
    expect(rows.map((row) => [row.line, row.verdict, codesOf(row)[0]])).toEqual([
      [2, 'skipped', 'W-BLANK'],
      [3, 'accepted', undefined],
      [4, 'skipped', 'W-BLANK'],
      [5, 'rejected', 'R-PLATE'],
      [6, 'accepted', undefined],
      [7, 'skipped', 'W-BLANK'],
      [8, 'skipped', 'W-FOOTER'],
    ])
    expect(file.counts).toEqual({
      read: 7,
      accepted: 2,
      repaired: 0,
      rejected: 1,
      duplicate: 0,
      skipped: 4,
    })
  })

  test('a bad vehicle at the end is no footer', async () => {
    const { rows } = await judged(`${HEADER}\n${GOOD}\nABC12;123;SP;11222333000181;x\n`)
    expect(rows.map((row) => row.verdict)).toEqual(['accepted', 'rejected'])
  })

  test('a file without any vehicle has no footer', async () => {
    const { file } = await judged(`${HEADER}\nTotal;;;;\n`)
    expect(file.counts).toMatchObject({ read: 1, rejected: 1, skipped: 0 })
  })

  test('other columns are kept with the row as they are', async () => {
    const text = `${HEADER};Marca;marca;Centro de Custo;__proto__\n${GOOD};VW;vw ;Filial 9;x\n`
    const { rows, file } = await judged(text)
    expect(rows[0]?.vehicle?.costCentre).toBe('Filial 9')
    expect(Object.entries(rows[0]?.vehicle?.extras ?? {})).toEqual([
      ['Marca', 'VW'],
      ['marca', 'vw '],
      ['__proto__', 'x'],
    ])
    expect(file.understood.extras).toEqual(['Marca', 'marca', '__proto__'])
  })
})
