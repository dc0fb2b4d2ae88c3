/**
 * The console beside a worker: what a person asks for in the pages is done by the worker, stopped,
 * taken up by the next worker, and followed in the pages meanwhile.
 */
import { openAsBlob } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestConsole, type TestConsole } from '../console/open-console.ts'
import { accessTo, fleet, openWorld, type Running, type World } from '../support/run-frota.ts'

const TEST_MS_MAX = 180_000
// So few an hour that a run of 18 vehicles waits, and cannot be over before it is killed.
const QUOTA = { FROTA_CONSULTATIONS_PER_HOUR: '12' }
const SCALED = { FROTA_TEST_SCALE: '300', FROTA_LOCALE: 'en', ...QUOTA }

/** One installation for all: it goes on from one test to the next. */
let worlds: AsyncDisposableStack
let runner: World
let env: Record<string, string>

beforeAll(async () => {
  worlds = new AsyncDisposableStack()
  const home = worlds.use(await openWorld(SCALED))
  runner = worlds.use(await openWorld(SCALED))
  env = accessTo(await home.serve())
  // No night of its own begins meanwhile. In a process, since whoever opens a ledger first sets its time.
  await runner.start(['schedules', 'add', 'never', '--cron', '0 0 1 1 *', '--for', '1h']).ended
  await runner.json(['schedules', 'pause', 'never'])
}, TEST_MS_MAX)
afterAll(() => worlds.disposeAsync())

async function startWorker(): Promise<Running> {
  await runner.release()
  const worker = runner.start(['worker'], { env })
  await worker.saw(/working; next/)
  return worker
}

// Its directory passes from process to process, so no engine is kept open.
const openPages = (): Promise<TestConsole> =>
  openTestConsole({ ...runner.env, ...env }, { keepsEngine: false })

const runs = async (): Promise<string[]> => {
  const listed = (await runner.json(['runs']))['runs'] as { command: string; state: string }[]
  return listed.map(({ command, state }) => `${command} ${state}`)
}

test(
  'a file that is started in the pages is imported as edited there, and worked on by the worker',
  async () => {
    const worker = await startWorker()
    await using pages = await openPages()
    const sent = await pages.upload(await openAsBlob(fleet('plates.csv')), 'plates.csv')
    const draft = sent.headers.get('location') ?? ''
    await pages.withCookie(pages.cookie).send(`${draft}/rows`, { cell_5_0: 'JKL3O45' })
    expect((await pages.start(draft)).headers.get('location')).toBe('/runs/current')
    let isFollowed = false
    for await (const { data } of pages.events()) {
      isFollowed ||= data.includes('data-stage="consult"')
    }
    expect(isFollowed).toBe(true)
    expect((await pages.get('/runs/current')).headers.get('location')).toBe('/runs/1')
    expect(await (await pages.get('/runs/1')).text()).toContain('data-state="done"')
    const edited = "SELECT count(*) FROM frota.vehicle WHERE plate = 'JKL3O45'"
    expect(await runner.count(edited)).toBe(1)
    // The upload was needed once, and is gone from the ledger.
    expect(await runner.count('SELECT count(*) FROM frota.run_request_frame')).toBe(0)
    worker.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(await runs()).toEqual(['worker done'])
  },
  TEST_MS_MAX,
)

/** A file is asked for in the pages, and the worker that took it dies amid its consultations. */
async function killWorkerAmidConsultations(pages: TestConsole): Promise<void> {
  const worker = await startWorker()
  const sent = await pages.upload(await openAsBlob(fleet('small.csv')), 'small.csv')
  await pages.start(sent.headers.get('location') ?? '')
  for await (const { data } of pages.events()) {
    if (data.includes('data-stage="consult"')) break
  }
  worker.kill('SIGKILL')
  await worker.ended
}

const isOnServer = process.env['FROTA_TEST_ENGINE'] === 'postgresql'

test.runIf(isOnServer)(
  'what a worker had taken when it was killed is done by the next one',
  async () => {
    await using pages = await openPages()
    await killWorkerAmidConsultations(pages)
    const next = await startWorker()
    await Array.fromAsync(pages.events())
    expect((await pages.get('/runs/current')).headers.get('location')).toBe('/runs/3')
    next.kill('SIGTERM')
    await next.ended
    expect(await runs()).toEqual(['worker done', 'worker interrupted', 'worker done'])
  },
  TEST_MS_MAX,
)

test.runIf(!isOnServer)(
  'what a worker had taken when it was killed is done by the console, whose directory it is then',
  async () => {
    await using pages = await openPages()
    await killWorkerAmidConsultations(pages)
    // The events of the run that was killed end before the console has begun to go on with it.
    const ended = async (): Promise<string | null> => {
      await Array.fromAsync(pages.events())
      return (await pages.get('/runs/current')).headers.get('location')
    }
    await expect.poll(ended).toBe('/runs/3')
    await pages.stop()
    expect(await runs()).toEqual(['console done', 'worker interrupted', 'worker done'])
  },
  TEST_MS_MAX,
)
