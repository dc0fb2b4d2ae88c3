/** The verdict of the kills must be able to fail: a runner that repeats blindly is found out. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { planned } from '../support/fault-proxy/choose-by-plan.ts'
import type { FaultProxy } from '../support/fault-proxy/open-fault-proxy.ts'
import { REPOSITORY } from '../support/run-frota.ts'
import { openKillWorld } from './kill/kill-world.ts'
import { verdict } from './kill/verdict.ts'

const WRONG = join(REPOSITORY, 'test/jobs/kill/wrong-runner-process.ts')
const VEHICLES = 6
const LOST = { kind: 'reset-during' } as const

/** Two answers of each kind are lost, after the service did what was asked. */
function loseAnswers(proxy: FaultProxy): void {
  const shapes = [/\/consultations$/, /\/orders$/]
  proxy.choose(
    planned(
      shapes.flatMap((path) => [1, 3].map((nth) => ({ method: 'POST', path, nth, fault: LOST }))),
    ),
  )
}

// That the runner as it is makes nothing twice: kill.test.ts.
test.runIf(testEngine() === 'pglite')(
  'of a runner that sends again after lost answers the verdict tells every kind of double',
  async () => {
    await using world = await openKillWorld()
    loseAnswers(world.proxy)
    const { name, file } = await world.addFleet(VEHICLES)
    const flow = ['--order-method', 'pix', '--approve-up-to', '100000']
    const args = ['reconcile', file, '--fleet', name, ...flow]
    expect(await world.runner.run(args, { program: WRONG })).toMatchObject({ code: 0 })
    const broken = await verdict(world)
    const kinds = broken.map((sentence) => sentence.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'))
    expect(new Set(kinds)).toEqual(
      new Set([
        'consultations: ID is not in the ledger',
        'orders: ID is not in the ledger',
        'a debt of vehicle ID is in orders ID, ID',
      ]),
    )
  },
)
