/** Every kind of JSON, nearly JSON and hostile JSON as a body: refused for what it is, no 5xx. */
import { describe, expect, test } from 'vitest'
import { newVehicle } from '../support/fleet.ts'
import { type Answer, openBench } from '../support/open-service.ts'
import { orderOf } from '../support/ordering.ts'
import { NOT_JSON, ODD_JSON, REFUSED_JSON } from './json-texts.ts'
import { howMany } from '../../support/extent.ts'
import { forFile } from '../../support/for-file.ts'

const REFUSALS =
  /^{"detail":"(Corpo da requisição inválido: envie JSON|Chave repetida no JSON: '.*' deve .*)\."}$/
const BODY_INVALID = { detail: 'Corpo da requisição inválido: envie JSON.' }

const TARGETS = ['vehicle', 'order', 'preview', 'card'] as const
const bench = await forFile(openBench())
const { order, items } = await orderOf(bench, 'credit_card')
const debt_item_ids = items.map(({ id }) => id)
const card = { holder_name: 'A', number: '4111111111111111', expiry: '12/30', cvc: '123' }
/** `field` is optional in the body, or missing from it. */
const targets = {
  vehicle: { path: '/vehicles', body: newVehicle(90), field: 'nickname' },
  order: { path: '/orders', body: { debt_item_ids }, field: 'method' },
  preview: { path: '/checkout/preview', body: { debt_item_ids }, field: 'method' },
  card: { path: `/orders/${order.id}/pay-card`, body: card, field: 'installments' },
}

/** The text as it is, and as one field of what would be a good body. */
async function post(
  path: string,
  body: string | Uint8Array,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { status, body: answered } = await bench.send('POST', `/api/v1${path}`, { body })
  return { status, body: answered }
}

const stored = async (): Promise<string> => {
  const { rows } = await bench.pool.query<{ row: string }>(
    'select row(v.id, v.nickname, v.plate)::text as row from service.vehicle v union all' +
      ' select row(o.id, o.status)::text from service.payment_order o order by 1',
  )
  return rows.map(({ row }) => row).join('\n')
}

function withField(body: Record<string, unknown>, field: string, text: string): string {
  return `${JSON.stringify(body).slice(0, -1)},"${field}":${text}}`
}

test('the tables hold enough, and each text once', () => {
  const all = [...NOT_JSON, ...ODD_JSON, ...REFUSED_JSON]
  expect(all.length).toBeGreaterThan(220)
  expect(new Set(all).size).toBe(all.length)
  for (const text of NOT_JSON) expect(() => JSON.parse(`{"a":${text}}`)).toThrow(SyntaxError)
  for (const text of ODD_JSON) expect(() => JSON.parse(text)).not.toThrow()
})

/** One parser reads every body: each text goes to one target, and at length to all. */
const APART = howMany(TARGETS.length, 1)

describe.each(TARGETS)('as the body of %s', (name) => {
  const some = (texts: readonly string[]): string[] =>
    texts.filter((_, index) => index % APART === TARGETS.indexOf(name) % APART)

  test('what is no JSON is refused as that, and changes nothing', async () => {
    const before = await stored()
    const { path, body, field } = targets[name]
    const wrong: unknown[] = []
    for (const text of some([...NOT_JSON, ...REFUSED_JSON])) {
      const answer = await post(path, withField(body, field, text))
      const isRefused = answer.status === 400 && REFUSALS.test(JSON.stringify(answer.body))
      if (!isRefused) wrong.push({ text: text.slice(0, 60), answer })
    }
    expect(wrong).toEqual([])
    expect(await stored()).toBe(before)
  })

  test('what is JSON of another kind is refused by the name of its field', async () => {
    const { path, body, field } = targets[name]
    const before = await stored()
    for (const text of some(ODD_JSON)) {
      // A nickname may be any text, and a card be charged once or as often as it is said.
      const isMeant = field === 'nickname' ? text.startsWith('"') : /^1(\.0|e0)?$/.test(text)
      if (isMeant) continue
      const answer = await post(path, withField(body, field, text))
      expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), 400])
      expect(JSON.stringify(answer.body)).toContain(field)
    }
    expect(await stored()).toBe(before)
  })

  test('any text as the whole body is refused', async () => {
    const { path } = targets[name]
    const before = await stored()
    for (const text of some([...NOT_JSON, ...ODD_JSON, ...REFUSED_JSON])) {
      const answer = await post(path, text)
      expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), 400])
    }
    expect(await stored()).toBe(before)
  })

  test('a good body is refused when it is cut anywhere, or has anything behind it', async () => {
    const { path, body } = targets[name]
    const before = await stored()
    const text = JSON.stringify(body)
    const tails = [',', '}', ']', '{}', 'null', '0', '"', '\0', '//', '\u2028', '\u00a0', ';', text]
    const cuts = Array.from({ length: 24 }, (_, cut) => Math.floor((text.length * (cut + 1)) / 25))
    for (const bad of [...tails.map((tail) => text + tail), ...cuts.map((c) => text.slice(0, c))]) {
      expect(await post(path, bad)).toEqual({ status: 400, body: BODY_INVALID })
    }
    for (const [key, value] of Object.entries(body)) {
      const twice = withField(body, key, JSON.stringify(value))
      const told = { detail: `Chave repetida no JSON: '${key}' deve aparecer uma só vez.` }
      expect(await post(path, twice)).toEqual({ status: 400, body: told })
    }
    expect(await stored()).toBe(before)
  })
})

test('bytes that are no UTF-8 are refused, and never become another character', async () => {
  const nicknames = ['ff', 'c0af', 'e9', 'eda080', 'f4908080', 'f8888080', 'e282', '80', 'fe', 'c1']
  for (const hex of nicknames) {
    const text = JSON.stringify({ ...newVehicle(91), nickname: 'CANARY' })
    const [head = '', tail = ''] = text.split('CANARY')
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex'), Buffer.from(tail)])
    expect([hex, await post('/vehicles', Buffer.from(bytes))]).toEqual([
      hex,
      { status: 400, body: BODY_INVALID },
    ])
  }
  const wide = Buffer.from(JSON.stringify(newVehicle(91)), 'utf16le')
  expect(await post('/vehicles', wide)).toEqual({ status: 400, body: BODY_INVALID })
  const swapped = Buffer.from(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))
  expect((await post('/vehicles', swapped)).status).toBe(400)
})

test('one mark of byte order before a body is ignored, two are refused', async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf])
  const text = Buffer.from(JSON.stringify(newVehicle(92)))
  expect((await post('/vehicles', Buffer.concat([mark, mark, text]))).status).toBe(400)
  const answer = await post('/vehicles', Buffer.concat([mark, text]))
  expect([answer.status, answer.body['plate']]).toEqual([201, newVehicle(92).plate])
})
