/**
 * A dense run: quotas out of the way, Pix, everything approved, the service in a process of its
 * own. When it says that it is done, nothing is left that a resume would do: on servers with a dozen
 * vehicles, in `npm run test:long` with a thousand, beside busy loops.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doubles } from '../jobs/service-verdict.ts'
import { testEngine } from '../support/database.ts'
import { howMany } from '../support/extent.ts'
import { fleetFile, payingPlate } from '../support/fleet-file.ts'
import { accessTo, onlyObject, openWorld, startService, type World } from '../support/run-frota.ts'

const VEHICLES = Number(process.env['FROTA_DENSE_VEHICLES'] ?? howMany(12, 1_000))
/** Processes that take what there is of the machine, so that rows come faster than they go. */
const BUSY_LOOPS = Number(process.env['FROTA_DENSE_BUSY'] ?? howMany(0, 4))
/** Ends by itself when whoever started it is gone. */
const LOOP = ['-e', 'for (const { ppid } = process; process.ppid === ppid; );']
const RAISED = { FROTA_CONSULTATIONS_PER_HOUR: '100000', FROTA_ORDERS_PER_HOUR: '100000' }
const ORDERING = ['--order-method', 'pix', '--approve-up-to', '1000000']
const TEST_MS_MAX = 180_000 + VEHICLES * 10_000

/** A service that is overwhelmed, too, answers 503: who was asked waits a quarter of an hour. */
const DOUBTFUL = `
  SELECT DISTINCT vehicle_id FROM frota.effect WHERE state IN ('in-doubt', 'held')`
/** What any further run would go on with at once, by hand: whatever is not at its end. */
const LEFT = `
  SELECT what, state, why FROM (
    SELECT 'member' AS what, state, reason AS why, vehicle_id FROM frota.campaign_member
      WHERE state <> 'answered'
    UNION ALL SELECT kind, state, reason, vehicle_id FROM frota.effect
      WHERE state NOT IN ('done', 'adopted')
    UNION ALL SELECT 'plan', state, reason, vehicle_id FROM frota.order_plan
      WHERE state <> 'ordered'
    UNION ALL SELECT 'answer', status, problem, vehicle_id FROM frota.consultation
      WHERE NOT considered
  ) AS left_over WHERE vehicle_id NOT IN (${DOUBTFUL})`

function busyMachine(): Disposable {
  const loops: ChildProcess[] = []
  for (let at = 0; at < BUSY_LOOPS; at += 1) {
    loops.push(spawn(process.execPath, LOOP, { stdio: 'ignore' }))
  }
  return { [Symbol.dispose]: () => loops.forEach((loop) => loop.kill('SIGKILL')) }
}

/** The runner's settings for a service in another process, with its own ledger. */
async function serve(home: World): Promise<Record<string, string>> {
  return accessTo((await startService(home)).facts)
}

const isWorthIt = testEngine() === 'postgresql' || howMany(0, 1) === 1

test.runIf(isWorthIt)(
  'a dense run orders for every vehicle, and leaves nothing to a resume',
  async () => {
    await using home = await openWorld(RAISED)
    await using runner = await openWorld({ ...RAISED, ...(await serve(home)) })
    const file = join(runner.dir, 'fleet.csv')
    await writeFile(file, fleetFile(VEHICLES, payingPlate))
    using _ = busyMachine()
    const ended = await runner.run(['reconcile', file, ...ORDERING, '--json'])
    const left = await runner.query(LEFT)
    const doubtful = (await runner.query(DOUBTFUL)).length
    expect({ code: ended.code, left, ...onlyObject(ended) }).toMatchObject({
      code: 0,
      left: [],
      state: doubtful === 0 ? 'done' : 'carried-over',
      carriedOver: doubtful,
      stuckJobs: 0,
      closes: true,
    })
    const orders = 'SELECT count(*) FROM service.payment_order'
    const ordered = await home.count(orders)
    expect(ordered).toBe(VEHICLES - doubtful)
    expect(await doubles(home)).toEqual({ vehicles: [], consultations: [], orders: [], debts: [] })
    await runner.json(['resume', ...ORDERING])
    expect(await home.count(orders)).toBe(ordered)
  },
  TEST_MS_MAX,
)
