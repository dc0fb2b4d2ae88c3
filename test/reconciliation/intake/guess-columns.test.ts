/** What a person is told of columns that no header names: a guess by what stands in them. */
import { expect, test } from 'vitest'
import { refusal } from './judge-bytes.ts'

const ROWS = ['ABC1C34;00639884962;SP;11222333000181', 'ABC1234;18025729393;RJ;52998224725']
const lines = (...all: string[]): string => `${all.join('\n')}\n`

async function factsOf(text: string): Promise<Record<string, string | number>> {
  return { ...(await refusal(text)).facts }
}

test('the columns are guessed by their cells and called by their headers', async () => {
  expect(await factsOf(lines('Chapa;Cod;UF;Dono', ...ROWS))).toMatchObject({
    recognized: 'uf=UF',
    others: 'Chapa, Cod, Dono',
    map: 'plate=Chapa,ownerDocument=Dono,renavam=Cod',
    unguessed: '',
  })
})

test('a name that a shell would take apart goes between quotes, or gives way to its place', async () => {
  const titled = lines('Frota de 2026;;;', 'Chapa do carro;Cod "novo";UF;CNPJ', ...ROWS)
  expect(await factsOf(titled)).toMatchObject({
    recognized: 'uf=UF, ownerDocument=CNPJ',
    map: '"plate=Chapa do carro,renavam=#2"',
  })
})

test('a number that stands where a header would is never shown', async () => {
  const facts = await factsOf(lines('placa;renavam;11222333000181;x', ...ROWS))
  expect(JSON.stringify(facts)).not.toContain('11222333000181')
  expect(facts['others']).toBe('##############, x')
})
