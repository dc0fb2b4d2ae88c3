/** Nothing that a log, an error or a reply holds gives away a key, a document or a card. */
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog } from '../../src/log.ts'
import { newVehicle } from './support/fleet.ts'
import { openBench } from './support/open-service.ts'

const DOCUMENT = '11144477735'
const CARD = '4111111111111111'

test('keys, documents and cards are in no log line, no error and no reply', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const bugs: unknown[] = []
  const log = openLog('trace', sink)
  await using bench = await openBench({ log, onBug: (error) => bugs.push(error) })
  const replies: string[] = []
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await bench.send(method, path, body === undefined ? {} : { body })
    replies.push(answer.text + JSON.stringify([...answer.headers]))
  }
  const valid = { ...newVehicle(1), owner_document: DOCUMENT }
  await send('POST', '/api/v1/vehicles', valid)
  await send('POST', '/api/v1/vehicles', valid)
  await send('POST', '/api/v1/vehicles', { ...valid, plate: DOCUMENT })
  await send('POST', '/api/v1/vehicles', { ...valid, owner_document: `${DOCUMENT}0` })
  await send('GET', `/api/v1/vehicles?page=${bench.own.apiKey}`)
  const card = { holder_name: 'A', number: CARD, expiry: '12/30', cvc: '987' }
  const path = `/api/v1/orders/${bench.random.uuid()}/pay-card`
  await send('POST', path, card)
  await send('POST', path, { ...card, expiry: CARD })
  // A table that is gone makes a bug, which is where careless programs print the statement.
  await bench.pool.query('alter table service.vehicle rename to elsewhere')
  await send('POST', '/api/v1/vehicles', valid)
  expect(bugs).toHaveLength(1)
  expect(lines.length).toBeGreaterThan(0)
  const shown = [...lines, ...replies].join('\n')
  for (const secret of [bench.own.apiKey, DOCUMENT, CARD]) expect(shown).not.toContain(secret)
})
