/** What people read of a refused cell: the value as it stood, but a document masked. */
import { expect, test } from 'vitest'
import { HEADER, judged } from './judge-bytes.ts'

const CPF = '529.982.247-25'
const CNPJ = '11.222.333/0001-81'
const GOOD = { plate: 'ABC1C34', renavam: '00639884962', uf: 'SP', owner: '11222333000181' }
const OTHER = 'DEF5G67;26827649960;RJ;52998224725;'

test.each([
  ['plate', 'ABC12', 'ABC12'],
  ['plate', CPF, '***.982.247-**'],
  ['plate', `${CNPJ} x`, '11.***.***/****-81 x'],
  ['plate', '12.ABC.345/01DE-35', '12.***.***/****-35'],
  ['renavam', '123', '123'],
  ['renavam', '00639884', '00639884'],
  ['renavam', CPF, '***.982.247-**'],
  ['renavam', '11222333000181', '11.***.***/****-81'],
  ['uf', 'Buenos Aires', 'Buenos Aires'],
  ['uf', '12', '12'],
  ['uf', `de ${CPF}`, 'de ***.982.247-**'],
  ['owner', 'ISENTO', 'ISENTO'],
  ['owner', '123', '###'],
  ['owner', '52998224', '########'],
  ['owner', 'CPF 529982247', 'CPF #########'],
  // Wrong check digits, so nobody's document, and yet most of somebody's.
  ['owner', '52998224726', '***.982.247-**'],
  ['owner', '11.222.333/0001-82', '11.***.***/****-82'],
] as const)('a refused %s "%s" is shown as "%s"', async (field, cell, shown) => {
  const cells = { ...GOOD, [field]: cell }
  const row = [cells.plate, cells.renavam, cells.uf, cells.owner, 'Van 1'].join(';')
  const { rows } = await judged(`${HEADER}\n${row}\n${OTHER}\n`, { strict: true })
  expect(rows[0]?.verdict).toBe('rejected')
  expect(rows[0]?.issues.map(({ value }) => value)).toContain(shown)
})
