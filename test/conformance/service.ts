/** Parts 1 and 9 of the interface: the health check, coverage, the conventions, the prefix. */
import { expect } from 'vitest'
import { expectRefused, listIn } from './support/answer.ts'
import type { Statements } from './support/statement.ts'
import { VEHICLES } from './support/target.ts'

const nobody = { 'x-api-key': undefined, 'x-account-id': undefined }

export const service: Statements = {
  '4.health: health tells anybody both modes, and whether payment is in sandbox': async (t) => {
    const { status, text } = await t.send('GET', '/health', { headers: nobody })
    expect(status).toBe(200)
    const { lookup, payments } = t.modes
    expect(['mock', 'live']).toEqual(expect.arrayContaining([lookup, payments]))
    expect(text).toMatch(/sandbox/i)
  },
  'ours.4.health.names: health names its modes and its service': async (t) => {
    const { lookup, payments, sandbox } = t.modes
    expect((await t.send('GET', '/health')).body).toEqual({
      status: 'ok',
      service: 'frota-service',
      vdi_lookup: { mode: lookup },
      payments: { mode: payments, sandbox },
    })
  },
  '4.coverage: GET coverage answers': async (t) => {
    const { status, body } = await t.send('GET', '/api/v1/coverage')
    expect(status).toBe(200)
    if (!t.isOurs) return
    expect([body['count'], listIn(body['results']).length]).toEqual([27, 27])
  },
  'ours.8.limits: a key reads its own budgets, and the read takes nothing': async (t) => {
    const read = () => t.send('GET', '/api/v1/limits')
    const { status, body } = await read()
    expect([status, listIn(body['budgets']).length]).toEqual([200, 2])
    expect((await read()).body).toEqual(body)
  },
  '1.conventions.json: bodies are JSON': async (t) => {
    const { headers, text } = await t.send('GET', `${VEHICLES}?page_size=1`)
    expect(headers.get('content-type')).toMatch(/\bjson\b/i)
    expect(JSON.parse(text)).toBeTypeOf('object')
  },
  '9.prefix: there is no resource outside of /api/v1': async (t) => {
    for (const path of ['/vehicles', '/orders', '/coverage', '/api/vehicles', '/api/v0/vehicles']) {
      const answer = await t.send('GET', path)
      // A page for people may be there; an answer in JSON would be a resource.
      const isPage = answer.status < 300 && Object.keys(answer.body).length === 0
      if (!isPage || t.isOurs) expectRefused(t, answer, 404)
    }
  },
}
