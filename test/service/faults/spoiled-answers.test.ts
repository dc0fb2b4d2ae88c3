/** Answers that no client expects, to requests that were processed. */
import { expect, test } from 'vitest'
import { openTheatre, scenarioFile } from './open-stage.ts'
import { forFile } from '../../support/for-file.ts'

const theatre = await forFile(openTheatre())
const stage = await theatre.under(scenarioFile('spoiled-answers.json'))

async function isRegistered(renavam: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM service.vehicle WHERE renavam = $1'
  return (await theatre.bench.pool.query(sql, [renavam])).rows.length === 1
}

test('JSON of another shape', async () => {
  const body = stage.vehicle('QCB')
  const answer = await stage.send('POST', '/api/v1/vehicles', body)
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: { ok: true } })
  expect(await isRegistered(body.renavam)).toBe(true)
})

test('a page of HTML', async () => {
  const body = stage.vehicle('QCC')
  const answer = await stage.send('POST', '/api/v1/vehicles', body)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await isRegistered(body.renavam)).toBe(true)
})

test('a body as large as was asked for', async () => {
  const body = stage.vehicle('QCD')
  const answer = await stage.send('POST', '/api/v1/vehicles', body)
  expect(answer.status).toBe(201)
  expect(answer.text.length).toBeGreaterThan(100_000)
  expect(answer.body['renavam']).toBe(body.renavam)
})

test('a redirect, before anything is processed', async () => {
  const body = stage.vehicle('QCE')
  const answer = await stage.send('POST', '/api/v1/vehicles', body)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('https://outro.invalid/api/v1/vehicles')
  expect(await isRegistered(body.renavam)).toBe(false)
})

test('a next page at another origin', async () => {
  const answer = await stage.send('GET', '/api/v1/orders?page_size=5')
  expect(answer.body['next']).toBe('https://elsewhere.invalid/api/v1/orders?page_size=5&page=2')
})
