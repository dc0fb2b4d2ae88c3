/** Parts 2 and 7 of the interface: what holds of every answer, when all the others were judged. */
import { expect } from 'vitest'
import type { Statements } from './support/statement.ts'
import { truck } from './vehicles.ts'

const WRITE_ONLY = /"(owner_document|holder_name|cvc)"\s*:/

type Seen = { readonly method: string; readonly path: string; readonly status: number }
const where = ({ method, path, status }: Seen): string => `${method} ${path} ${status}`

export const answers: Statements = {
  '7.body: an error has one field, detail, a text': async (t) => {
    await t.send('GET', '/api/v1/vehicles/frota')
    for (const answer of t.answers) {
      if (answer.status < 400 || answer.method === 'OPTIONS') continue
      const detail = { detail: expect.any(String) }
      expect([where(answer), answer.body]).toEqual([where(answer), detail])
    }
  },
  '2.card.request-only: document, holder and cvc are in requests only': async (t) => {
    await truck(t)
    const shown = t.answers.filter(({ status, text }) => status < 400 && WRITE_ONLY.test(text))
    expect(shown.map(where)).toEqual([])
  },
  '2.vehicle.field.owner_document_masked.always: no answer shows an owner or a card': async (t) => {
    await truck(t)
    const secrets = [...t.documents, t.apiKey, t.card ?? t.apiKey]
    const shown = t.answers.filter(({ text, headers }) => {
      const said = `${text} ${[...headers.values()].join(' ')}`
      const bare = said.replaceAll(/[./-]/g, '')
      return secrets.some((secret) => said.includes(secret) || bare.includes(secret))
    })
    expect([t.documents.size > 0, shown.map(where)]).toEqual([true, []])
  },
}
