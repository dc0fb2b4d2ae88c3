/** `frota doctor`: each line, and what breaks it. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHECKS, type Check, type Level } from '../../src/app/doctor/finding.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { listenHere } from '../support/listen-here.ts'
import { openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const NOBODY_LISTENS = '127.0.0.1:1'
const LIVE_LOOKUP = '{"vdi_lookup":{"mode":"live"},"payments":{"mode":"mock"}}'
const MOCK = '{"vdi_lookup":{"mode":"mock"},"payments":{"mode":"mock"}}'
const EMPTY = '{"count":0,"next":null,"previous":null,"results":[]}'
/** One row without any field of its form. */
const ODD = EMPTY.replace('[]', '[{}]')
const ACCOUNT = '00000000-0000-4000-8000-000000000001'

type Line = Readonly<{ check: Check; level: Level; said: string }>

const world = await forFile(openWorld({ FROTA_LOCALE: 'en' }))
const file = join(world.dir, 'fleet.csv')
await writeFile(
  file,
  fleetFile(1, (index) => plateOf('DQ', index)),
)
await world.run(['reconcile', file])

async function linesOf(env: Readonly<Record<string, string>> = {}) {
  const ended = await world.run(['doctor', '--json', '--exit-code'], { env })
  // One object and nothing else, whatever is broken: no stack, no warning.
  expect(ended.stderr).toBe('')
  const { checks } = JSON.parse(ended.stdout) as { checks: Line[] }
  const of = (check: Check) => checks.filter((line) => line.check === check)
  return { code: ended.code, checks, of }
}

describe('on an installation in order', () => {
  test('every line is there and ok, but for the backup that nobody made', async () => {
    const { code, checks } = await linesOf()
    const expected = CHECKS.filter((check) => check !== 'account')
    expect(checks.map(({ check }) => check)).toEqual(expected)
    const notOk = checks.filter(({ level }) => level !== 'ok')
    expect(notOk).toMatchObject([{ check: 'backup', level: 'attention' }])
    expect(code).toBe(20)
    const shown = await world.run(['doctor'])
    expect(shown.code).toBe(0)
    const lines = shown.stdout.trim().split('\n')
    expect(lines).toHaveLength(expected.length)
    expect(lines.at(-1)).toMatch(/^Backup +attention +no backup was made yet: frota backup FOLDER$/)
  })

  test('no slot is used, no run begins, and a directory that is missing is not made', async () => {
    const facts = 'select (select count(*) from frota.quota_use) + (select count(*) from frota.run)'
    const before = await world.count(facts)
    await linesOf()
    expect(await world.count(facts)).toBe(before)
    const missing = join(world.dir, 'missing')
    const { checks } = await linesOf({ FROTA_DATA_DIR: missing, FROTA_REPORTS_DIR: missing })
    expect(checks.every(({ level }) => level === 'ok')).toBe(true)
    expect(existsSync(missing)).toBe(false)
  })
})

describe('the folders', () => {
  test('a file in place of a folder, and a folder that others may enter, are told', async () => {
    const file = join(world.dir, 'fleet.csv')
    const { of, code } = await linesOf({ FROTA_REPORTS_DIR: join(file, 'reports') })
    expect(of('folders')).toMatchObject([{ level: 'wrong' }])
    expect(code).toBe(1)
    const open = join(world.dir, 'open')
    await mkdir(open)
    await chmod(open, 0o755)
    expect((await linesOf({ FROTA_DATA_DIR: open })).of('folders')).toMatchObject([
      { level: 'attention', said: expect.stringContaining(`chmod 700 ${open}`) as string },
    ])
  })
})

test('received files without a ledger are wrong, as for every other command', async () => {
  await mkdir(join(world.dir, 'elsewhere', 'uploads'), { recursive: true })
  const [ledger] = (await linesOf({ FROTA_DATA_DIR: join(world.dir, 'elsewhere') })).of('ledger')
  expect([ledger?.level, ledger?.said.includes('DATABASE_URL')]).toEqual(['wrong', true])
})

describe('the secret', () => {
  const path = (): string => join(world.dataDir, 'secret.json')

  async function expectWhile(is: () => Promise<unknown>, said: RegExp): Promise<void> {
    const kept = await readFile(path())
    try {
      await is()
      const before = existsSync(path())
      expect((await linesOf()).of('secret')).toMatchObject([
        { level: 'wrong', said: expect.stringMatching(said) as string },
      ])
      expect(existsSync(path())).toBe(before)
    } finally {
      await writeFile(path(), kept, { mode: 0o600 })
      await chmod(path(), 0o600)
    }
  }

  test('a missing one is asked for, and none is made', () =>
    expectWhile(() => rm(path()), /is not there/))

  test('an empty one, one of another installation, and one that all may read are wrong', async () => {
    await expectWhile(() => writeFile(path(), ''), /is not a secret file/)
    const other = `frota-secret-1:${Buffer.alloc(32, 7).toString('base64url')}\n`
    await expectWhile(() => writeFile(path(), other), /not this installation's/)
    await expectWhile(() => chmod(path(), 0o644), /chmod 600/)
  })
})

describe('what is out of reach', () => {
  test('a database that does not answer is wrong, and all that needs none is looked at', async () => {
    const { of, code } = await linesOf({ DATABASE_URL: `postgres://a:b@${NOBODY_LISTENS}/x` })
    expect(of('ledger')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/does not answer/) as string },
    ])
    expect(of('service')).toHaveLength(1)
    expect(of('quota')).toEqual([])
    expect(code).toBe(1)
  })

  test('a ledger of a newer frota is wrong', async () => {
    const newer = "values (9999, '9999-later.sql', 'x')"
    await world.query(`insert into frota.migration (number, name, checksum) ${newer}`)
    expect((await linesOf()).of('ledger')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/newer version/) as string },
    ])
    await world.query('delete from frota.migration where number = 9999')
  })

  test('a Redis that does not answer is wrong', async () => {
    const { of } = await linesOf({ REDIS_URL: `redis://${NOBODY_LISTENS}` })
    expect(of('queue')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/Redis does not answer/) as string },
    ])
  })

  test('a service that does not answer is wrong, and so is a key that is missing', async () => {
    const url = { FROTA_API_URL: `http://${NOBODY_LISTENS}`, FROTA_ACCOUNT_ID: ACCOUNT }
    expect((await linesOf(url)).of('account')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/API key is missing/) as string },
    ])
    expect((await linesOf({ ...url, FROTA_API_KEY: 'key' })).of('service')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/cannot be reached/) as string },
    ])
  })

  test('a service says its modes, the account and the key, and which list cannot be read', async () => {
    let broken = 'none'
    await using service = await openService((reply, path) =>
      reply.end(path === '/health' ? LIVE_LOOKUP : path.includes(broken) ? ODD : EMPTY),
    )
    const { of } = await linesOf(service.env)
    const modes = `${service.url}, lookup live, payments mock`
    expect(of('service')).toMatchObject([{ level: 'ok', said: modes }])
    const [account] = of('account')
    expect([account?.level, account?.said.includes(ACCOUNT)]).toEqual(['ok', true])
    for (const [path, list] of Object.entries({ orders: 'listOrders', vehicles: 'listVehicles' })) {
      broken = path
      const [, told] = (await linesOf(service.env)).of('account')
      expect(`${told?.level} ${told?.said}`).toMatch(new RegExp(`^attention .*${list} `))
    }
  })

  test('a service whose clock is off, and one that refuses the key, are told', async () => {
    const late = new Date(Date.now() + 3_600_000).toUTCString()
    await using service = await openService((reply, path) => {
      reply.setHeader('date', late)
      if (path === '/health') return reply.end(MOCK)
      reply.statusCode = 401
      return reply.end('{"detail":"no"}')
    })
    const { of } = await linesOf(service.env)
    expect(of('service')).toMatchObject([
      { level: 'attention', said: expect.stringMatching(/clock differs by 3[56]\d\d s/) as string },
    ])
    expect(of('account')).toMatchObject([
      { level: 'wrong', said: expect.stringMatching(/key/) as string },
    ])
  })
})

test('a refused key beside one that works is told, by its name', async () => {
  await using service = await openService((reply, path, headers) => {
    if (path === '/health') return reply.end(MOCK)
    if (headers.includes('bad')) reply.statusCode = 401
    return reply.end(headers.includes('bad') ? '{"detail":"no"}' : EMPTY)
  })
  const names = ['good', 'bad']
  for (const name of names) await writeFile(join(world.dir, name), `${name}\n`, { mode: 0o600 })
  const FROTA_FLEETS_FILE = join(world.dir, 'fleets.json')
  const credentials = names.map((name) => ({ name, key_file: name }))
  const fleets = [{ name: 'principal', account_id: ACCOUNT, credentials: names }]
  await writeFile(FROTA_FLEETS_FILE, JSON.stringify({ credentials, fleets }))
  const { of } = await linesOf({ FROTA_API_URL: service.url, FROTA_FLEETS_FILE })
  expect(of('account')).toMatchObject([
    { level: 'ok', said: expect.stringContaining('good, bad') as string },
    { level: 'attention', said: expect.stringMatching(/bad/) as string },
  ])
})

describe('the ledger', () => {
  test('a quota that the service holds back, or that keeps a pace, is told', async () => {
    const bucket = "where name = 'consultations/embutida'"
    await world.query(
      `update frota.quota_bucket set not_before = now() + interval '1 hour' ${bucket}`,
    )
    expect((await linesOf()).of('quota')).toMatchObject([
      { level: 'attention', said: expect.stringMatching(/waits until/) as string },
    ])
    await world.query(`update frota.quota_bucket set not_before = null, pace_ms = 181000 ${bucket}`)
    expect((await linesOf()).of('quota')).toMatchObject([
      { said: expect.stringMatching(/--reset-pace consultations/) as string },
    ])
    await world.query(`update frota.quota_bucket set pace_ms = null ${bucket}`)
  })

  test('an interrupted run, work given up, no reports, blocked money and what waits for a person are told', async () => {
    const work = async () => (await linesOf()).of('work')
    await world.query("update frota.run set state = 'interrupted'")
    expect(await work()).toMatchObject([
      { level: 'attention', said: expect.stringMatching(/frota resume/) as string },
    ])
    const said = async () => (await work())[0]?.said
    const givenUp = '[{"kind":"collect-debts","work":"1.1","rows":1,"ended":"failed"}]'
    await world.query("update frota.run set state = 'done', given_up = $1", [givenUp])
    expect(await said()).toMatch(/gave up work.*frota resume/)
    await world.query("update frota.run set given_up = '[]'")
    await world.query("update frota.run set reports_dir = null, failure = '{}'")
    expect(await said()).toBe('run 1 has no reports: frota report 1 --fleet principal')
    await world.query("update frota.run set reports_dir = '.', failure = null")
    await world.query("insert into frota.money_block (why, since) values ('older-ledger', now())")
    expect(await said()).toMatch(/money waits/)
    await world.query('delete from frota.money_block')
    await world.query("update frota.run set started_at = started_at + interval '400 days'")
    expect(await said()).toMatch(/ahead of the clock/)
    await world.query("update frota.run set started_at = started_at - interval '400 days'")
    const changed = await world.query(`update frota.effect set state = 'needs-person'
      where id = (select id from frota.effect where kind = 'consult' limit 1) returning id`)
    expect(changed).toHaveLength(1)
    expect(await said()).toMatch(/^1 waits for a person/)
  })

  test('a schedule of another time zone, and a clock that a test has shifted, are told', async () => {
    await world.run(['schedules', 'add', 'far', '--cron', '0 3 * * *', '--time-zone', 'Asia/Tokyo'])
    expect((await linesOf()).of('time-zone')).toMatchObject([
      { level: 'attention', said: expect.stringMatching(/far of Asia\/Tokyo/) as string },
    ])
    await world.run(['schedules', 'remove', 'far'])
    const shifted = await linesOf({ FROTA_START_AT: new Date().toISOString() })
    expect(shifted.of('time-zone')).toMatchObject([
      { level: 'attention', said: expect.stringMatching(/FROTA_START_AT/) as string },
    ])
  })

  test('a backup of yesterday is ok while it is there, and one of last month is not', async () => {
    const made = async (days: number, folder: string) => {
      await world.query(
        `insert into frota.upkeep (backed_up_at, backed_up_to)
        values (now() - interval '${days} days', $1) on conflict (is_only) do update
        set backed_up_at = excluded.backed_up_at, backed_up_to = excluded.backed_up_to`,
        [folder],
      )
      const [line] = (await linesOf()).of('backup')
      return `${line?.level} ${line?.said}`
    }
    expect(await made(1, world.dir)).toMatch(new RegExp(`^ok .*${world.dir}$`))
    expect(await made(1, '/copies')).toMatch(/^attention .*not there from here \(\/copies\)/)
    expect(await made(31, world.dir)).toMatch(/^attention .*31 days/)
  })
})

async function openService(
  answer: (reply: ServerResponse, path: string, headers: string) => unknown,
) {
  const server = createServer((request, reply) => {
    reply.setHeader('content-type', 'application/json')
    const path = (request.url ?? '').split('?')[0] ?? ''
    answer(reply, path, JSON.stringify(request.headers))
  })
  const here = await listenHere(server)
  const env = { FROTA_API_URL: here.url, FROTA_API_KEY: 'key', FROTA_ACCOUNT_ID: ACCOUNT }
  return { ...here, env }
}
