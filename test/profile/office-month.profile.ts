/**
 * The office profile: a console behind a proxy with TLS, two workers, PostgreSQL and Redis, each a
 * process. A whole month in Chromium by four people with roles, while one worker is killed and the
 * console is killed and started again.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as story from '../browser/month-story.ts'
import { openBrowser } from '../support/browser.ts'
import { fleetFile, payingPlate } from '../support/fleet-file.ts'
import { freePort } from '../support/free-port.ts'
import { openWorld, startingAt, startService } from '../support/run-frota.ts'
import type { Running, ServiceFacts, World } from '../support/run-frota.ts'
import { openTlsProxy } from './tls-proxy.ts'

const SCALED = { FROTA_TEST_SCALE: '200' }
/** More than two windows of the quota, so that a run is under way while machines are killed. */
const VEHICLES = 56

let stack: AsyncDisposableStack
let browser: Browser
let office: World
let facts: ServiceFacts
let origin: string
let port: number

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  browser = await openBrowser()
  stack.defer(() => browser.close())
  const october = startingAt(story.OCTOBER)
  const home = stack.use(await openWorld({ ...october, ...SCALED }))
  facts = (await startService(home)).facts
  office = stack.use(await openWorld({ ...october, ...SCALED }))
  port = await freePort()
  origin = stack.use(await openTlsProxy(office.dir, port)).origin
})
afterAll(() => stack.disposeAsync())

/** What every process of the office is given. */
async function officeEnv(then: string): Promise<Record<string, string>> {
  const keyFile = join(office.dir, 'key')
  await writeFile(keyFile, `${facts.apiKey}\n`, { mode: 0o600 })
  return {
    ...startingAt(then),
    FROTA_API_URL: facts.url,
    FROTA_API_KEY_FILE: keyFile,
    FROTA_ACCOUNT_ID: facts.accountId,
    FROTA_CONSOLE_ORIGIN: origin,
    // test/browser/second-factor.test.ts enrols; here two people have one browser each.
    FROTA_CONSOLE_FACTOR: 'nobody',
  }
}

async function started(args: string[], env: Record<string, string>): Promise<Running> {
  const running = office.start(args, { env })
  await running.saw(args[0] === 'worker' ? /trabalhando; / : /Console aberto em/)
  return running
}

async function end(running: Running, signal: NodeJS.Signals): Promise<void> {
  running.kill(signal)
  await running.ended
}

test(
  'an office does a month in the browser, while a worker and the console are killed',
  async () => {
    const env = await officeEnv(story.OCTOBER)
    const pagesAt = ['console', '--port', String(port)]
    await office.json(['schedules', 'add', 'never', '--cron', '0 0 1 1 *', '--for', '1h'], { env })
    await office.json(['schedules', 'pause', 'never'], { env })
    const added = await office.run(['people', 'add', 'Rosa Dias', '--role', 'admin'], { env })
    const link = /https:\S+/.exec(added.stdout)?.[0] ?? ''
    // The first has the lease, and so does what is asked for.
    const first = await started(['worker'], env)
    const second = await started(['worker'], env)
    let pages = await started(pagesAt, env)

    const rosa = await story.enterByLink(browser, link, 'Rosa Dias')
    await story.setRules(rosa, origin)
    const manager = { name: 'Caio Reis', role: 'manager' }
    const caio = await story.enter(rosa, origin, manager)
    const file = join(office.dir, 'frota.csv')
    await writeFile(file, fleetFile(VEHICLES, payingPlate))
    await story.uploadStopAndContinue(caio, { origin, file }, async () => {
      await Promise.all([end(first, 'SIGKILL'), end(pages, 'SIGKILL')])
      pages = await started(pagesAt, env)
    })
    const { runs } = await office.json(['runs'], { env })
    const states = (runs as { state: string }[]).map(({ state }) => state)
    expect(states).toEqual(['done', 'interrupted', 'stopped'])
    const third = await started(['worker'], env)
    await story.editAVehicle(caio, origin)
    const ana = await story.enter(rosa, origin, { name: 'Ana Souza', role: 'approver' })
    const bia = await story.enter(rosa, origin, { name: 'Bia Lima', role: 'approver' })
    expect(await story.approveFirst(ana, origin)).toContain('aguarda uma segunda pessoa')
    expect(await story.approveFirst(bia, origin)).toContain('aprovad')
    await story.runAgain(caio, origin)
    await story.payAndCheck(bia, origin, facts)
    await Promise.all([second, third, pages].map((each) => end(each, 'SIGTERM')))

    // Two weeks later the machines are started again; sessions have run out meanwhile.
    const later = await officeEnv(story.NOVEMBER)
    const worker = await started(['worker'], later)
    const again = await started(pagesAt, later)
    await bia.goto(`${origin}/months`)
    await story.signIn(bia, 'Bia Lima')
    await story.closeOctober(bia, origin, 'Bia Lima')
    await Promise.all([worker, again].map((each) => end(each, 'SIGTERM')))
    const { code } = await again.ended
    expect(code).toBe(0)
  },
  story.STORY_MS_MAX,
)
