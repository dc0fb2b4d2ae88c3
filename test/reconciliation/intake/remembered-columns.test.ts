/** Columns that a person named once, in the next file of the same fleet. */
import { expect, test } from 'vitest'
import { GOOD, HEADER, judged, refusal } from './judge-bytes.ts'

const ROW = 'ABC1C34;00639884962;SP;11222333000181'
const odd = `Chapa;Cod;UF;CNPJ\n${ROW}\n`
const named = { plate: 'Chapa', renavam: 'Cod' }

function warningsOf(answer: Awaited<ReturnType<typeof judged>>): string[] {
  return answer.file.understood.warnings.map(({ code, facts }) => `${code} ${facts['columns']}`)
}

test('remembered columns are used where the file has them, and that is said', async () => {
  const answer = await judged(odd, { remembered: { map: named } })
  expect(answer.file.counts.accepted).toBe(1)
  expect(warningsOf(answer)).toContain('W-MAP plate=Chapa, renavam=Cod')
})

test('a remembered column that is not there refuses nothing', async () => {
  const answer = await judged(`${HEADER}\n${GOOD}\n`, { remembered: { map: named } })
  expect(answer.file.counts.accepted).toBe(1)
  expect(warningsOf(answer)).toContain('W-MAP-UNUSED plate=Chapa, renavam=Cod')
})

test('a person’s word wins over the names that everybody uses', async () => {
  const both = `placa;Chapa;renavam;uf;cnpj\nZZZ0000;${ROW}\n`
  expect((await judged(both)).file.counts.accepted).toBe(0)
  expect((await judged(both, { remembered: { map: named } })).file.counts.accepted).toBe(1)
})

test('what is said for this file wins over what is remembered', async () => {
  const both = `Chapa;Placa nova;Cod;UF;CNPJ\nZZZ0000;${ROW}\n`
  const answer = await judged(both, { remembered: { map: named }, map: { plate: 'Placa nova' } })
  expect(answer.file.counts.accepted).toBe(1)
  expect(warningsOf(answer)).toContain('W-MAP renavam=Cod')
})

test('a remembered name in a title does not make the title the header', async () => {
  const titled = `Cod;;;\n${HEADER}\n${GOOD}\n`
  const answer = await judged(titled, { remembered: { map: { renavam: 'Cod' } } })
  expect(answer.file.understood.headerLine).toBe(2)
  expect(warningsOf(answer)).toContain('W-MAP-UNUSED renavam=Cod')
})

const byPlace = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4' }

test('remembered places serve a file without a header', async () => {
  const answer = await judged(`${ROW}\n`, { remembered: { map: byPlace } })
  expect(answer.file.understood).toMatchObject({ headerLine: 0 })
  expect(answer.file.counts.accepted).toBe(1)
})

test('remembered places do not touch a file whose header says where its columns are', async () => {
  const turned = 'renavam;placa;uf;cnpj\n00639884962;ABC1C34;SP;11222333000181\n'
  const answer = await judged(turned, { remembered: { map: byPlace } })
  expect(answer.file.counts.accepted).toBe(1)
  expect(warningsOf(answer)).toEqual([])
})

test('a remembered place completes a header that lacks that column alone', async () => {
  const blank = `placa;;uf;cnpj\n${ROW}\n`
  const answer = await judged(blank, { remembered: { map: { renavam: '#2' } } })
  expect(answer.file.counts.accepted).toBe(1)
  expect(warningsOf(answer)).toContain('W-MAP renavam=#2')
})

test('a file that memory cannot help is refused as without it', async () => {
  const hopeless = 'a;b;c;d\n1;2;3;4\n'
  expect(await refusal(hopeless, { remembered: { map: named } })).toEqual(await refusal(hopeless))
})
