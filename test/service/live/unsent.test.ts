/** Live orders that could not be sent when they were made: their POST met a full hour there. */
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { MINUTE_MS } from '../support/open-service.ts'
import { latest, orderOf, readOrder } from '../support/ordering.ts'
import type { Fate } from './lossy-wire.ts'
import { openChain, rowsBehind } from './open-chain.ts'

const LIST = /^GET .*orders\?/
const POST = /^POST .*orders$/
const FULL = { fate: 'say', status: 429, body: {}, headers: { 'retry-after': '1' } } as const

const chain = await forFile(openChain())
const { front, wire } = chain

/** An order that may be sent now, and how many POSTs of orders there were and got through. */
async function unsent(waitMs = MINUTE_MS, fate: Fate = FULL) {
  wire.next(POST, fate)
  const { order } = await orderOf(front, 'pix')
  front.clock.step(waitMs)
  return { id: order.id, sent: wire.count(POST), made: await rowsBehind(chain, 'payment_order') }
}

/** What matches waits on the wire, with whoever reads the order, until `release`. */
async function readUntil(id: string, what: RegExp) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  const before = wire.count(what)
  wire.next(what, { fate: 'hold', until })
  const reading = readOrder(front, id)
  await expect.poll(() => wire.count(what)).toBe(before + 1)
  return { reading, release }
}

test('an order is sent by no reader whose search took so long that another has sent it', async () => {
  const { id, made } = await unsent()
  const { reading, release } = await readUntil(id, LIST)
  front.clock.step(2 * MINUTE_MS)
  await readOrder(front, id)
  expect(await rowsBehind(chain, 'payment_order')).toBe(made + 1)
  release()
  await reading
  expect(await rowsBehind(chain, 'payment_order')).toBe(made + 1)
})

test('an order that was on its way when its process died is looked for and not sent again', async () => {
  const { id, sent, made } = await unsent()
  const { reading, release } = await readUntil(id, POST)
  await using later = await chain.restart()
  for (let looks = 0; looks < 3; looks++) {
    front.clock.step(2 * MINUTE_MS)
    expect(await readOrder(later, id)).toMatchObject({ status: 'awaiting_payment' })
  }
  expect(wire.count(POST)).toBe(sent + 1)
  release()
  await reading
  front.clock.step(5 * MINUTE_MS)
  expect(latest(await readOrder(later, id)).pix_copy_paste).not.toBe('')
  expect(await rowsBehind(chain, 'payment_order')).toBe(made + 1)
})

test('a list that is limited without saying until when is asked again after a minute', async () => {
  const { id } = await unsent(MINUTE_MS / 12)
  const asked = wire.count(LIST)
  wire.next(LIST, { ...FULL, headers: {} })
  await readOrder(front, id)
  front.clock.step(MINUTE_MS / 2)
  await readOrder(front, id)
  expect(wire.count(LIST)).toBe(asked + 1)
})

test.each([
  ['waits to be sent', FULL],
  ['may be there', { fate: 'lose' }],
] as const)(
  'an order that %s and cannot be looked for is given up after two hours',
  async (_, fate) => {
    const { id, sent } = await unsent(MINUTE_MS, fate)
    wire.next(LIST, { fate: 'cut' }, 2)
    expect(await readOrder(front, id)).toMatchObject({ status: 'awaiting_payment' })
    front.clock.step(120 * MINUTE_MS)
    const over = await readOrder(front, id)
    expect(over).toMatchObject({ status: 'failed', latest_attempt: { status: 'failed' } })
    expect(latest(over).message).toMatch(/não confirmou.*faça outro/)
    expect(chain.logged()).toContain(`"order":"${id}","msg":"gave up`)
    expect(wire.count(POST)).toBe(sent)
  },
)
