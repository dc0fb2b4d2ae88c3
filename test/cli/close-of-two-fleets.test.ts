/**
 * Two fleets under one account of the service: the month of one is held against the whole account,
 * also against the order that somebody else made there.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOf } from '../../src/fields.ts'
import { fleet, openWorld, startingAt } from '../support/run-frota.ts'

const OF_FLEETS = ['principal', 'Filial'] as const

test("a month is held against the account once the other fleet's orders are read, too", async () => {
  await using world = await openWorld({ FROTA_TEST_SCALE: '3600' })
  const [header, ...vehicles] = (await readFile(fleet('small.csv'), 'utf8')).split('\n')
  const begun = startingAt('2026-09-10T10:00:00-03:00')
  for (const [index, name] of OF_FLEETS.entries()) {
    const sheet = join(world.dir, `${name}.csv`)
    const own = vehicles.slice(2 * index, 2 * index + 2)
    // Somebody else orders the same debts: its order stays in the service's sums for ever.
    if (name === 'Filial') own.splice(0, 1, `ZZU1A12${own[0]?.slice('ZZU1A12'.length)}`)
    await writeFile(sheet, [header, ...own].join('\n'))
    const paying = ['--order-method', 'pix', '--approve-up-to', '50000']
    const { code, stderr } = await world.run(['reconcile', sheet, '--fleet', name, ...paying], {
      env: begun,
    })
    expect({ code, stderr }).toMatchObject({ code: 0 })
  }
  const latest = await readFile(join(world.reportsDir, 'latest', 'manifest.json'), 'utf8')
  expect(fieldsOf(JSON.parse(latest))['outside']).toMatchObject({
    askedAt: null,
    why: { en: expect.stringContaining('another fleet uses the same account') },
  })
  const made = await world.query(`select f.name, count(*)::int as orders, max(o.status) as status
    from frota.payment_order o join frota.fleet f on f.id = o.fleet_id group by f.name`)
  expect(made.map(({ name, status }) => ({ name, status }))).toEqual(
    expect.arrayContaining(OF_FLEETS.map((name) => ({ name, status: 'awaiting_payment' }))),
  )
  // Their codes ran out weeks ago, and nobody has read any order since.
  const env = startingAt('2026-10-02T09:00:00-03:00')
  const { stdout, stderr } = await world.run(['close', '2026-09', '--preview'], {
    env,
    cwd: world.dir,
  })
  expect({ stderr, differs: stdout.match(/≠.*/g) }).toEqual({ stderr: '', differs: null })
  expect(stdout).not.toContain('por diferir do serviço')
  const [other] = await world.query('select id from frota.foreign_order')
  expect(stdout.replaceAll('\u00a0', ' ')).toContain(
    `outros fizeram nesta conta: ${String(other?.['id'])} (vencido, R$ 3.712,87)`,
  )
  const manifest = await readFile(join(world.reportsDir, '2026-09', 'manifest.json'), 'utf8')
  const checks: unknown = fieldsOf(JSON.parse(manifest))['checks']
  const all = made.reduce((sum, { orders }) => sum + Number(orders), 1)
  expect(checks).toContainEqual(
    expect.objectContaining({ code: 'outside-orders', of: 'expired', found: String(all) }),
  )
}, 120_000)
