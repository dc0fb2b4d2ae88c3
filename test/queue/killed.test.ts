/** Workers that are killed: their work is done by the next one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { done } from '../support/outcomes.ts'
import type { AnyJobKind } from '../../src/queue/job-kind.ts'
import type { Timing } from '../../src/queue/timing.ts'
import { consult, openAddress, Scene, storesUnderTest } from '../support/queue.ts'
import type { StoreAddress, StoreUnderTest } from '../support/queue.ts'
import type { KilledWorker } from './killed-worker.ts'
import { SHORT_LIVED } from '../support/short-lived.ts'

const program = fileURLToPath(new URL('killed-worker.ts', import.meta.url))

/** Starts a worker, waits until it runs a job, and kills it with SIGKILL. */
async function killWorker(worker: KilledWorker): Promise<void> {
  const child = spawn(process.execPath, [...SHORT_LIVED, program, JSON.stringify(worker)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  expect(child.exitCode, 'the worker ended before it ran a job').toBe(null)
  child.kill('SIGKILL')
  await exited
}

for (const under of storesUnderTest()) {
  describe(`a worker killed on ${under.name}`, () => {
    test('its job is run again by the next worker once its lock has expired', async () => {
      const timing = { lockMs: 400, stalledCheckMs: 200 }
      await afterKill(under, timing, async (stage, ran) => {
        await stage.start([recorder(ran)], { timing })
        await stage.endings.count(2)
        expect(ran.toSorted()).toEqual(['effect-of-behind', 'effect-of-orphan'])
      })
    })

    test('after a wipe its job runs at once, however long its lock would hold', async () => {
      const timing = { lockMs: 3_600_000 }
      await afterKill(under, timing, async (stage, ran) => {
        const queue = await stage.open({ timing })
        expect((await queue.counts())['consult-vehicles'].active).toBe(1)
        await queue.wipe()
        await queue.start([recorder(ran)], stage.endings)
        await queue.add([consult('orphan'), consult('behind')])
        await stage.endings.count(2)
        expect(ran.toSorted()).toEqual(['effect-of-behind', 'effect-of-orphan'])
      })
    })
  })
}

async function afterKill(
  under: StoreUnderTest,
  timing: Partial<Timing>,
  proceed: (stage: Scene, ran: string[]) => Promise<void>,
): Promise<void> {
  const { address, remove } = await under.address()
  const prefix = `k-${crypto.randomUUID()}`
  try {
    await killWorker({ address, prefix, timing })
    await withStage(address, prefix, (stage) => proceed(stage, []))
  } finally {
    await remove()
  }
}

async function withStage(
  address: StoreAddress,
  prefix: string,
  use: (stage: Scene) => Promise<void>,
): Promise<void> {
  const opened = await openAddress(address)
  try {
    await using stage = new Scene(opened.store, prefix)
    await use(stage)
  } finally {
    await opened.close()
  }
}

function recorder(ran: string[]): AnyJobKind {
  return {
    kind: 'consult-vehicles',
    concurrency: 2,
    attempts: 1,
    run: (data) => {
      ran.push(...data.effects)
      return Promise.resolve(done)
    },
  }
}
