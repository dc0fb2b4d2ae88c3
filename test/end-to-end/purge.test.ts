/**
 * What is kept no longer goes at night and by `frota purge`, a year and a half after two runs, an
 * order and a removal; what is left still opens, and the audit log is whole.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWING } from '../support/planted-fleet.ts'
import { openWorld, type Ended } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const CPF = '52998224725'
/** The same text for commands that follow each other: a ledger's time never goes back. */
const at = (instant: string) => ({ FROTA_START_AT: `${instant}@${new Date().toISOString()}` })
const THEN = at('2027-01-10T12:00:00-03:00')
const NOW = at('2028-08-10T12:00:00-03:00')

async function done(ending: Promise<Ended>): Promise<Ended> {
  const ended = await ending
  expect({ ...ended, stdout: '' }).toMatchObject({ code: 0 })
  return ended
}
const runThen = (...args: string[]) => done(world.run(args, { env: THEN }))
const runNow = (...args: string[]) => done(world.run(args, { env: NOW }))

const world = await forFile(
  openWorld({ FROTA_LOCALE: 'en', LOG_LEVEL: 'warn', FROTA_PERSON: 'Ana' }),
)
const sheet = join(world.dir, `fleet ${CPF}.csv`)
writeFileSync(
  sheet,
  [
    `plate,renavam,uf,owner_document,nickname,Contact ${CPF}`,
    `${OWING}1A11,02837517024,SP,${CPF},Van ${CPF},Joe ${CPF}`,
    `${OWING}1A12,09690517916,MG,11222333000181,,`,
    `wrong,123,XX,${CPF},,`,
  ].join('\n'),
)
await runThen('reconcile', sheet)
await runThen('vehicle', 'remove', `${OWING}1A11`, '--yes')
await runThen('reconcile', '--order-method', 'pix', '--approve-up-to', '1000000')
await world.release()
await done(
  world.start(['close', '2027-01', '--fresh', '366', '--yes', '--with-open', '--reason', 'test'], {
    env: NOW,
  }).ended,
)

/** Every file of the world but the database's own, with its bytes. */
function files(): string {
  const hash = createHash('sha256')
  for (const path of readdirSync(world.dir, { recursive: true }).map(String).toSorted()) {
    if (/pgdata|lock\.sqlite|holder|socket/.test(path)) continue
    const whole = join(world.dir, path)
    hash.update(path).update(statSync(whole).isFile() ? readFileSync(whole) : '')
  }
  return hash.digest('hex')
}

/** Rows of the ledger that hold the text, by table; with none, all rows. */
async function holding(text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  await world.read(async (query) => {
    const tables = await query(
      `select table_name as name from information_schema.tables where table_schema = 'frota'`,
    )
    for (const { name } of tables) {
      const [row] = await query(
        `select count(*)::integer as count from frota.${String(name)} t
         where replace(replace(t::text, '.', ''), '-', '') like '%' || $1 || '%'`,
        [text],
      )
      if (Number(row?.['count']) > 0) found[String(name)] = Number(row?.['count'])
    }
  })
  return found
}

type Shown = { rows: { key: string; count: number; oldest: string | null }[] }
async function purge(...flags: string[]): Promise<Record<string, number>> {
  const { stdout } = await runNow('purge', '--json', ...flags)
  const { rows } = JSON.parse(stdout) as Shown
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map((r) => [r.key, r.count]))
}

test('a dry run tells what would go, with the time and purpose of each, and changes nothing', async () => {
  const before = [files(), await holding('')]
  expect(await purge('--dry-run')).toEqual({
    uploads: 1,
    rejected: 2,
    cells: 1,
    removed: 1,
    moves: expect.any(Number) as number,
    slots: expect.any(Number) as number,
    reports: 1,
  })
  const { stdout } = await runNow('purge', '--dry-run')
  expect(stdout).toMatch(/^sealed uploads +30 +correcting a file +1 +1\/10\/27/m)
  expect(stdout).toContain('Kept without an end: money, its audit log and evidence, closed months.')
  expect([files(), await holding('')]).toEqual(before)
  expect(Object.keys(await holding(CPF))).toContain('vehicle')
  const [named] = await world.query('select file_name from frota.import')
  expect(named).toEqual({ file_name: 'fleet ***.982.247-**.csv' })
})

test('the night deletes it, and a second one finds nothing left', async () => {
  const money = `select (select count(*)::integer from frota.payment_order) as orders,
    (select count(*)::integer from frota.order_item) as items,
    (select count(*)::integer from frota.audit) as audited,
    (select count(*)::integer from frota.month_close) as months`
  const [before] = await world.query(money)
  expect(before).toMatchObject({ orders: 1, months: 1 })
  const args = ['nightly', '--simulated', '--for', '1m']
  const { stderr } = await done(world.run(args, { env: { ...NOW, LOG_LEVEL: 'info' } }))
  const purged = stderr.split('\n').filter((line) => line.includes('"purged"'))
  expect(purged.join()).toContain('"kind":"removed"')
  expect(await holding(CPF)).toEqual({})
  const [after] = await world.query(money)
  for (const name of Object.keys(before ?? {})) {
    expect(Number(after?.[name])).toBeGreaterThanOrEqual(Number(before?.[name]))
  }
  // The report of the run before is not the newest any more.
  expect(await purge()).toEqual({ reports: 1 })
  expect(await purge()).toEqual({})
})

test('the audit log is whole, and the runs, the order and the month open', async () => {
  await runNow('audit', 'verify')
  expect((await runNow('report', '1')).stdout).toContain('its files are of the ledger of now')
  await runNow('report', '2')
  const { closes } = JSON.parse((await runNow('close', '--list', '--json')).stdout)
  expect(closes).toMatchObject([{ month: '2027-01', unchanged: true }])
  const [order] = await world.query('select id from frota.payment_order limit 1')
  await runNow('orders', 'evidence', String(order?.['id']))
})
