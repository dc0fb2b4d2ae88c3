import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { Failure } from '../../../src/failure.ts'
import { CONSULTATION_DEADLINE_MS } from '../../../src/reconciliation/consultations/read-backoff.ts'
import { collectDebts } from '../../../src/reconciliation/debts/collect-debts.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { openAskingWorld } from '../consultations/asking-world.ts'
import { changingReads } from '../changed-client.ts'
import { memberOf as memberIn } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

let fleetId: string

// Some answers must take longer than the deadline.
const world = await forFile(
  openAskingWorld({ providerDelay: { minMs: 1_500, maxMs: 40 * MINUTE_MS } }),
)
beforeEach(async () => {
  fleetId = await world.ledger.fleet()
})

async function asked(answer: 'ready' | 'failed') {
  const registered = await world.vehicle(fleetId, answer)
  const campaignId = await world.plan(fleetId)
  await world.ask(await world.effectOf(campaignId, registered.vehicleId))
  return { ...registered, campaignId }
}

type Asked = Awaited<ReturnType<typeof asked>>

const latest = (vehicleId: string) => world.ledger.consultation(vehicleId)
const memberOf = ({ campaignId, vehicleId }: Asked) =>
  memberIn(world.ledger.campaigns, campaignId, vehicleId)

/** Reads at each moment that the ledger names, until nothing is pending; says how often. */
async function readToTheEnd(client?: Client): Promise<number> {
  for (let reads = 0; reads < 100; reads += 1) {
    const now = new Date(world.bench.clock.now())
    const { chunks, nextReadAt } = await world.ledger.consultations.due(fleetId, now)
    if (chunks.length > 0) await world.collect(fleetId, client)
    else if (nextReadAt === null) return reads
    else world.bench.clock.step(nextReadAt.getTime() - now.getTime())
  }
  throw new Error('The consultations never end.')
}

test('a failed consultation keeps the four error fields of the service', async () => {
  const one = await asked('failed')
  world.bench.clock.step(45 * MINUTE_MS)
  await world.collect(fleetId)
  const failed = await latest(one.vehicleId)
  const { body } = await world.bench.send('GET', `/api/v1/consultations/${String(failed?.['id'])}`)
  expect(body['error_code']).not.toBe('')
  expect(failed).toMatchObject({
    status: 'failed',
    error_code: body['error_code'],
    error_title: body['error_title'],
    error_message: body['error_message'],
    error_action: body['error_action'],
  })
  expect((await memberOf(one))?.state).toBe('failed')
})

test('what is still pending at the deadline is stuck, and its late answer is taken later', async () => {
  let one = await asked('ready')
  await readToTheEnd()
  while ((await memberOf(one))?.state !== 'stuck') {
    one = await asked('ready')
    await readToTheEnd()
  }
  expect(await latest(one.vehicleId)).toMatchObject({
    status: 'stuck',
    problem: 'still-pending',
  })
  world.bench.clock.step(40 * MINUTE_MS)
  const rested = { failedBefore: new Date(world.bench.clock.now()) }
  const again = { rested, ordinalMax: 3 }
  expect(await world.ledger.campaigns.askAgain(one.campaignId, again)).toBe(1)
  await world.plan(fleetId)
  await world.ask(await world.effectOf(one.campaignId, one.vehicleId))
  await readToTheEnd()
  expect((await memberOf(one))?.state).toBe('answered')
  expect(await world.consultationsAt(one.serviceId)).toBe(1)
})

test('two readers of one chunk record an answer once', async () => {
  const one = await asked('ready')
  world.bench.clock.step(45 * MINUTE_MS)
  await Promise.all([world.collect(fleetId), world.collect(fleetId)])
  expect((await memberOf(one))?.state).toBe('answered')
  const events = await world.ledger.debts.history(one.vehicleId)
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['new']))
  const debts = await world.ledger.debts.ofVehicle(one.vehicleId)
  expect(events).toHaveLength(debts.length)
})

const answering = (read: (real: () => Promise<unknown>) => Promise<unknown>): Client =>
  changingReads(world.client, read)

describe('a reading that brings no answer', () => {
  test('an unreachable service makes nothing stuck', async () => {
    const one = await asked('ready')
    const down = answering(() =>
      Promise.reject(
        new Failure('service-unreachable', {
          pt: 'The service cannot be reached.',
          en: 'The service cannot be reached.',
        }),
      ),
    )
    world.bench.clock.step(2 * CONSULTATION_DEADLINE_MS)
    await world.collect(fleetId, down)
    expect(await latest(one.vehicleId)).toMatchObject({
      status: 'pending',
      problem: 'unreached: The service cannot be reached.',
    })
    world.bench.clock.step(45 * MINUTE_MS)
    await readToTheEnd()
    expect((await memberOf(one))?.state).toBe('answered')
  })

  test('a wrong key stops the run and changes nothing', async () => {
    const one = await asked('ready')
    const refused = answering(() =>
      Promise.reject(
        new Failure('wrong-key', { pt: 'The key is wrong.', en: 'The key is wrong.' }),
      ),
    )
    world.bench.clock.step(MINUTE_MS)
    await expect(world.collect(fleetId, refused)).rejects.toThrow('The key is wrong.')
    expect(await latest(one.vehicleId)).toMatchObject({ status: 'pending', reads: 0 })
  })

  test('an answer that cannot be understood is never recorded', async () => {
    const one = await asked('ready')
    const garbled = answering(async (real) => ({ ...Object(await real()), total_amount: '1,00' }))
    world.bench.clock.step(45 * MINUTE_MS)
    await world.collect(fleetId, garbled)
    expect(await latest(one.vehicleId)).toMatchObject({
      status: 'stuck',
      problem: 'unreadable: total_amount is not an amount',
    })
    expect(await world.ledger.debts.ofVehicle(one.vehicleId)).toEqual([])
  })

  test('a total that is not the sum of the items is recorded and flagged', async () => {
    const one = await asked('ready')
    const wrong = answering(async (real) => ({ ...Object(await real()), total_amount: '0.01' }))
    world.bench.clock.step(45 * MINUTE_MS)
    await world.collect(fleetId, wrong)
    const answer = await latest(one.vehicleId)
    expect(answer).toMatchObject({ status: 'ready', total_cents: 1n, flags: ['total-differs'] })
    expect(answer?.['items_cents']).toBeGreaterThan(1n)
  })
})

test('a chunk says when it wants to be read again, and that it is done', async () => {
  const one = await asked('ready')
  const { chunks } = await world.ledger.consultations.due(
    fleetId,
    new Date(world.bench.clock.now() + MINUTE_MS),
  )
  const chunk = chunks[0]?.chunk ?? ''
  const early = await collectDebts(world.collecting(fleetId), chunk)
  const nowMs = world.bench.clock.now()
  expect(early).toMatchObject({ outcome: 'snoozed' })
  expect('untilMs' in early && early.untilMs - nowMs).toBeLessThanOrEqual(1_000)
  expect((await latest(one.vehicleId))?.['reads']).toBe(0)
  world.bench.clock.step(45 * MINUTE_MS)
  expect(await collectDebts(world.collecting(fleetId), chunk)).toEqual({ outcome: 'done' })
})
