import { describe, expect, test } from 'vitest'
import { START } from '../consultations/campaign-world.ts'
import { ipva, openPlanWorld, some, type Planned } from './plan-world.ts'
import { forFile } from '../../support/for-file.ts'

const world = await forFile(openPlanWorld())

describe('the IPVA of one year', () => {
  const unique = ipva('ipva_unique', 'IPVA 2026 - Cota única')
  const first = ipva('ipva_installment', 'IPVA 2026 - Parcela 1/2')
  const second = ipva('ipva_installment', 'IPVA 2026 - Parcela 2/2')

  /** Two plans one after the other, each of one debt of the year. */
  async function both(kinds: readonly [string, string]): Promise<[Planned, string]> {
    const one = await world.vehicle()
    const ids: string[] = []
    for (const description of kinds) {
      await one.answer([unique, first, second])
      const debts = (await one.shown()).filter((debt) => debt.description === description)
      const planId = some(await one.propose(debts))
      ids.push(planId)
      if (ids.length === 2) break
      await world.approve(planId)
      const { orders, plans } = world
      await orders.transaction((tx) =>
        plans.markOrdered(planId, { totalCents: 109_90n, at: START }, tx),
      )
    }
    return [one, some(ids[1])]
  }

  test('is not paid by instalments once its single payment is ordered', async () => {
    const [one, planId] = await both([unique.description, first.description])
    expect(await world.approve(planId)).toEqual({ approved: false, why: 'debt-locked' })
    expect(await one.locks()).toBe(1)
  })

  test('is not paid at once when an instalment is ordered', async () => {
    const [, planId] = await both([first.description, unique.description])
    expect(await world.approve(planId)).toEqual({ approved: false, why: 'debt-locked' })
  })

  test('goes on with the next instalment, while the one before is still locked', async () => {
    const [one, planId] = await both([first.description, second.description])
    expect(await world.approve(planId)).toMatchObject({ approved: true })
    expect(await one.locks()).toBe(2)
  })

  test('does not hinder the same year of another vehicle', async () => {
    const [one] = await both([unique.description, first.description])
    const other = await world.vehicle(one.fleetId)
    await other.answer([first])
    expect(await world.approve(some(await other.propose()))).toMatchObject({ approved: true })
  })
})
