/** A run that ends its pass says which vehicles it knows only an old answer of. */
import { expect, test } from 'vitest'
import { tellStale } from '../../src/app/run/stale-note.ts'
import { defaultPlanPolicy } from '../../src/reconciliation/consultations/plan-policy.ts'
import { DAY_MS, later, openCampaignWorld } from '../ledger/consultations/campaign-world.ts'

test('answers of the beginning of a long pass are old at its end; fresh ones are not told', async () => {
  await using world = await openCampaignWorld()
  const coverage = { results: [{ uf: 'RO', consultation: false }] } as never
  const client = { read: async () => coverage } as never
  const stores = { campaigns: world.campaigns }
  const tools = { stores, client, planPolicy: defaultPlanPolicy(), zone: 'America/Sao_Paulo' }
  const said: string[] = []
  const output = { tell: (_pt: string, en: string) => said.push(en) }
  const fleetId = await world.fleet()
  const run = { fleetId, startedAt: later(20 * DAY_MS) }
  await world.vehicle(fleetId, { uf: 'SP', latestAnswerAt: later(20 * DAY_MS + 1) })
  await world.vehicle(fleetId, { uf: 'RO', latestAnswerAt: later(0) })
  // The pass left it out because its state is not offered.
  const { id } = await world.campaigns.open(fleetId, later(0))
  const at = later(DAY_MS)
  await world.campaigns.join(id, { staleBefore: at, failedBefore: at, at, notOffered: ['RO'] })
  await tellStale(tools, run, output)
  expect(said).toEqual([])
  for (const _ of [1, 2]) await world.vehicle(fleetId, { uf: 'SP', latestAnswerAt: later(0) })
  await tellStale(tools, run, output)
  expect(said).toEqual([expect.stringMatching(/old again: 2 .*Run again/)])
})
