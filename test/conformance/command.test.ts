/** The suite at an address: what it does not touch, what it uses, and that it cleans up. */
import { createServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wallClock } from '../../src/clock.ts'
import { seededRandom } from '../../src/random.ts'
import { openBench } from '../service/support/open-service.ts'
import { folderForTest } from '../support/for-file.ts'
import { listenHere } from '../support/listen-here.ts'
import { REPOSITORY, startFrota } from '../support/run-frota.ts'
import { ask } from './support/ask.ts'
import { boundsOf, triesOf } from './support/bounds.ts'
import { ourTarget } from './support/ours.ts'
import { type Fetch, openTarget } from './support/target.ts'

const program = join(REPOSITORY, 'test/conformance/main.ts')
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** As somebody types it; the key is in a file. */
async function command(url: string, account: string, apiKey: string) {
  const keyFile = join(folderForTest('conformance'), 'key')
  await writeFile(keyFile, `${apiKey}\n`)
  const args = ['--url', url, '--key-file', keyFile, '--account', account]
  return startFrota(args, { program, cwd: REPOSITORY })
}

test('a service that is neither mock nor sandbox is sent nothing but GET /health', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    const modes = { vdi_lookup: { mode: 'live' }, payments: { mode: 'live', sandbox: false } }
    response.end(JSON.stringify(modes))
  })
  await using here = await listenHere(server)
  const { code, stderr } = await (await command(here.url, NOBODY, 'svc_live_x')).ended
  expect([code, heard]).toEqual([2, ['GET /health']])
  expect(stderr).toContain('is neither simulated nor a sandbox (lookup live, payments live')
})

test('the key of a sandbox does not cross the network in the clear', async () => {
  const modes = { vdi_lookup: { mode: 'live' }, payments: { mode: 'live', sandbox: true } }
  const opening = openTarget({
    url: 'http://sandbox.example',
    apiKey: 'svc_live_x',
    accountId: NOBODY,
    bounds: (isOurs) => boundsOf(isOurs, false),
    triesMax: triesOf(false),
    limits: false,
    random: seededRandom(1),
    now: () => 0,
    pause: async () => undefined,
    fetch: async () => Response.json(modes),
  })
  await expect(opening).rejects.toThrow(/in the clear: use https/)
})

test('a run that is stopped says so, and leaves no active vehicle behind', async () => {
  // The run waits for the answer of its first consultation when it is stopped.
  const providerDelay = { minMs: 1_000_000, maxMs: 1_000_000 }
  await using bench = await openBench({ clock: wallClock, providerDelay })
  const { accountId, apiKey } = bench.own
  const running = await command(bench.url, accountId, apiKey)
  await running.saw(/^✓ 3\.consultation\.created: /m)
  running.kill('SIGINT')
  const { code, stdout } = await running.ended
  expect(code).toBe(1)
  expect(stdout).toMatch(/registers at most 50 vehicles, opens at most 16 consultations/)
  expect(stdout).toMatch(/0 differ, .*\n.*\nStopped: the rest was not asked\.\n$/)
  expect(stdout).not.toContain(apiKey)
  expect((await bench.send('GET', '/api/v1/vehicles')).body['count']).toBe(0)
})

/** Another service: it does not say that it is ours, and documents no test cards. */
const foreign: Fetch = async (url, init) => {
  const reply = await fetch(url, init)
  if (!url.endsWith('/health')) return reply
  const { service: _ours, ...body } = Object(await reply.json())
  return Response.json(body)
}

async function askedAsForeign(limits: boolean) {
  await using bench = await openBench({ limits: {} })
  const more = { card: undefined, otherAccountId: undefined, limits, triesMax: triesOf(limits) }
  const bounds = (isOurs: boolean) => boundsOf(isOurs, limits)
  const target = await ourTarget(bench, { ...more, bounds, fetch: foreign })
  const lines: string[] = []
  const { differs, left } = await ask(target, (line) => lines.push(line))
  const { count } = (await bench.send('GET', '/api/v1/vehicles')).body
  return { lines, ended: { differs, left, active: count }, used: target.used }
}

test('another service is asked within its bounds, and not about our decisions', async () => {
  const { lines, ended, used } = await askedAsForeign(false)
  expect(ended).toEqual({ differs: 0, left: [], active: 0 })
  expect([used.consultations <= 8, used.orders <= 10]).toEqual([true, true])
  expect(lines.filter((line) => line.startsWith('✓')).length).toBeGreaterThan(125)
  expect(lines.filter((line) => line.includes('ours.'))).toEqual([])
  for (const lack of ['other account', 'test card']) {
    expect(lines).toContain(`    not judged: no ${lack} was given`)
  }
})

test('with --limits its hour is used up as well', async () => {
  const { lines, ended } = await askedAsForeign(true)
  expect(ended).toEqual({ differs: 0, left: [], active: 0 })
  const told = lines.filter((line) => / 8\.(consultations|orders)/.test(line))
  expect(told.map((line) => line.split(':')[0])).toEqual([
    '✓ 8.consultations',
    '✓ 8.orders',
    '✓ 8.orders.together',
    '✓ 8.orders.others',
  ])
})
