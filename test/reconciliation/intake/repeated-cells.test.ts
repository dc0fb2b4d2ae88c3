import { expect, test } from 'vitest'
import { codesOf, HEADER, judged } from './judge-bytes.ts'

test('what is repaired in one row is told of every row that has the same cell', async () => {
  const rows = [
    'abc-1234;00639884962;SP;11.222.333/0001-81;a',
    'abd-1234;26827649960;SP;11.222.333/0001-81;b',
    'abe 1c34;00123456789;SP;529.982.247-25;c',
    'abf1c34;00123456800;SP;11222333000181;d',
    'ABG1C34;00123456819;SP;11.222.333/0001-81;e',
    'ABH1C34;00123456827;SP;11.222.333/0001-80;f',
  ]
  const answer = await judged([HEADER, ...rows, ''].join('\n'))
  const told = answer.rows.map((row) => [row.vehicle?.plate, row.vehicle?.ownerDocument])
  expect(told).toEqual([
    ['ABC1234', '11222333000181'],
    ['ABD1234', '11222333000181'],
    ['ABE1C34', '52998224725'],
    ['ABF1C34', '11222333000181'],
    ['ABG1C34', '11222333000181'],
    ['ABH1C34', '11222333000180'],
  ])
  const codes = answer.rows.map((row) => codesOf(row).filter((code) => code !== 'W-DV'))
  expect(codes).toEqual([
    ['W-PLATE', 'W-DOC'],
    ['W-PLATE', 'W-DOC'],
    ['W-PLATE', 'W-DOC'],
    ['W-PLATE'],
    ['W-DOC'],
    ['W-DOC', 'W-DOC-DV'],
  ])
  for (const row of answer.rows) expect(JSON.stringify(row.issues)).not.toContain('222')
})
