/** Part 5 of the interface: the key in its two headers, the account, and what needs neither. */
import { expect } from 'vitest'
import { expectRefused, idsOf } from './support/answer.ts'
import { inventVehicle, NICKNAME } from './support/invent.ts'
import { each, NotJudged, once, type Statements } from './support/statement.ts'
import { ORDERS, PREVIEW, type Target, VEHICLES } from './support/target.ts'
import { answered } from './consultations.ts'
import { choice, idsIn, pixOrder } from './orders.ts'
import { car, draft } from './vehicles.ts'

const COVERAGE = '/api/v1/coverage'
type Headers = Record<string, string | undefined>

async function statusOf(t: Target, headers: Headers, path = COVERAGE): Promise<number> {
  return (await t.send('GET', path, { headers })).status
}

const wrongKeys: Record<string, Headers> = {
  missing: { 'x-api-key': undefined },
  malformed: { 'x-api-key': 'frota' },
  unknown: { 'x-api-key': `svc_live_${'0'.repeat(49)}` },
  empty: { 'x-api-key': undefined, authorization: 'Bearer ' },
}

const keys: Statements = {
  '5.header.x-api-key: X-Api-Key is enough, with a key of the prefix': async (t) => {
    // Compared so that no message shows the key.
    expect(t.apiKey.startsWith('svc_live_')).toBe(true)
    expect(await statusOf(t, {})).toBe(200)
  },
  '5.header.bearer: Authorization: Bearer is enough': async (t) => {
    const authorization = `Bearer ${t.apiKey}`
    expect(await statusOf(t, { 'x-api-key': undefined, authorization })).toBe(200)
  },
  '5.rule.1: both headers work with the same key': async (t) => {
    expect(await statusOf(t, { authorization: `Bearer ${t.apiKey}` })).toBe(200)
  },
  'ours.5.both: two keys that differ, and other schemes, are 401': async (t) => {
    expect(await statusOf(t, { authorization: `Bearer ${t.apiKey}x` })).toBe(401)
    expect(await statusOf(t, { authorization: 'Basic abc' })).toBe(401)
    expect(await statusOf(t, { 'x-api-key': undefined, authorization: t.apiKey })).toBe(401)
  },
  '5.rule.3: a bad key gets 401, whatever is wrong with it, in the same words': async (t) => {
    const said = new Set<string>()
    for (const headers of Object.values(wrongKeys)) {
      const answer = await t.send('GET', COVERAGE, { headers })
      expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringMatching(/\S/) } })
      said.add(answer.text)
    }
    expect(said.size).toBe(1)
  },
}

/** Requests about objects that exist, so that nothing but the caller speaks against them. */
const guarded = once(async (t) => {
  const [vehicle, other] = [(await car(t)).path, (await draft(t)).path]
  const consultation = `/api/v1/consultations/${String((await answered(t))[0]?.id)}`
  const reads = [VEHICLES, `${VEHICLES}/summary`, vehicle, `${vehicle}/consultations`]
  reads.push(`${vehicle}/consultations/latest`, consultation, ORDERS, `${ORDERS}/summary`)
  reads.push((await pixOrder(t)).path)
  const debt_item_ids = idsIn((await choice(t)).pair)
  return [
    ...reads.map((path) => ({ method: 'GET', path, body: undefined })),
    { method: 'POST', path: VEHICLES, body: {} },
    { method: 'PATCH', path: other, body: { nickname: NICKNAME } },
    { method: 'DELETE', path: other, body: undefined },
    { method: 'POST', path: PREVIEW, body: { debt_item_ids } },
  ]
})

const accounts: Statements = {
  ...each(
    [
      { id: '4.key', what: 'the key', header: 'x-api-key', ours: 401 },
      { id: '4.account', what: 'an account', header: 'x-account-id', ours: 400 },
    ],
    ({ id, what }) => `${id}: vehicles, consultations and orders need ${what}`,
    async (t, { header, ours }) => {
      for (const { method, path, body } of await guarded(t)) {
        const answer = await t.send(method, path, { body, headers: { [header]: undefined } })
        expectRefused(t, answer, ours)
        if (ours === 401) expect([path, answer.status]).toEqual([path, 401])
      }
    },
  ),
  '5.rule.4: an unknown account and what is no uuid fail': async (t) => {
    for (const [id, ours] of [
      [t.random.uuid(), 403],
      ['frota', 400],
    ] as const) {
      expectRefused(t, await t.send('GET', VEHICLES, { headers: { 'x-account-id': id } }), ours)
    }
  },
  '5.rule.5: coverage and health use no account': async (t) => {
    for (const path of [COVERAGE, '/health']) {
      expect(await statusOf(t, { 'x-account-id': undefined }, path)).toBe(200)
    }
  },
  '5.header.account: an account sees its own vehicles alone': async (t) => {
    const headers = { 'x-account-id': otherAccountOf(t) }
    const { path, id, normal } = await car(t)
    const list = await t.send('GET', `${VEHICLES}?q=${normal.renavam}`, { headers })
    expect([list.status, idsOf(list).includes(id)]).toEqual([200, false])
    expectRefused(t, await t.send('GET', path, { headers }), 404)
  },
  'ours.4.vehicles.accounts: two accounts may hold the same Renavam': async (t) => {
    const headers = { 'x-account-id': otherAccountOf(t) }
    const body = { ...inventVehicle(t.random), renavam: (await car(t)).normal.renavam }
    const made = await t.send('POST', VEHICLES, { body, headers })
    expect(made.status).toBe(201)
    await t.send('DELETE', `${VEHICLES}/${String(made.body['id'])}`, { headers })
  },
  '5.rule.7: no cookie is set, and none opens anything': async (t) => {
    for (const { headers } of t.answers) expect(headers.getSetCookie()).toEqual([])
    const cookie = `session=${t.apiKey}; refresh=${t.apiKey}`
    expect(await statusOf(t, { 'x-api-key': undefined, cookie })).toBe(401)
  },
}

function otherAccountOf({ otherAccountId }: Target): string {
  if (otherAccountId === undefined) throw new NotJudged('no other account was given')
  return otherAccountId
}

export const callers: Statements = { ...keys, ...accounts }
