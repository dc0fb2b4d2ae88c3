/** Two installations on one key and account: each says in plain words that it is not alone. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { accessTo, fleet, openWorld, type Ended, type World } from '../support/run-frota.ts'

/** More than the hour's quota, which both use up together. */
const VEHICLES = 8
const QUOTA = { FROTA_CONSULTATIONS_PER_HOUR: '6', FROTA_LOCALE: 'en' }
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '1000000']
const SHARED =
  'works with the same credential or account (or this one did, before a backup was put back): '

const service = await forFile(openWorld(QUOTA))
const early = await forFile(openWorld(QUOTA))
const late = await forFile(openWorld(QUOTA))
const env = accessTo(await service.serve())
const rows = (await readFile(fleet('carrier-utf8-bom.csv'), 'utf8')).split('\n')
// The later one has a fleet before the earlier one begins, so that what comes then is not ours.
await reconcile(late, 1)
const earlyRun = await reconcile(early, VEHICLES)
const lateRun = await reconcile(late, VEHICLES)

async function reconcile(world: World, vehicles: number): Promise<Ended> {
  const file = join(world.dir, 'fleet.csv')
  await writeFile(file, rows.slice(0, vehicles + 1).join('\n'))
  return world.run(['reconcile', file, ...ORDERING], { env })
}

/** The sentence wherever people read it. */
async function sentences(world: World, { stdout }: Ended): Promise<string[]> {
  const status = await world.run(['status'])
  const page = await world.report('summary.html')
  return [stdout, status.stdout, page].map((text) => {
    const [line = ''] = text.split('\n').filter((each) => each.includes(SHARED))
    return (line.split(SHARED)[1] ?? '').split('.')[0] ?? ''
  })
}

describe('another installation on the same credential', () => {
  test('is said where its consultations, orders and refusals are met', async () => {
    const [end, ...others] = await sentences(late, lateRun)
    // How many of each it meets depends on how far the two runs came in the hour.
    expect(end).toMatch(/^\d+ consultations? that this installation did not ask for; /)
    expect(end).toMatch(/; \d+ orders? that this installation did not make; /)
    expect(end).toMatch(
      /; \d+ refusals? for too many requests \(429\) that the slots used here do not/,
    )
    expect(others).toEqual([end, end])
  })

  test('is said where one order and one refusal tell of it', async () => {
    const [end, ...others] = await sentences(early, earlyRun)
    const refused = '1 refusal for too many requests (429) that the slots used here do not explain'
    expect(end).toBe(`1 order that this installation did not make; ${refused}`)
    expect(others).toEqual([end, end])
  })

  test('makes no debt be ordered twice', async () => {
    const twice = await service.query(`
      select items.debt_item_id from service.order_item items
      join service.payment_order made on made.id = items.order_id
      group by items.debt_item_id having count(*) > 1`)
    expect(twice).toEqual([])
  })
})
