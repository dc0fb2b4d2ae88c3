import { beforeEach, describe, expect, test } from 'vitest'
import { recoverEffects } from '../../../src/effects/recover-effects.ts'
import type { EffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import { DAY_MS } from '../../ledger/consultations/campaign-world.ts'
import { MINUTE_MS } from '../../service/support/open-service.ts'
import { openAskingWorld, type Registered } from './asking-world.ts'
import { losingAnswers, losingRequests } from '../changed-client.ts'
import { memberOf as memberIn } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

let fleetId: string
let slotsBefore: number

const world = await forFile(openAskingWorld())
beforeEach(async () => {
  fleetId = await world.ledger.fleet()
  slotsBefore = await world.slotsUsed()
})

interface Planned extends Registered {
  campaignId: string
  effectId: string
}

async function planned(answer: 'ready' | 'failed' = 'ready'): Promise<Planned> {
  const registered = await world.vehicle(fleetId, answer)
  return plan(registered)
}

async function plan(registered: Registered): Promise<Planned> {
  const campaignId = await world.plan(fleetId)
  const effectId = await world.effectOf(campaignId, registered.vehicleId)
  return { ...registered, campaignId, effectId }
}

async function consultAtService({ serviceId }: Registered): Promise<string> {
  const path = `/api/v1/vehicles/${serviceId}/consultations`
  const { body } = await world.bench.send('POST', path)
  return String(body['id'])
}

const slots = async (): Promise<number> => (await world.slotsUsed()) - slotsBefore
const latest = (vehicleId: string) => world.ledger.consultation(vehicleId)
const memberOf = ({ campaignId, vehicleId }: Planned) =>
  memberIn(world.ledger.campaigns, campaignId, vehicleId)

describe('asking', () => {
  test('a consultation is asked once, costs one slot and is read until it is ready', async () => {
    const one = await planned()
    expect(await world.ask(one.effectId)).toEqual({ outcome: 'done' })
    expect(await world.ask(one.effectId)).toEqual({ outcome: 'done' })
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([1, 1])
    expect(await latest(one.vehicleId)).toMatchObject({
      status: 'pending',
      origin: 'asked',
      credential: 'principal',
    })
    world.bench.clock.step(MINUTE_MS)
    await world.collect(fleetId)
    expect(await memberOf(one)).toMatchObject({ state: 'answered' })
    const debts = await world.ledger.debts.shown([one.vehicleId])
    expect(debts.length).toBeGreaterThan(2)
    const answer = await latest(one.vehicleId)
    const sum = debts.reduce((cents, debt) => cents + debt.amountCents, 0n)
    expect(answer).toMatchObject({ status: 'ready', total_cents: sum, items_cents: sum, flags: [] })
  })

  test('a fresh answer at the service is taken without a slot', async () => {
    const registered = await world.vehicle(fleetId, 'ready')
    const id = await consultAtService(registered)
    world.bench.clock.step(DAY_MS)
    await world.bench.send('GET', `/api/v1/consultations/${id}`)
    const one = await plan(registered)
    await world.ask(one.effectId)
    await world.collect(fleetId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([0, 1])
    expect(await latest(one.vehicleId)).toMatchObject({ id, origin: 'fresh', status: 'ready' })
    expect(await memberOf(one)).toMatchObject({ state: 'answered', consultationId: id })
    const nowMs = world.bench.clock.now()
    const stale = await world.ledger.campaigns.stale(fleetId, {
      staleBefore: new Date(nowMs - DAY_MS + 1),
      failedBefore: new Date(nowMs),
    })
    expect(stale).toBe(1)
  })

  test('an answer older than the freshness is asked again', async () => {
    const registered = await world.vehicle(fleetId, 'ready')
    const id = await consultAtService(registered)
    world.bench.clock.step(DAY_MS)
    await world.bench.send('GET', `/api/v1/consultations/${id}`)
    world.bench.clock.step(7 * DAY_MS)
    const one = await plan(registered)
    await world.ask(one.effectId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([1, 2])
  })

  test('how old an answer may be to be taken goes by the kind of vehicle', async () => {
    const registered = await world.vehicle(fleetId, 'ready')
    const id = await consultAtService(registered)
    world.bench.clock.step(DAY_MS)
    await world.bench.send('GET', `/api/v1/consultations/${id}`)
    world.bench.clock.step(DAY_MS)
    const one = await plan(registered)
    const { vehicleId } = one
    const reasons = [{ reason: 'due-soon' }]
    await world.ledger.campaigns.writeRanks(one.campaignId, [{ vehicleId, rank: 1, reasons }])
    const freshnessDays = { dueSoon: 1, openDebts: 7, other: 7 }
    const planPolicy = { ...world.asking.planPolicy, freshnessDays }
    await world.ask(one.effectId, { asking: { ...world.asking, planPolicy } })
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([1, 2])
  })

  test('a consultation that is pending at the service is joined, not doubled', async () => {
    const registered = await world.vehicle(fleetId, 'ready')
    const id = await consultAtService(registered)
    const one = await plan(registered)
    await world.ask(one.effectId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([0, 1])
    expect(await latest(one.vehicleId)).toMatchObject({ id, origin: 'joined', status: 'pending' })
    world.bench.clock.step(MINUTE_MS)
    await world.collect(fleetId)
    expect(await memberOf(one)).toMatchObject({ state: 'answered' })
  })

  test('a vehicle that the service deactivated is refused with the reason, without a slot', async () => {
    const one = await planned()
    await world.bench.send('DELETE', `/api/v1/vehicles/${one.serviceId}`)
    await world.ask(one.effectId)
    expect(await slots()).toBe(0)
    expect(await memberOf(one)).toMatchObject({
      state: 'failed',
      reason: 'vehicle-inactive',
    })
    const at = new Date(world.bench.clock.now())
    expect(await world.ledger.campaigns.close(one.campaignId, at)).toBe(true)
  })

  test('a vehicle whose part in the campaign ended is not asked', async () => {
    const one = await planned()
    const at = new Date(world.bench.clock.now())
    await world.ledger.campaigns.endMember({ ...one, state: 'failed', reason: 'x', at })
    await world.ask(one.effectId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([0, 0])
    expect((await world.effects.find(one.effectId))?.state).toBe('rejected')
  })

  test('a vehicle that left its campaign is not asked', async () => {
    const one = await planned()
    await world.ledger.change(one.vehicleId, { inFleet: false })
    await world.ledger.campaigns.leave(one.campaignId, new Date(world.bench.clock.now()))
    await world.ask(one.effectId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([0, 0])
    expect(await memberOf(one)).toMatchObject({ state: 'excluded', reason: 'left' })
  })
})

/** A store in which the process dies before the outcome of a request is written. */
function dyingStore(store: EffectStore): EffectStore {
  return { ...store, settle: () => Promise.reject(new Error('killed')) }
}

describe('after a doubt', () => {
  test('killed between the POST and its record: it is found again, and there is one', async () => {
    const one = await planned()
    const engine = { ...world.engine, store: dyingStore(world.effects) }
    await expect(world.ask(one.effectId, { engine })).rejects.toThrow('killed')
    expect((await world.effects.find(one.effectId))?.state).toBe('intent')
    expect(await latest(one.vehicleId)).toBeUndefined()
    const recovery = { store: world.effects, journal: null, delays: world.engine.delays }
    expect(await recoverEffects(recovery, true)).toMatchObject({ doubted: 1 })
    await world.ask(one.effectId)
    expect((await world.effects.find(one.effectId))?.state).toBe('adopted')
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([1, 1])
    expect(await latest(one.vehicleId)).toMatchObject({ origin: 'adopted', status: 'pending' })
    world.bench.clock.step(MINUTE_MS)
    await world.collect(fleetId)
    expect(await memberOf(one)).toMatchObject({ state: 'answered' })
  })

  test('a lost answer is looked up, not sent again', async () => {
    const one = await planned()
    const asking = { ...world.asking, client: losingAnswers(world.client) }
    await world.ask(one.effectId, { asking })
    expect((await world.effects.find(one.effectId))?.state).toBe('in-doubt')
    await world.ask(one.effectId)
    expect((await world.effects.find(one.effectId))?.state).toBe('adopted')
    expect(await world.consultationsAt(one.serviceId)).toBe(1)
  })

  test('a request that never arrived leaves no trace, and is asked again in the end', async () => {
    const one = await planned()
    const client = losingRequests(world.client)
    await world.ask(one.effectId, { asking: { ...world.asking, client } })
    for (let lookUp = 0; lookUp < world.engine.delays.delaysMs.length; lookUp += 1) {
      expect((await world.effects.find(one.effectId))?.state).toBe('in-doubt')
      await world.ask(one.effectId)
    }
    expect((await world.effects.find(one.effectId))?.state).toBe('planned')
    await world.ask(one.effectId)
    expect([await slots(), await world.consultationsAt(one.serviceId)]).toEqual([2, 1])
  })

  test('an earlier consultation is no proof that this one was asked', async () => {
    const registered = await world.vehicle(fleetId, 'failed')
    const id = await consultAtService(registered)
    world.bench.clock.step(MINUTE_MS)
    await world.bench.send('GET', `/api/v1/consultations/${id}`)
    const one = await plan(registered)
    const client = losingRequests(world.client)
    await world.ask(one.effectId, { asking: { ...world.asking, client } })
    await world.ask(one.effectId)
    expect((await world.effects.find(one.effectId))?.state).toBe('in-doubt')
    expect(await latest(one.vehicleId)).toBeUndefined()
  })
})
