import { describe, expect, test } from 'vitest'
import type { AskedConsultation } from '../../../src/ledger/consultations/consultations.ts'
import { CONSULTATIONS_PER_CHUNK } from '../../../src/ledger/consultations/consultations.ts'
import { answersLately } from '../../../src/ledger/consultations/answer-rate.ts'
import { later, openCampaignWorld, START } from './campaign-world.ts'
import { memberOf } from '../../support/ledger/member-of.ts'
import { forFile } from '../../support/for-file.ts'

const HOUR_MS = 3_600_000

const world = await forFile(openCampaignWorld())

interface Asked extends AskedConsultation {
  readonly fleetId: string
}

async function askOne(): Promise<Asked> {
  const [asked] = await askMany(1)
  if (asked === undefined) throw new Error('nothing was asked')
  return asked
}

async function askMany(count: number): Promise<Asked[]> {
  const fleetId = await world.fleet()
  const vehicles: string[] = []
  for (let made = 0; made < count; made += 1) vehicles.push(await world.vehicle(fleetId))
  const { id } = await world.campaigns.open(fleetId, START)
  await world.campaigns.join(id, { staleBefore: START, failedBefore: START, at: START })
  await world.campaigns.plan(id, START)
  const asked: Asked[] = []
  for (const vehicleId of vehicles) asked.push({ ...(await world.asked(id, vehicleId)), fleetId })
  return asked
}

const ready = (id: string, at = later(1000)) => ({
  id,
  stage: 'ready',
  foundNewDebts: true,
  totalCents: 500n,
  itemsCents: 400n,
  flags: ['total-differs'],
  at,
})

const end = (id: string, at?: Date): Promise<boolean> =>
  world.consultations.transaction(async (tx) =>
    (await world.consultations.ready([ready(id, at)], tx)).has(id),
  )

describe('an answer', () => {
  test('ends its consultation and its member, and dates the vehicle by its question, once', async () => {
    const asked = await askOne()
    const ended = await Promise.all([end(asked.id), end(asked.id)])
    // On a server either may be first.
    expect(ended.toSorted()).toEqual([false, true])
    expect(await world.consultation(asked.id)).toMatchObject({
      status: 'ready',
      total_cents: 500n,
      items_cents: 400n,
      flags: ['total-differs'],
      reads: 1,
      answered_at: START,
    })
    expect(await memberOf(world.campaigns, asked.campaignId, asked.vehicleId)).toMatchObject({
      state: 'answered',
      consultationId: asked.id,
      closedAt: later(1000),
    })
    // The rate goes by when answers came: this one, however long ago it was asked for.
    const lately = (ms: number) => answersLately(world.db, asked.fleetId, later(1000 + ms))
    expect(await lately(0)).toEqual({ hour: 1, threeHours: 1, day: 1 })
    expect(await lately(HOUR_MS - 1)).toMatchObject({ hour: 1 })
    expect(await lately(HOUR_MS)).toMatchObject({ hour: 0, threeHours: 1 })
    expect(
      await world.campaigns.stale(asked.fleetId, {
        staleBefore: START,
        failedBefore: later(1e12),
      }),
    ).toBe(0)
    expect(
      await world.campaigns.stale(asked.fleetId, {
        staleBefore: later(1),
        failedBefore: later(1e12),
      }),
    ).toBe(1)
  })

  test('leaves nothing when its debts cannot be written', async () => {
    const asked = await askOne()
    const broken = world.consultations.transaction(async (tx) => {
      await world.consultations.ready([ready(asked.id)], tx)
      throw new Error('no debts')
    })
    await expect(broken).rejects.toThrow('no debts')
    expect(await world.consultation(asked.id)).toMatchObject({ status: 'pending' })
    const member = await memberOf(world.campaigns, asked.campaignId, asked.vehicleId)
    expect(member?.state).toBe('open')
  })

  test('that failed keeps all four error fields and fails its member', async () => {
    const asked = await askOne()
    const failed = {
      id: asked.id,
      stage: 'failed',
      errorCode: 'authority_down',
      errorTitle: 'Indisponível',
      errorMessage: 'O órgão não respondeu.',
      errorAction: 'Tente mais tarde.',
      at: later(5),
    }
    expect(await world.consultations.failed(failed)).toBe(true)
    expect(await world.consultations.failed(failed)).toBe(false)
    expect(await world.consultation(asked.id)).toMatchObject({
      stage: failed.stage,
      error_code: failed.errorCode,
      error_title: failed.errorTitle,
      error_message: failed.errorMessage,
      error_action: failed.errorAction,
    })
    expect(await memberOf(world.campaigns, asked.campaignId, asked.vehicleId)).toMatchObject({
      state: 'failed',
      reason: 'authority_down: Indisponível',
    })
  })

  test('that never came makes its member stuck, and may still be read in another campaign', async () => {
    const asked = await askOne()
    await world.consultations.stuck(asked.id, { problem: 'still pending', at: later(9) })
    expect(await memberOf(world.campaigns, asked.campaignId, asked.vehicleId)).toMatchObject({
      state: 'stuck',
      reason: 'still pending',
    })
    await world.campaigns.close(asked.campaignId, later(9))
    const next = await world.campaigns.open(asked.fleetId, later(10))
    await world.campaigns.join(next.id, {
      staleBefore: later(10),
      failedBefore: later(1e12),
      at: later(10),
    })
    const joined = { ...asked, campaignId: next.id, origin: 'joined' } as const
    expect(await world.consultations.record(joined)).toBe('pending')
    expect(await end(asked.id)).toBe(true)
    const member = await memberOf(world.campaigns, next.id, asked.vehicleId)
    expect(member?.state).toBe('answered')
  })

  test('that the ledger has already answers the member of a new campaign at once', async () => {
    const asked = await askOne()
    await end(asked.id)
    await world.campaigns.close(asked.campaignId, later(2000))
    const next = await world.campaigns.open(asked.fleetId, later(3000))
    await world.campaigns.join(next.id, {
      staleBefore: later(3000),
      failedBefore: later(1e12),
      at: later(3000),
    })
    const fresh = { ...asked, campaignId: next.id, origin: 'fresh' } as const
    expect(await world.consultations.record(fresh)).toBe('ended')
    expect(await memberOf(world.campaigns, next.id, asked.vehicleId)).toMatchObject({
      state: 'answered',
      reason: 'fresh',
      consultationId: asked.id,
    })
  })

  test('that the service names for another vehicle answers nobody', async () => {
    const [mine, other] = await askMany(2)
    if (mine === undefined || other === undefined) throw new Error('nothing was asked')
    const mixed = { ...mine, id: other.id }
    expect(await world.consultations.record(mixed)).toBe('ended')
    expect(await memberOf(world.campaigns, mine.campaignId, mine.vehicleId)).toMatchObject({
      state: 'failed',
      consultationId: null,
    })
    expect(await world.consultation(other.id)).toMatchObject({ vehicle_id: other.vehicleId })
  })
})

describe('what is to be read', () => {
  test('is told by chunk, with the next moment when nothing is due', async () => {
    const asked = await askMany(2)
    const [first, second] = asked
    const fleetId = first?.fleetId ?? ''
    const due = await world.consultations.due(fleetId, START)
    expect(due.nextReadAt).toBeNull()
    const unread = await Promise.all(
      due.chunks.map(({ chunk }) => world.consultations.chunk(fleetId, chunk, START)),
    )
    const ids = unread.flat().map(({ id }) => id)
    expect(ids.toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
    const next = { stage: 'searching', problem: 'slow', nextReadAt: later(700) }
    for (const { id } of asked) await world.consultations.postpone(id, next)
    await world.consultations.postpone(second?.id ?? '', { ...next, nextReadAt: later(900) })
    expect(await world.consultations.due(fleetId, START)).toEqual({
      chunks: [],
      nextReadAt: later(700),
    })
    expect(await world.consultation(second?.id ?? '')).toMatchObject({
      stage: 'searching',
      problem: 'slow',
      reads: 2,
    })
  })

  test('has the same fingerprint until one of its rows is read or another is due', async () => {
    const asked = await askMany(2)
    const [first] = asked
    const { fleetId = '', id = '' } = first ?? {}
    const print = async (): Promise<string> => {
      const { chunks } = await world.consultations.due(fleetId, later(1_000))
      return chunks.map(({ rows }) => rows.fingerprint).join()
    }
    const before = await print()
    expect(await print()).toBe(before)
    const next = { stage: 'queued', problem: '', nextReadAt: later(900) }
    await world.consultations.postpone(id, next)
    const read = await print()
    expect(read).not.toBe(before)
    await world.consultations.postpone(id, { ...next, nextReadAt: later(5_000) })
    expect(await print()).not.toBe(read)
  })

  test('is at most one chunk at a time, and every chunk together is everything', async () => {
    const asked = await askMany(CONSULTATIONS_PER_CHUNK + 3)
    const fleetId = asked[0]?.fleetId ?? ''
    const { chunks } = await world.consultations.due(fleetId, START)
    expect(chunks.length).toBeGreaterThan(1)
    const seen = new Set<string>()
    for (const { chunk } of chunks) {
      const unread = await world.consultations.chunk(fleetId, chunk, START)
      expect(unread.length).toBeLessThanOrEqual(CONSULTATIONS_PER_CHUNK)
      for (const { id } of unread) seen.add(id)
    }
    expect(seen.size).toBe(asked.length)
  })

  test('never belongs to another fleet', async () => {
    const asked = await askOne()
    const { chunks } = await world.consultations.due(asked.fleetId, START)
    const other = await askOne()
    for (const { chunk } of chunks) {
      const unread = await world.consultations.chunk(other.fleetId, chunk, START)
      expect(unread.map(({ id }) => id)).not.toContain(asked.id)
    }
    expect((await world.consultations.due(await world.fleet(), START)).chunks).toEqual([])
  })

  test('a chunk that is not a number is empty', async () => {
    const { fleetId } = await askOne()
    expect(await world.consultations.chunk(fleetId, 'x; drop', START)).toEqual([])
    expect(await world.consultations.nextRead(fleetId, 'x; drop')).toBeNull()
  })
})

test('counts say how the consultations of a campaign stand', async () => {
  const asked = await askMany(3)
  const campaignId = asked[0]?.campaignId ?? ''
  await end(asked[0]?.id ?? '')
  await world.consultations.stuck(asked[1]?.id ?? '', { problem: 'x', at: START })
  expect(await world.campaigns.counts(campaignId)).toMatchObject({ open: 1, asked: 1 })
})
