/**
 * `frota backup` and `frota restore` while a service goes on: what was ordered after the backup is
 * found again, and nothing is ordered twice. On both engines. Each spoilt backup, a second restore
 * and an older version's take their time in `npm run test:long`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../src/app/backup/make-backup.ts'
import { restoreBackup } from '../../src/app/backup/restore-backup.ts'
import { wallClock } from '../../src/clock.ts'
import { readConfig } from '../../src/config.ts'
import { migrateTo } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { inTransaction } from '../../src/database/schema-copy.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { howMany } from '../support/extent.ts'
import { forFile } from '../support/for-file.ts'
import { ANY_AMOUNT, OWING, writeFleet } from '../support/planted-fleet.ts'
import { accessTo, openWorld, type Rows } from '../support/run-frota.ts'

const APPROVED = ['--order-method', 'pix', '--approve-up-to', ANY_AMOUNT]
const SCALED = { FROTA_TEST_SCALE: '1200', FROTA_LOCALE: 'en' }
const STORY = { timeout: 240_000 }
const IS_LONG = howMany(0, 1) === 1
const ORDERS = 'SELECT id FROM service.payment_order ORDER BY id'
const KNOWN = 'SELECT id FROM frota.payment_order ORDER BY id'
/** What a restored ledger must hold again, to the last row. */
const FACTS = `SELECT (SELECT count(*) FROM frota.debt) AS debts,
  (SELECT sum(amount_cents)::text FROM frota.debt) AS cents,
  (SELECT count(*) FROM frota.effect_event) AS moves,
  (SELECT max(seq)::text FROM frota.audit) AS audited,
  (SELECT count(owner_sealed) FROM frota.vehicle) AS sealed`

const service = await forFile(openWorld(SCALED))
const runner = await forFile(openWorld({ ...SCALED, ...accessTo(await service.serve()) }))
const copies = join(runner.dir, 'copies')
await runner.run(['reconcile', await writeFleet(runner, [OWING, OWING])])
const before = await runner.query(FACTS)
for (const name of ['Bia', 'Rui']) await runner.run(['people', 'add', name, '--role', 'admin'])
const made = await runner.json(['backup', copies])
let ordered: Rows

const backups = (): string[] => readdirSync(copies).toSorted()
const restore = (from = copies, ...flags: string[]) =>
  runner.run(['restore', from, ...flags], { env: { FROTA_PERSON: 'Ana Souza' } })

test('a backup is not put where frota itself copies, replaces and deletes', async () => {
  const own = ['uploads', 'drafts', 'checked', 'shared', 'pgdata', 'pgdata.replaced']
  for (const folder of [runner.reportsDir, ...own.map((name) => join(runner.dataDir, name))]) {
    const stderr: unknown = expect.stringContaining(`is in ${folder},`)
    expect(await runner.run(['backup', join(folder, 'bk')])).toMatchObject({ code: 2, stderr })
  }
})

test('a backup has neither the secret nor a key, and doctor names it', async () => {
  const [name = ''] = backups()
  expect(made['secretMark']).toMatch(/^[0-9a-f]{64}$/)
  const all = readdirSync(join(copies, name), { recursive: true }).map(String)
  expect(all).toContain('backup.json')
  expect(all.filter((path) => /secret\.json|api-key|partial|scratch/.test(path))).toEqual([])
  type Checks = { checks: { check: string; said: string }[] }
  const { checks } = (await runner.json(['doctor'])) as Checks
  expect(checks.find(({ check }) => check === 'backup')?.said).toContain(name)
})

test('a backup and a restoration that are stopped leave ledger and backups as they were', async () => {
  await runner.release()
  const config = readConfig({}, runner.env)
  const there = () => [readdirSync(runner.dataDir), backups()]
  const before = there()
  for (const work of [makeBackup, restoreBackup]) {
    const controller = new AbortController()
    // The first rows are read after the clock.
    const clock = { ...wallClock, now: () => (controller.abort(), wallClock.now()) }
    const given = { clock, command: 'x', person: 'Ana', replace: true, stop: controller.signal }
    await expect(work(config, copies, given)).rejects.toMatchObject({ exitCode: 130 })
  }
  expect(there()).toEqual(before)
})

describe('orders that were made after the backup', () => {
  beforeAll(async () => {
    await runner.run(['reconcile', ...APPROVED])
    await runner.run(['people', 'remove', 'Bia'])
    ordered = await service.query(ORDERS)
  }, STORY.timeout)

  test('a ledger that is there is replaced only when that is said', async () => {
    expect(await restore()).toMatchObject({ code: 2, stderr: expect.stringContaining('--replace') })
    expect(ordered.length).toBeGreaterThan(1)
    expect(await runner.query(KNOWN)).toHaveLength(ordered.length)
  })

  test('a restored ledger is the backup, and orders wait until all were read', STORY, async () => {
    await runner.release()
    // Purge counts from the restoration, however long the database was not touched before.
    const pgdata = join(runner.dataDir, 'pgdata')
    const isEmbedded = existsSync(pgdata)
    if (isEmbedded) utimesSync(pgdata, 1, 1)
    const told = await restore(copies, '--replace')
    expect(told).toMatchObject({ code: 0, stderr: '' })
    expect(told.stdout).toMatch(/after the backup get in again: Bia\. Check: frota people list/)
    const linked = 'SELECT FROM frota.person WHERE link_hash IS NOT NULL'
    expect(await runner.query(linked)).toEqual([])
    const replacedAt = isEmbedded ? statSync(`${pgdata}.replaced`).mtimeMs : Number.NaN
    expect(replacedAt > 1000).toBe(isEmbedded)
    const [restored] = await runner.query(FACTS)
    // The restoration itself is told in the audit log.
    expect(restored).toMatchObject({ ...before[0], audited: expect.anything() as string })
    const [block] = await runner.query('SELECT why, cleared_at FROM frota.money_block')
    expect(block).toEqual({ why: 'restored-backup', cleared_at: null })
    const ended = await runner.run(['reconcile', ...APPROVED])
    expect(ended.stderr).toMatch(/money is free again/)
    expect(await service.query(ORDERS)).toEqual(ordered)
    expect(await runner.query(KNOWN)).toEqual(ordered)
    expect((await runner.run(['audit', 'verify'])).code).toBe(0)
  })

  test('restoring twice is restoring once, and the newer journal stays', STORY, async () => {
    const other = join(runner.dir, 'reports-elsewhere')
    const env = { FROTA_PERSON: 'Ana Souza', FROTA_REPORTS_DIR: other }
    const twice = await runner.run(['restore', copies, '--replace'], { env })
    expect(twice).toMatchObject({ code: 0, stderr: '' })
    const modes = (reports: string) =>
      ['.', '0001', '0001/summary.html', '0001/rejected.csv'].map((end) => {
        const [run = ''] = readdirSync(reports).filter((name) => name.endsWith('-0001'))
        return statSync(join(reports, end.replace('0001', run))).mode
      })
    expect(modes(other)).toEqual(modes(runner.reportsDir))
    expect(readlinkSync(join(other, 'latest'))).toMatch(/-0001$/)
    expect((await restore(copies, '--replace')).code).toBe(0)
    const aside = readdirSync(runner.dataDir).filter((name) => name.includes('replaced'))
    expect(aside).toHaveLength(existsSync(join(runner.dataDir, 'pgdata')) ? 3 : 0)
    expect(
      await runner.count('SELECT count(*) FROM frota.money_block WHERE cleared_at IS NULL'),
    ).toBe(1)
  })
})

describe('a backup that cannot be restored changes nothing', () => {
  const spoilt = (name: string, spoil: (folder: string) => void): string => {
    const folder = join(runner.dir, 'spoilt', name)
    mkdirSync(folder, { recursive: true })
    cpSync(join(copies, backups()[0] ?? ''), folder, { recursive: true })
    spoil(folder)
    return folder
  }
  const edited = (folder: string, edit: (manifest: Record<string, unknown>) => void): void => {
    const path = join(folder, 'backup.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    edit(manifest)
    writeFileSync(path, JSON.stringify(manifest))
  }
  const cases: [string, (folder: string) => void, RegExp][] = [
    [
      'overwritten',
      (folder) => writeFileSync(join(folder, 'ledger/frota.debt.copy.zst'), 'x'),
      /is damaged \(ledger\/frota\.debt/,
    ],
    ['unfinished', (folder) => rmSync(join(folder, 'backup.json')), /no whole backup/],
    ['cut', (folder) => writeFileSync(join(folder, 'backup.json'), '{"format":1'), /is damaged/],
    ['lacking', (folder) => rmSync(join(folder, 'ledger/frota.fleet.copy.zst')), /is damaged/],
    [
      'newer',
      (folder) =>
        edited(folder, (manifest) => {
          const { frota } = manifest['migrations'] as { frota: string[] }
          frota.push('9999-later.sql')
        }),
      /newer version/,
    ],
    [
      'another secret',
      (folder) => edited(folder, (manifest) => (manifest['secretMark'] = '0'.repeat(64))),
      /not this installation's/,
    ],
    [
      'counted wrong',
      (folder) =>
        edited(folder, (manifest) => {
          const tables = manifest['tables'] as { name: string; rows: number }[]
          const fleet = tables.find(({ name }) => name === 'frota.fleet')
          if (fleet) fleet.rows += 1
        }),
      /is damaged \(frota\.fleet\)/,
    ],
  ]
  // Reading them starts the embedded engine each time.
  const factsIfLong = async (): Promise<Rows> => (IS_LONG ? runner.query(FACTS) : [])

  test.each(cases.slice(0, howMany(2, cases.length)))('%s', async (name, spoil, says) => {
    const facts = await factsIfLong()
    const ended = await restore(spoilt(name, spoil), '--replace')
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(says)
    expect(ended.stderr).not.toMatch(/\n.*at /)
    expect(await factsIfLong()).toEqual(facts)
  })

  test('one whose files have no place', async () => {
    const facts = await runner.query(FACTS)
    const env = { FROTA_REPORTS_DIR: join(copies, backups()[0] ?? '', 'backup.json') }
    const ended = await runner.run(['restore', copies, '--replace'], { env })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(/backup\.json .*FROTA_REPORTS_DIR/)
    expect(await runner.query(FACTS)).toEqual(facts)
  })

  test('a ledger in use is not replaced', async () => {
    await runner.release()
    const running = runner.start(['worker'], { env: { LOG_LEVEL: 'silent' } })
    await running.saw(/working|trabalhando|next/)
    const ended = await restore(copies, '--replace')
    expect(ended).toMatchObject({ code: 75 })
    running.kill('SIGTERM')
    await running.ended
  })
})

test.runIf(IS_LONG)('the backup of an older version is restored and updated', STORY, async () => {
  const dataDir = join(runner.dir, 'older')
  {
    await using database = await openDatabase({ dataDir })
    const names = readdirSync(ledgerMigrations.directory).filter((name) => name.endsWith('.sql'))
    await inTransaction(database.pool, 'BEGIN', async (client) => {
      await client.query('DROP SCHEMA frota CASCADE')
      await migrateTo(client, ledgerMigrations, names.toSorted().slice(0, 24))
      await client.query(`INSERT INTO frota.fleet (name, account_id, created_at)
        VALUES ('old', '00000000-0000-4000-8000-000000000009', now())`)
    })
  }
  const older = join(runner.dir, 'older-copies')
  const embedded = { DATABASE_URL: '', FROTA_DATA_DIR: dataDir }
  expect((await runner.run(['backup', older], { env: embedded })).stderr).toBe('')
  const fresh = { ...embedded, FROTA_DATA_DIR: join(runner.dir, 'fresh') }
  const restored = await runner.run(['restore', older], {
    env: { ...fresh, LOOKUP_MODE: 'live', PAYMENTS_MODE: 'live' },
  })
  expect(restored.stderr).toBe('')
  expect(restored.stdout).toMatch(/forwards orders .* look for them at the provider/)
  const { otherFleets } = await runner.json(['status'], { env: fresh })
  expect(otherFleets).toEqual(['old'])
  expect(existsSync(join(runner.dir, 'fresh', 'secret.json'))).toBe(false)
})

test.runIf(process.env['FROTA_TEST_ENGINE'] === 'postgresql')(
  'a backup of the server restores into an embedded ledger, and one of that into the server',
  async () => {
    const facts = await runner.query(FACTS)
    const env = {
      DATABASE_URL: '',
      FROTA_DATA_DIR: join(runner.dir, 'moved'),
      FROTA_SECRET_FILE: join(runner.dataDir, 'secret.json'),
      FROTA_PERSON: 'Ana Souza',
    }
    const there = join(runner.dir, 'there')
    const back = join(runner.dir, 'back')
    expect((await runner.run(['backup', there])).stderr).toBe('')
    expect((await runner.run(['restore', there], { env })).stderr).toBe('')
    expect((await runner.run(['audit', 'verify'], { env })).code).toBe(0)
    expect((await runner.run(['backup', back], { env })).stderr).toBe('')
    const onServer = { env: { ...env, DATABASE_URL: runner.databaseUrl ?? '' } }
    const moving = await runner.run(['restore', back, '--replace'], onServer)
    expect(moving).toMatchObject({ code: 0, stderr: '' })
    expect(moving.stdout).toMatch(/pgdata\.moved and used no more/)
    // The ledger that was left behind must not go on beside the one on the server.
    expect((await runner.run(['status'], { env })).stderr).toContain('set DATABASE_URL')
    const told = { ...facts[0], audited: expect.anything() as string }
    expect(await runner.query(FACTS)).toEqual([told])
    expect((await runner.run(['audit', 'verify'])).code).toBe(0)
  },
)

test.runIf(process.env['FROTA_TEST_ENGINE'] === 'postgresql')(
  'a user who may create no schema is told what to grant, and nothing is changed',
  async () => {
    const url = new URL(runner.databaseUrl ?? '')
    const database = url.pathname.slice(1)
    await runner.query(`CREATE ROLE "${database}_reader" LOGIN PASSWORD 'x'`)
    try {
      url.username = `${database}_reader`
      url.password = 'x'
      const facts = await runner.query(FACTS)
      const env = { DATABASE_URL: url.href, FROTA_PERSON: 'Ana Souza' }
      const ended = await runner.run(['restore', copies, '--replace'], { env })
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toContain(`GRANT CREATE ON DATABASE ${database} TO ${database}_reader`)
      expect(ended.stderr.trim().split('\n')).toHaveLength(1)
      expect(await runner.query(FACTS)).toEqual(facts)
    } finally {
      await runner.query(`DROP ROLE "${database}_reader"`)
    }
  },
)
