/** What can be wrong with a file, a directory, a service or a command line: said, cured, undone. */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileAt } from '../../src/app/run/receive-file.ts'
import { requireReportsDirectory } from '../../src/app/run/reports-directory.ts'
import { wallClock } from '../../src/clock.ts'
import { lockDataDir } from '../../src/database/lock.ts'
import { freePort } from '../support/free-port.ts'
import { listenHere } from '../support/listen-here.ts'
import { accessTo, fleet, openWorld } from '../support/run-frota.ts'
import type { Ended, ServiceFacts, World } from '../support/run-frota.ts'

const EXIT = { failure: 1, usage: 2 }
const LINES_MAX = 2
const NOBODY = 65_534
const STRANGER = '00000000-0000-4000-8000-000000000000'

const world = await openWorld({ FROTA_LOCALE: 'en' })
afterAll(() => world[Symbol.asyncDispose]())

/** One or two lines on standard error that start with the program's name; no stack. */
function expectSaid({ code, stderr }: Ended, expected: { code: number; says: RegExp }): void {
  expect({ code, stderr }).toEqual({
    code: expected.code,
    stderr: expect.stringMatching(/^frota: /),
  })
  expect(stderr).toMatch(expected.says)
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(LINES_MAX)
}

describe('files', () => {
  const inWorld = (name: string): string => join(world.dir, name)
  // What is said of each kind of file stands with the fixtures of intake.
  const cases: [string, () => Promise<string>, RegExp][] = [
    [
      'a missing file',
      async () => inWorld('nowhere.csv'),
      /no file .*nowhere\.csv.*check the path/,
    ],
    ['a directory', async () => world.dir, /is a directory.*CSV/],
    ['a file without a header', async () => fleet('no-header.csv'), /No header.*column names/],
    ['a header and nothing else', headerOnly, /no vehicle.*one vehicle per line/],
  ]

  async function written(name: string, bytes: string): Promise<string> {
    await writeFile(inWorld(name), bytes)
    return inWorld(name)
  }

  function headerOnly(): Promise<string> {
    return written('header.csv', 'plate,renavam,uf,owner_document\n')
  }

  test.each(cases)('%s is refused, with the cure', async (_name, path, says) => {
    expectSaid(await world.run(['reconcile', await path()]), { code: EXIT.usage, says })
  })

  test('none of them left a vehicle, a request or a run that looks alive', async () => {
    expect(await world.query('SELECT renavam FROM frota.vehicle')).toEqual([])
    expect(await world.query('SELECT id FROM service.consultation')).toEqual([])
    const alive = `SELECT number FROM frota.run WHERE state = 'running' OR ended_at IS NULL`
    expect(await world.query(alive)).toEqual([])
  })

  test('a file of another user is refused', async () => {
    const secret = await written('secret.csv', 'plate\n')
    await chmod(secret, 0)
    const refusal = await asNobody(() => fileAt(secret).catch((error: unknown) => error))
    expect(refusal).toMatchObject({ code: 'file-refused', exitCode: EXIT.usage })
    expect(String(refusal)).toMatch(/cannot be read \(EACCES\).*permissions/)
  })
})

describe('directories', () => {
  const run = (env: Record<string, string>): Promise<Ended> =>
    world.run(['reconcile', fleet('small.csv')], { env })

  test('a data directory that cannot be written', async () => {
    await writeFile(join(world.dir, 'file'), '')
    const env = { FROTA_DATA_DIR: join(world.dir, 'file', 'data') }
    expectSaid(await run(env), {
      code: EXIT.usage,
      says: /data cannot be written .*FROTA_DATA_DIR/s,
    })
  })

  test('a folder for backups that cannot be written', async () => {
    await writeFile(join(world.dir, 'disk'), '')
    const refused = await world.run(['backup', join(world.dir, 'disk', 'copies')])
    expectSaid(refused, { code: EXIT.usage, says: /copies cannot be written .*with frota backup/ })
    const file = await world.run(['backup', join(world.dir, 'disk')])
    expectSaid(file, { code: EXIT.usage, says: /disk is no folder: choose .*with frota backup/ })
    for (const command of ['backup', 'restore']) {
      const says = new RegExp(`Write: frota ${command} FOLDER$`, 'm')
      expectSaid(await world.run([command, ' ']), { code: EXIT.usage, says })
    }
  })

  test('a reports directory that cannot be written costs no slot', async () => {
    await writeFile(join(world.dir, 'other'), '')
    const env = { FROTA_REPORTS_DIR: join(world.dir, 'other', 'reports') }
    expectSaid(await run(env), { code: EXIT.usage, says: /reports .*FROTA_REPORTS_DIR/s })
    expect(await world.query('SELECT id FROM service.consultation')).toEqual([])
  })

  test('directories of another user', async () => {
    const own = join(world.dir, 'locked')
    await mkdir(own, { mode: 0o555 })
    const lock = { command: 'frota', clock: wallClock }
    const data = await asNobody(() => refusalOf(() => lockDataDir(join(own, 'data'), lock)))
    expect(data).toMatchObject({ code: 'directory-unwritable', exitCode: EXIT.usage })
    const reports = await asNobody(() => refusalOf(() => requireReportsDirectory(join(own, 'r'))))
    expect(reports).toMatchObject({ code: 'directory-unwritable', exitCode: EXIT.usage })
  })
})

async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

/** Permissions do not bind root, as which containers often test; this process stands in then. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('services', () => {
  let service: World
  let facts: ServiceFacts
  let stranger: Awaited<ReturnType<typeof listenHere>>

  beforeAll(async () => {
    service = await openWorld()
    facts = await service.serve()
    stranger = await listenHere(createServer((_request, response) => response.end('hello')))
  })
  afterAll(async () => {
    await stranger[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  const run = (env: Record<string, string>): Promise<Ended> =>
    world.run(['reconcile', fleet('small.csv')], {
      env: {
        ...accessTo(facts),
        ...env,
      },
    })

  test('one that is not there', async () => {
    const port = await freePort()
    const ended = await run({ FROTA_API_URL: `http://127.0.0.1:${port}` })
    expectSaid(ended, { code: EXIT.failure, says: /cannot be reached.*FROTA_API_URL/ })
  })

  test('one that is another', async () => {
    const ended = await run({ FROTA_API_URL: stranger.url })
    expectSaid(ended, { code: EXIT.usage, says: /is not a Vehicle Debt.*FROTA_API_URL/ })
  })

  test('a wrong key, which is not repeated', async () => {
    const ended = await run({ FROTA_API_KEY: 'svc_live_thisIsNotTheKey' })
    expectSaid(ended, {
      code: EXIT.usage,
      says: /FROTA_API_KEY_FILE or, without it, FROTA_API_KEY/,
    })
    expect(ended.stderr).not.toContain('thisIsNotTheKey')
  })

  test('an unknown account', async () => {
    const ended = await run({ FROTA_ACCOUNT_ID: STRANGER })
    expectSaid(ended, { code: EXIT.usage, says: /FROTA_ACCOUNT_ID/ })
  })

  test('no key, no account, an unreadable key file', async () => {
    const none = await run({ FROTA_API_KEY: '' })
    expectSaid(none, { code: EXIT.usage, says: /key is missing.*FROTA_API_KEY_FILE/ })
    const noAccount = await run({ FROTA_ACCOUNT_ID: '' })
    expectSaid(noAccount, { code: EXIT.usage, says: /account is missing.*FROTA_ACCOUNT_ID/ })
    const noFile = await run({ FROTA_API_KEY_FILE: join(world.dir, 'no-key') })
    expectSaid(noFile, { code: EXIT.usage, says: /FROTA_API_KEY_FILE.*cannot be read/ })
    const path = join(world.dir, 'two-keys')
    await writeFile(path, 'svc_live_thisIsNotTheKey\nsvc_live_norThis\n')
    const twoKeys = await run({ FROTA_API_KEY_FILE: path })
    expectSaid(twoKeys, { code: EXIT.usage, says: /FROTA_API_KEY_FILE: .*two-keys.*one line/ })
    expect(twoKeys.stderr).not.toContain('svc_live_')
  })

  test('after all of it nothing was registered anywhere', async () => {
    expect(await service.query('SELECT id FROM service.vehicle')).toEqual([])
    expect(await world.query('SELECT id FROM frota.vehicle')).toEqual([])
  })
})

describe('command lines', () => {
  const cases: [string[], RegExp][] = [
    [['reconcil'], /no command "reconcil".*reconcile, resume/],
    [['reconcile', '--bogus'], /--bogus.*frota reconcile --help/],
    [['reconcile', 'a.csv', 'b.csv'], /does not take "b\.csv"/],
    [['reconcile', '--order-method', 'cash'], /--order-method.*pix/],
    [['reconcile', '--approve-up-to', 'much'], /--approve-up-to.*reais/],
    [['reconcile', '--freshness=-1'], /--freshness.*0 to/],
    [['reconcile', '--api-key', 'svc_live_secret'], /--api-key/],
    [['status', '--database-url=postgres://u:p@h/d'], /--database-url/],
    [['reconcile', '--redis-url=redis://h'], /--redis-url/],
    [['nightly', '--simulated', '--until', '25:00'], /--until 25:00.*05:30/],
    [['nightly', '--simulated', '--for', '6d'], /--for 6d.*90m/],
    [['nightly'], /FROTA_API_URL.*--simulated/s],
    [['debts'], /plate/],
    [['report', 'x'], /"x".*frota runs/],
    [['resume'], /begin with: frota reconcile/],
  ]

  test.each(cases)('frota %j', async (args, says) => {
    const env = { FROTA_DATA_DIR: join(world.dir, 'unused'), FROTA_LOCALE: 'en' }
    const ended = await world.run(args, { env })
    expectSaid(ended, { code: EXIT.usage, says })
    expect(ended.stdout.replace(/^Preparing.*\n/, '')).toBe('')
    expect(ended.stderr).not.toMatch(/svc_live_secret|u:p@h/)
  })
})
