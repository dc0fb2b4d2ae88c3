/**
 * A service as a user runs it, through every way to pay and many to fail: no document, key or card
 * is in an answer, a page, a log line, a table, or a file of the data directory, its journal
 * included.
 */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Consultation } from '../../../src/contract/consultation.ts'
import { newVehicle } from '../support/fleet.ts'
import { callService, type ServiceCall } from '../../support/call-service.ts'
import { openWorld, startService, type World } from '../../support/run-frota.ts'
import { dial } from './raw-bytes.ts'

const CPF = '11144477735'
const CNPJ = '11222333000181'
const CVC = '7391'
const HOLDER = 'CANARIO PORTADOR'
/** Approved, declined and in doubt; each way of the provider to answer. */
const TEST_CARDS = ['4111111111111111', '4000000000009995', '4000000000003220', '4000000000003063']
/** Nobody's, and not one that the documentation names. */
const OTHER_CARD = '4929000012345677'
/** How attempts must have ended for the flow to have been a whole one. */
const WAYS = ['pix', 'boleto', 'credit_card paid', 'credit_card declined']
const READS_MAX = 5_000

let world: World
let key: string
const answers: string[] = []
const statuses = new Set<number>()
let printed = ''

beforeAll(async () => {
  const many = { FROTA_CONSULTATIONS_PER_HOUR: '5000', FROTA_ORDERS_PER_HOUR: '5000' }
  world = await openWorld({ LOG_LEVEL: 'trace', FROTA_TEST_SCALE: '1000', ...many })
  const { running, facts } = await startService(world)
  const made = await world.json([
    'service',
    'keys',
    'create',
    '--brand',
    'demo',
    '--name',
    'canary',
  ])
  key = String(made['apiKey'])
  await wholeFlow(facts)
  running.kill('SIGTERM')
  const { stdout, stderr } = await running.ended
  printed = stdout + stderr
})
afterAll(() => world[Symbol.asyncDispose]())

async function wholeFlow({ url, accountId }: { url: string; accountId: string }): Promise<void> {
  const caller = { url, accountId, apiKey: key }
  const send = async (method: string, path: string, sent: ServiceCall = {}) => {
    try {
      const reply = await callService(caller, method, path, sent)
      const text = await reply.text()
      statuses.add(reply.status)
      answers.push(text + JSON.stringify([...reply.headers]))
      return { status: reply.status, body: JSON.parse(text) as Record<string, unknown> }
    } catch (error) {
      // Some faults cut the answer, which is then what a client sees.
      answers.push(String(error))
      return { status: 0, body: {} as Record<string, unknown> }
    }
  }
  await vehiclesAndOrders(send)
  await mistakes(send)
  await faults(send)
  const bytes = `POST /api/v1/vehicles HTTP/1.1\r\nHost : x\r\nX-Api-Key: ${key}\r\n\r\n${CPF}${OTHER_CARD}`
  const socket = dial(url)
  socket.on('data', (chunk) => answers.push(String(chunk)))
  socket.write(bytes)
  await once(socket, 'close')
  for (const path of [
    '/health',
    '/docs',
    '/docs?lang=en',
    '/openapi.json',
    '/sandbox',
    '/nothing',
  ]) {
    await send('GET', path)
  }
  // A table that is gone makes a bug, which is where careless programs print a statement.
  await world.query('alter table service.vehicle rename to elsewhere')
  await send('POST', '/api/v1/vehicles', { body: { ...newVehicle(900), owner_document: CPF } })
  await world.query('alter table service.elsewhere rename to vehicle')
}

type Send = (
  method: string,
  path: string,
  sent?: ServiceCall,
) => Promise<{ status: number; body: Record<string, unknown> }>

const card = (number: string, more: object = {}) => ({
  body: { holder_name: HOLDER, number, expiry: '09/31', cvc: CVC, ...more },
})

async function vehiclesAndOrders(send: Send): Promise<void> {
  const wanted = ['pix', 'boleto', ...TEST_CARDS, OTHER_CARD]
  for (let number = 1; number < 200 && wanted.length > 0; number++) {
    const owner_document = number % 2 === 0 ? CPF : CNPJ
    const body = { ...newVehicle(number), owner_document, nickname: `van ${number}` }
    const { body: vehicle } = await send('POST', '/api/v1/vehicles', { body })
    const path = `/api/v1/vehicles/${String(vehicle['id'])}`
    await send('PATCH', path, { body: { owner_document: CPF } })
    const { body: asked } = await send('POST', `${path}/consultations`)
    let read = asked
    for (let tries = 0; read['status'] === 'pending' && tries < READS_MAX; tries++) {
      read = (await send('GET', `/api/v1/consultations/${String(asked['id'])}`)).body
    }
    const { items } = read as unknown as Consultation
    const item = items.find((each) => each.is_payable && each.depends_on === null)
    if (item === undefined) continue
    const how = wanted.shift() ?? 'pix'
    const method = how === 'pix' || how === 'boleto' ? how : 'credit_card'
    const chosen = { debt_item_ids: [item.id], method }
    await send('POST', '/api/v1/checkout/preview', { body: chosen })
    const { body: order } = await send('POST', '/api/v1/orders', { body: chosen })
    const at = `/api/v1/orders/${String(order['id'])}`
    if (method === 'credit_card') {
      await send('POST', `${at}/pay-card`, card(how, { cvc: '73' }))
      await send('POST', `${at}/pay-card`, card(how))
      await send('POST', `${at}/pay-card`, card(how, { cvc: CVC.slice(1) }))
    }
    for (const step of ['pix', 'simulate-pix']) await send('POST', `${at}/${step}`)
    await send('GET', at)
  }
  for (const list of ['vehicles', 'orders', 'vehicles/summary', 'orders/summary']) {
    await send('GET', `/api/v1/${list}`)
  }
}

async function mistakes(send: Send): Promise<void> {
  const good = { ...newVehicle(1), owner_document: CPF }
  const vehicles = [
    good,
    { ...good, plate: CPF },
    { ...good, uf: CPF.slice(0, 4), [CPF]: key },
    { ...good, owner_document: `${CPF}0` },
    { ...good, renavam: [OTHER_CARD] },
    { ...good, nickname: `\ud800${OTHER_CARD}` },
  ]
  for (const body of vehicles) await send('POST', '/api/v1/vehicles', { body })
  const nowhere = '/api/v1/orders/00000000-0000-4000-8000-000000000000'
  for (const more of [{}, { expiry: OTHER_CARD }, { [OTHER_CARD]: CVC }, { installments: CVC }]) {
    await send('POST', `${nowhere}/pay-card`, card(OTHER_CARD, more))
  }
  for (const part of [key, CPF, OTHER_CARD]) {
    await send('GET', `/api/v1/vehicles?page=${part}`)
    await send('GET', `/api/v1/vehicles?${part}=1`)
    await send('GET', `/api/v1/vehicles/${part}`)
    await send('GET', `/${part}/%zz`)
    await send('GET', '/api/v1/vehicles', { headers: { 'x-account-id': part } })
    await send('GET', '/api/v1/vehicles', { headers: { authorization: `Bearer ${part}x` } })
    await send('GET', '/api/v1/vehicles', { headers: { 'x-api-key': `${key}${part}` } })
  }
}

/** The plates of the range that call for a refusal, a lost or cut answer, a failed look-up. */
async function faults(send: Send): Promise<void> {
  for (const [at, letter] of 'ABCDEFGILM'.split('').entries()) {
    const body = { ...newVehicle(500 + at), plate: `ZZ${letter}1A2${at}`, owner_document: CPF }
    await send('POST', '/api/v1/vehicles', { body })
    const { body: vehicle } = await send('POST', '/api/v1/vehicles', { body })
    const { body: list } = await send('GET', `/api/v1/vehicles?q=${body.plate}`)
    const [found] = (list['results'] ?? []) as { id: string }[]
    const id = typeof vehicle['id'] === 'string' ? vehicle['id'] : found?.id
    const path = `/api/v1/vehicles/${id}/consultations`
    for (let each = 0; each < 2; each++) await send('POST', path)
    for (let each = 0; each < 20; each++) await send('GET', `${path}/latest`)
  }
}

const documents = [CPF, '111.444.777-35', CNPJ, '11.222.333/0001-81']

/** Everything that must be nowhere. A code of four digits needs something else around it. */
function found(text: string, cards: readonly string[] = [...TEST_CARDS, OTHER_CARD]): string[] {
  const secrets = [...documents, key, key.slice('svc_live_'.length), ...cards, HOLDER]
  const bare = text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  const code = new RegExp(`(?<![0-9A-Za-z.+/=_-])${CVC}(?![0-9A-Za-z.+/=_-])`)
  return [
    ...secrets.filter((each) => text.includes(each)),
    ...secrets.filter((each) => text.includes(Buffer.from(each).toString('hex'))),
    ...(code.test(bare) ? [CVC] : []),
  ]
}

test('the flow went through payments, refusals, faults and a bug', () => {
  expect(key).toMatch(/^svc_live_\w{40,}$/)
  for (const status of [200, 201, 400, 401, 404, 409, 422, 429, 500, 503]) {
    expect([...statuses]).toContain(status)
  }
  expect(answers.length).toBeGreaterThan(300)
  // The search finds what it looks for.
  expect(found(`{"cvc":"${CVC}","a":"${HOLDER}"} ${CPF}`)).toEqual([CPF, HOLDER, CVC])
  expect(found(Buffer.from(CNPJ).toString('hex'))).toEqual([CNPJ])
})

test('no answer and no page shows them', () => {
  // The documentation names the test cards, and the example key's beginning.
  const shown = answers.filter((each) => found(each, [OTHER_CARD]).length > 0)
  expect(shown.map((each) => each.slice(0, 300))).toEqual([])
})

test('nothing printed or logged shows them', () => {
  expect(printed).toContain('a request failed')
  expect(found(printed)).toEqual([])
})

test('no column of any table shows them', async () => {
  await world.read(async (query) => {
    const tables = await query(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const rows = await query(`select t::text as row from ${String(name)} t`)
      const shown = rows.filter(({ row }) => found(String(row)).length > 0)
      expect([name, shown]).toEqual([name, []])
    }
    const ends = await query(
      `select distinct o.method || case o.method when 'credit_card' then ' ' || a.status
         else '' end as way
       from service.attempt a join service.payment_order o on o.id = a.order_id`,
    )
    expect(ends.map(({ way }) => way)).toEqual(expect.arrayContaining(WAYS))
  })
})

test('no file of the data directory shows them, its journal included', async () => {
  const entries = await readdir(world.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile())
  let journals = 0
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name), 'latin1')
    if (parentPath.endsWith('pg_wal') && bytes.includes('van 1')) journals++
    expect([name, found(bytes)]).toEqual([name, []])
  }
  // What may be there is: the journal was looked at after it was written.
  expect(journals > 0).toBe(world.engine === 'pglite')
})
