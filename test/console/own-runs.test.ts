/** When the console looks again for what people asked it to do. */
import { expect, test } from 'vitest'
import { OwnRuns, type OwnRunsOptions } from '../../src/console/runs/own-runs.ts'
import { Failure, type FailureCode } from '../../src/failure.ts'

/** The looks that one request brings, if the first of them ends with this failure. */
async function looksAfter(code: FailureCode): Promise<number> {
  let looks = 0
  const own = new OwnRuns({
    context: { config: {}, stop: new AbortController().signal } as OwnRunsOptions['context'],
    clock: { now: () => 0, uptime: () => 0, sleep: async () => {} },
    ledger: {
      use: async () => {
        looks += 1
        if (looks === 1) throw new Failure(code, { pt: 'x', en: 'x' })
        return 'none'
      },
    } as unknown as OwnRunsOptions['ledger'],
    onBug: (error) => expect.unreachable(String(error)),
    handOver: expect.unreachable,
  })
  own.poke()
  await own.settled()
  return looks
}

test.each<[string, FailureCode, number]>([
  ['is looked for again while another process takes the directory', 'already-running', 2],
  ['is looked for again where the owner of the directory has died', 'database-unreachable', 2],
  ['waits for the next request where a person must act first', 'database-damaged', 1],
])('what was asked for %s', async (_name, code, looks) => {
  expect(await looksAfter(code)).toBe(looks)
})
