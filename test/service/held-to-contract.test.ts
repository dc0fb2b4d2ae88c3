/** The bench holds every answer of every test against the contract; here, that it can fail. */
import { expect, test } from 'vitest'
import { pendingConsultation } from '../../src/contract/openapi/examples/example-consultation.ts'
import { holdToContract } from './support/hold-to-contract.ts'
import type { Answer } from './support/open-service.ts'

function answer(status: number, body: Record<string, unknown>): Answer {
  return { status, body, headers: new Headers(), text: JSON.stringify(body) }
}

const CONSULTATION = '/api/v1/consultations/0b1f8c8e-2f0a-4d0e-8d0c-9a4c1e7f2b60'

test('what the contract documents passes', () => {
  holdToContract('GET', `${CONSULTATION}?x=1`, answer(200, { ...pendingConsultation }))
  holdToContract('GET', '/nowhere', answer(404, { detail: 'Não encontrado.' }))
  holdToContract('GET', '/docs', answer(200, {}))
  holdToContract('GET', '/health', answer(431, { detail: 'Não encontrado.' }))
})

test.each([
  ['a status that is not documented', '/health', 418, { detail: 'Não encontrado.' }],
  ['a missing field', '/health', 200, { status: 'ok' }],
  ['a field too many', '/health', 200, { payments: { mode: 'mock' }, colour: 'blue' }],
  ['a word too many', '/health', 200, { payments: { mode: 'pretended' } }],
  ['an amount as a number', CONSULTATION, 200, { ...pendingConsultation, total_amount: 1.5 }],
  [
    'an error with more than its sentence',
    CONSULTATION,
    404,
    { detail: 'Não encontrado.', code: 1 },
  ],
  ['a fixed path that reads like an id', '/api/v1/vehicles/summary', 200, { id: 'x' }],
  ['another error body where there is no route', '/nowhere', 404, { error: 'x' }],
])('%s does not', (_what, path, status, body) => {
  expect(() => holdToContract('GET', path, answer(status, body))).toThrow(Error)
})
