/**
 * A process that takes one job, says so, and never ends it: the test kills it. Its argument is the
 * address of the store, the prefix of the queue and its timing, as JSON.
 */
import { wallClock } from '../../src/clock.ts'
import { openQueue } from '../../src/queue/open.ts'
import type { Timing } from '../../src/queue/timing.ts'
import { consult, openAddress, type StoreAddress } from '../support/queue.ts'

export interface KilledWorker {
  address: StoreAddress
  prefix: string
  timing: Partial<Timing>
}

async function main(text: string): Promise<void> {
  const { address, prefix, timing } = parse(text)
  const { store } = await openAddress(address)
  const queue = await openQueue(store, { clock: wallClock, prefix, timing })
  // Before the start: the kill comes as soon as the first of them runs.
  await queue.add([consult('orphan'), consult('behind')])
  await queue.start(
    [
      {
        kind: 'consult-vehicles',
        concurrency: 1,
        attempts: 1,
        run: () => {
          process.stdout.write('running\n')
          return new Promise(() => {})
        },
      },
    ],
    { settled: () => {}, failed: () => {} },
  )
}

/** What the test wrote; it is ours on both sides. */
function parse(text: string): KilledWorker {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the test beside it
  return JSON.parse(text) as KilledWorker
}

await main(process.argv[2] ?? '')
