/** What goes wrong is told in the caller's language; Portuguese is the interface's own. */
import { expect, test } from 'vitest'
import { detail } from '../../src/contract/problem.ts'
import { englishDetail } from '../../src/service/language/english-detail.ts'
import { ENGLISH_PHRASES, ENGLISH_SENTENCES } from '../../src/service/language/english-sentences.ts'
import { newVehicle } from './support/fleet.ts'
import { openBench } from './support/open-service.ts'
import { forFile } from '../support/for-file.ts'

const bench = await forFile(openBench())

const headers = { 'accept-language': 'en-US,en;q=0.9,pt;q=0.1' }

test('every sentence of the contract has its English', () => {
  const wordless = Object.values(detail).filter((each) => englishDetail(each) === undefined)
  expect(wordless).toEqual([])
})

test('both languages of an entry have the same holes', () => {
  const holes = (text: string): string[] => (text.match(/\{…?\}/g) ?? []).toSorted()
  for (const [pt, en] of Object.entries({ ...ENGLISH_SENTENCES, ...ENGLISH_PHRASES })) {
    expect([pt, holes(en)]).toEqual([pt, holes(pt)])
  }
})

test('values stand where they stood, and what is not known is not half translated', () => {
  const item = '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e'
  expect(
    englishDetail(`Campo 'debt_item_ids': o item ${item} já foi pago pelo pedido ${item}.`),
  ).toBe(`Field 'debt_item_ids': item ${item} was paid by order ${item}.`)
  expect(englishDetail("Campo 'uf': os ventos sopram.")).toBeUndefined()
  expect(englishDetail('Os ventos sopram.')).toBeUndefined()
})

test('a caller that prefers English reads it, from every place that refuses', async () => {
  const body = { ...newVehicle(1), plate: 'NOPE' }
  const cases = [
    [
      'POST',
      '/api/v1/vehicles',
      { body, headers },
      "Field 'plate': use the form ABC1234 or ABC1D23.",
    ],
    [
      'POST',
      '/api/v1/vehicles',
      { body: { ...body, wheels: 4 }, headers },
      "Unknown field: 'wheels'.",
    ],
    ['GET', '/api/v1/nowhere', { headers }, 'No such route.'],
    [
      'GET',
      '/api/v1/vehicles',
      { headers: { ...headers, 'x-api-key': 'x' } },
      'Invalid or revoked API key.',
    ],
    [
      'PUT',
      '/api/v1/vehicles',
      { headers },
      'This address does not take the method; see the header Allow.',
    ],
  ] as const
  for (const [method, path, options, said] of cases) {
    const answer = await bench.send(method, path, options)
    expect([answer.body['detail'], answer.headers.get('content-language')]).toEqual([said, 'en'])
  }
})

test('nobody else does', async () => {
  for (const language of [undefined, '*', 'pt-BR,en;q=0.5', 'de']) {
    const answer = await bench.send('GET', '/api/v1/nowhere', {
      headers: { 'accept-language': language },
    })
    expect(answer.body['detail']).toBe('Rota não encontrada.')
    expect(answer.headers.get('content-language')).toBeNull()
  }
})
