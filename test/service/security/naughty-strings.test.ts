/** Any string in any text of any operation: kept as it is, or refused by its field's name. */
import { expect, test } from 'vitest'
import { NICKNAME_CHARACTERS_MAX, QUERY_CHARACTERS_MAX } from '../../../src/contract/limits.ts'
import { testEngine } from '../../support/database.ts'
import { howMany } from '../../support/extent.ts'
import { newVehicle, register } from '../support/fleet.ts'
import { type Answer, openBench, uncounted } from '../support/open-service.ts'
import { HALVES, NAUGHTY } from './naughty-strings.ts'
import { forFile } from '../../support/for-file.ts'

const limits = { ...uncounted, failedKeysPerMinute: 1_000_000 }

const bench = await forFile(openBench({ limits }))
const vehicleId = await register(bench, 1)
await register(bench, 2)

const characters = (text: string): number => Array.from(text).length
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

test('the strings are many, and each stands once', () => {
  expect(NAUGHTY.length).toBeGreaterThan(400)
  expect(HALVES.some((each) => each.isWellFormed())).toBe(false)
})

/** One form reads every text field: each string goes to some fields, and at length to all. */
const APART = howMany(12, 1)
const some = (texts: readonly string[], at: number): string[] =>
  texts.filter((_, index) => index % APART === at % APART)

const isKept = (text: string): boolean =>
  isStorable(text) && characters(text) <= NICKNAME_CHARACTERS_MAX
const kept = NAUGHTY.filter(isKept)
const notKept = NAUGHTY.filter((text) => !isKept(text))

test('a nickname comes back as it was, without the space around it', async () => {
  const path = `/api/v1/vehicles/${vehicleId}`
  expect(kept.length).toBeGreaterThan(400)
  for (const text of some(kept, 0)) {
    const { status, body } = await bench.send('PATCH', path, { body: { nickname: text } })
    expect([status, body['nickname']]).toEqual([200, text.trim()])
    expect((await bench.send('GET', path)).body['nickname']).toBe(text.trim())
  }
})

test('a nickname that cannot be kept as it is gets refused by the name of its field', async () => {
  const path = `/api/v1/vehicles/${vehicleId}`
  for (const text of notKept) {
    const { status, body } = await bench.send('PATCH', path, { body: { nickname: text } })
    expect([status, body['detail']]).toEqual([400, expect.stringContaining("'nickname'")])
  }
})

test('q finds the vehicle by any nickname that it can ask for, and nothing by a wildcard', async () => {
  const path = `/api/v1/vehicles/${vehicleId}`
  const asking = kept.filter((each) => characters(each) <= QUERY_CHARACTERS_MAX)
  for (const text of [...some(asking, 1), '%', '_', '\\']) {
    await bench.send('PATCH', path, { body: { nickname: text } })
    expect([text, await idsFound(text)]).toEqual([text, expect.arrayContaining([vehicleId])])
    // Letters, digits and separators alone may stand in any plate.
    if (/^[\w\s.-]*$/.test(text.trim())) continue
    expect([text, await idsFound(text)]).toEqual([text, [vehicleId]])
    await bench.send('PATCH', path, { body: { nickname: '' } })
    expect([text, await idsFound(text)]).toEqual([text, []])
  }
})

async function idsFound(q: string): Promise<string[]> {
  const list = await bench.send('GET', `/api/v1/vehicles?q=${encoded(q)}`)
  expect([q, list.status]).toEqual([q, 200])
  return (list.body['results'] as { id: string }[]).map(({ id }) => id)
}

/** Percent-encoded, halves of surrogate pairs as the three bytes that UTF-8 forbids. */
function encoded(text: string): string {
  return Array.from(text, (each) => {
    if (each.isWellFormed()) return encodeURIComponent(each)
    const code = each.charCodeAt(0)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
    return bytes.map((byte) => `%${byte.toString(16)}`).join('')
  }).join('')
}

type Try = (text: string) => Promise<Answer>
const ID = '00000000-0000-4000-8000-000000000000'
const posted =
  (path: string, good: Record<string, unknown>, field: string): Try =>
  (text) => {
    const value = field === 'debt_item_ids' ? [text] : text
    return bench.send('POST', `/api/v1${path}`, { body: { ...good, [field]: value } })
  }
const asked =
  (path: string, field: string): Try =>
  (text) =>
    bench.send('GET', `/api/v1${path}?${field}=${encoded(text)}`)

const card = { holder_name: 'A', number: '4111111111111111', expiry: '12/30', cvc: '123' }
const order = { debt_item_ids: [ID], method: 'pix' }
const PAY = `/orders/${ID}/pay-card`

/** Every other text, and the statuses of what its form allows. */
const fields: [string, string, Try, number[]][] = [
  ['POST vehicles', 'plate', posted('/vehicles', newVehicle(3), 'plate'), []],
  ['POST vehicles', 'renavam', posted('/vehicles', newVehicle(3), 'renavam'), [201, 409]],
  ['POST vehicles', 'uf', posted('/vehicles', newVehicle(3), 'uf'), []],
  ['POST vehicles', 'owner_document', posted('/vehicles', newVehicle(3), 'owner_document'), []],
  ['POST orders', 'debt_item_ids', posted('/orders', order, 'debt_item_ids'), []],
  ['POST orders', 'method', posted('/orders', order, 'method'), []],
  ['POST preview', 'debt_item_ids', posted('/checkout/preview', order, 'debt_item_ids'), []],
  ['POST preview', 'method', posted('/checkout/preview', order, 'method'), []],
  ['POST pay-card', 'holder_name', posted(PAY, card, 'holder_name'), [404]],
  ['POST pay-card', 'number', posted(PAY, card, 'number'), [404]],
  ['POST pay-card', 'expiry', posted(PAY, card, 'expiry'), []],
  ['POST pay-card', 'cvc', posted(PAY, card, 'cvc'), []],
  ['POST pay-card', 'installments', posted(PAY, card, 'installments'), []],
  ['GET vehicles', 'uf', asked('/vehicles', 'uf'), [200]],
  ['GET vehicles', 'status', asked('/vehicles', 'status'), []],
  ['GET vehicles', 'page', asked('/vehicles', 'page'), [200]],
  ['GET vehicles', 'page_size', asked('/vehicles', 'page_size'), [200]],
  ['GET orders', 'q', asked('/orders', 'q'), [200]],
  ['GET orders', 'status', asked('/orders', 'status'), [200]],
  ['GET orders', 'method', asked('/orders', 'method'), []],
  ['GET orders', 'vehicle_id', asked('/orders', 'vehicle_id'), []],
  ['GET orders', 'created_after', asked('/orders', 'created_after'), []],
  ['GET orders', 'created_before', asked('/orders', 'created_before'), []],
]

test('a q that is too long or no text is refused, or finds nothing', async () => {
  for (const text of notKept) {
    const { status, body } = await bench.send('GET', `/api/v1/vehicles?q=${encoded(text)}`)
    // Bytes that are no UTF-8 stay as they were sent.
    expect([
      [200, 0],
      [400, undefined],
      [431, undefined],
    ]).toContainEqual([status, body['count']])
  }
})

/** A field's form is read before any store is asked: once, embedded, is enough. */
const onServers = testEngine() === 'postgresql'

test.skipIf(onServers).each(fields.map((field, at) => [...field, at] as const))(
  '%s: any %s is taken, or refused by its name',
  async (_, field, send, good, at) => {
    const wrong: unknown[] = []
    for (const text of some(NAUGHTY, at)) {
      const { status, body } = await send(text)
      const detail = String(body['detail'])
      const isNamed = [400, 422].includes(status) && detail.includes(`'${field}`)
      // More than the head of a request may hold.
      const isTooLong = status === 431 && text.length > 1_000
      if (!isNamed && !good.includes(status) && !isTooLong)
        wrong.push({ text: text.slice(0, 60), status, detail })
    }
    expect(wrong).toEqual([])
  },
)

test('any text for an id in a path is 400, 404 or 431, and any header is 400 or 401', async () => {
  const seen = new Set<number>()
  for (const text of [...some(NAUGHTY, 2), '..']) {
    const answer = await bench.send('GET', `/api/v1/consultations/${encoded(text)}`)
    seen.add(answer.status)
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(text) || text.length > 1_000) continue
    const key = await bench.send('GET', '/api/v1/vehicles', { headers: { 'x-api-key': text } })
    expect([text, key.status]).toEqual([text, 401])
    const headers = { 'x-account-id': text }
    expect((await bench.send('GET', '/api/v1/vehicles', { headers })).status).toBe(400)
  }
  expect(seen).toEqual(new Set([400, 404, 431]))
})
