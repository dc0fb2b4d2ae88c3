/** What pages do with the ledger is done once where the work itself refuses. */
import { afterAll, expect, test } from 'vitest'
import { openLedger } from '../../src/app/ledger/open-ledger.ts'
import { openOutput } from '../../src/cli/output.ts'
import { wallClock } from '../../src/clock.ts'
import { readConfig } from '../../src/config.ts'
import { Refusal } from '../../src/console/frame/refusal.ts'
import { LedgerReading } from '../../src/console/ledger-reading.ts'
import { connectThroughHolder } from '../../src/database/holder-socket.ts'
import { Failure } from '../../src/failure.ts'
import { folderForFile } from '../support/for-file.ts'

const dir = await folderForFile('reading')
const config = readConfig({}, { FROTA_DATA_DIR: dir, LOG_LEVEL: 'silent' })
const output = openOutput({ write: () => true }, { json: false, locale: 'en' })
const stop = new AbortController().signal
const context = { name: 'console', config, output, stop }
const reading = new LedgerReading(context, wallClock)
afterAll(() => reading.close())

test.each([
  ['a refusal', new Refusal(422, 'no'), 1],
  ['a failure', new Failure('usage', { pt: 'não', en: 'no' }), 1],
  ['a connection that broke', new Error('terminated'), 2],
] as const)('%s ends or repeats the work', async (_, error, times) => {
  let done = 0
  const work = reading.use(() => {
    done += 1
    return Promise.reject(error)
  })
  await expect(work).rejects.toBe(error)
  expect(done).toBe(times)
})

test('an opening that was lost is left, and its reader and the next get a new one', async () => {
  const lost = new Failure('database-unreachable', { pt: 'não responde', en: 'no answer' })
  const given: unknown[] = []
  await reading.use(async (ledger) => {
    if (given.push(ledger) === 1) throw lost
  })
  const [before, after] = given
  expect(after).not.toBe(before)
  expect(await reading.use(async (ledger) => ledger === after)).toBe(true)
})

test('a page reads on where the command that owned the directory ends during its look', async () => {
  await reading.close()
  const pages = new LedgerReading(context, wallClock)
  const owner = await openLedger(context, 'execute')
  let looks = 0
  const one = await pages.use(async ({ database: { pool } }) => {
    if ((looks += 1) === 1) await owner[Symbol.asyncDispose]()
    return (await pool.query<{ one: number }>('SELECT 1 AS one')).rows
  })
  expect({ one, looks }).toEqual({ one: [{ one: 1 }], looks: 2 })
  await pages.close()
})

test('an opening through which a command reads is kept until the command has ended', async () => {
  await reading.close()
  const sleeps: (() => void)[] = []
  const sleep = () => new Promise<void>((resolve) => void sleeps.push(resolve))
  const pages = new LedgerReading(context, { ...wallClock, sleep })
  await pages.use(async () => {})
  await expect.poll(() => sleeps.length).toBe(1)
  const command = await connectThroughHolder(dir)
  sleeps.shift()?.()
  await expect.poll(() => sleeps.length).toBe(1)
  await expect(command?.pool.query('SELECT 1 AS one')).resolves.toMatchObject({
    rows: [{ one: 1 }],
  })
  await command?.close()
  await expect
    .poll(async () => {
      sleeps.shift()?.()
      const next = await connectThroughHolder(dir)
      await next?.close()
      return next
    })
    .toBeUndefined()
  await pages.close()
})

test('a run of the console keeps its ledger until a command that reads through it has ended', async () => {
  const sleeps: (() => void)[] = []
  const sleep = () => new Promise<void>((resolve) => void sleeps.push(resolve))
  const pages = new LedgerReading(context, { ...wallClock, sleep })
  const handover = await pages.handOver()
  const run = await openLedger(context, 'execute')
  handover.done()
  await pages.use(async () => {})
  const command = await connectThroughHolder(dir)
  await command?.pool.query('SELECT 1')
  sleeps.length = 0
  let mayClose = false
  const closing = handover.closing(run).then(() => (mayClose = true))
  await expect.poll(() => sleeps.length).toBe(1)
  sleeps.shift()?.()
  await expect.poll(() => sleeps.length).toBe(1)
  await pages.use(async () => {})
  expect(mayClose).toBe(false)
  await expect(command?.pool.query('SELECT 1 AS one')).resolves.toMatchObject({
    rows: [{ one: 1 }],
  })
  await command?.close()
  // The pages read on meanwhile, and nobody waits for them.
  await expect
    .poll(() => {
      sleeps.shift()?.()
      return mayClose
    })
    .toBe(true)
  await closing
  await run[Symbol.asyncDispose]()
  handover.ended()
  await pages.close()
})
