/** The engine and the shipped gate together: which requests use a slot, and for how long. */
import { expect, test } from 'vitest'
import type { CallResult } from '../../src/client/answer.ts'
import { Failure } from '../../src/failure.ts'
import { BUCKET, gateWorld } from '../quota/gate-world.ts'
import { setup, one, type Stage } from './perform-world.ts'

const budget = { bucket: BUCKET }
const cause = new Failure('service-unreachable', { pt: 'refused', en: 'refused' })

async function endings(results: readonly CallResult<string>[], unitsMax = 20) {
  const { gate, ledger, clock } = await gateWorld({ unitsMax })
  const effects: string[] = []
  for (const result of results) {
    const stage: Partial<Stage> = {
      budget,
      send: async (_ready, leave) => {
        leave.mayLeave()
        return result
      },
    }
    const world = await setup('consult', stage, { gate, clock }, ledger)
    await world.perform()
    effects.push(world.effect()?.state ?? '')
  }
  const uses = await ledger.uses(BUCKET)
  const { used } = await ledger.facts(BUCKET)
  await gate.close()
  return { effects, used, states: uses.map(({ state }) => state).sort() }
}

const created: CallResult<string> = { outcome: 'answered', ok: true, status: 201, body: one }
const error: CallResult<string> = { outcome: 'answered', ok: false, status: 500, detail: '' }
const lost: CallResult<string> = { outcome: 'in-doubt', why: 'timeout' }
const refused: CallResult<string> = { outcome: 'never-sent', why: 'refused', cause }

test('only what certainly never left gives its slot back', async () => {
  expect(await endings([created, error, lost, refused])).toEqual({
    effects: ['done', 'in-doubt', 'in-doubt', 'planned'],
    used: 3,
    states: ['answered', 'answered', 'in-doubt'],
  })
})

test('without a slot nothing is sent, and the effect waits in the ledger', async () => {
  expect(await endings([created, created, created], 2)).toEqual({
    effects: ['done', 'done', 'planned'],
    used: 2,
    states: ['answered', 'answered'],
  })
})
