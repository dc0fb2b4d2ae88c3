/** `frota orders date`: a person says on which day money of an order moved. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstVehicles, openWorld, startingAt } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const ANA = { FROTA_PERSON: 'Ana Souza' }
const OTHER = '00000000-0000-4000-8000-0000000000ff'

const world = await forFile(openWorld(startingAt('2026-10-05T12:00:00-03:00')))
const sheet = await firstVehicles(world, 6)
const ordering = ['--order-method', 'pix', '--approve-up-to', '50000']
const { code, stderr } = await world.run(['reconcile', sheet, ...ordering])
if (code !== 0) throw new Error(stderr)
const rows = await world.query('select id from frota.payment_order order by seq limit 3')
const [refunded = '', undone = '', older = ''] = rows.map(({ id }) => String(id))
// What the service says; how it does is tested elsewhere. A refund of no debt moves only money.
await world.query(`update frota.payment_order set created_at = '2026-09-10T15:00:00Z'`)
await world.query(`delete from frota.order_item where order_id = '${refunded}'`)
await world.query(`update frota.payment_order set refunded_cents = 500 where id = '${refunded}'`)
await world.query(
  `insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
   values ('${refunded}', 'refunded', 'nobody', '2026-09-28T15:00:00Z', 500),
     ('${undone}', 'paid', 'nobody', '2026-09-14T15:00:00Z', 700),
     ('${undone}', 'unpaid', 'nobody', '2026-09-14T15:00:00Z', 700)`,
)

const say = (order: string, event: string, on: string, env: Record<string, string> = ANA) =>
  world.run(['orders', 'date', order, '--event', event, '--on', on], { env })

const words = () =>
  world.query(
    `select event, note, amount_cents::text as amount,
       to_char(occurred_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as day
     from frota.order_event where told_by = 'person' order by seq`,
  )

describe('a date is refused', () => {
  test.each([
    ['that is none', 'refunded', '2026-09-31', /"2026-09-31": Diga .*AAAA-MM-DD/],
    ['of an event of another name', 'created', '2026-09-12', /"created": .*paid\|settled\|ref/],
    ['in the future', 'refunded', '2026-10-07', /ainda não chegou/],
    ['before the order was made', 'refunded', '2026-09-09', /O pedido foi feito depois desse dia/],
    ['of an event that did not happen', 'settled', '2026-09-12', /não disse que isso aconteceu/],
  ])('%s', async (_what, event, on, says) => {
    const { code, stderr } = await say(refunded, event, on)
    expect(code).toBe(2)
    expect(stderr).toMatch(says)
  })

  test('of a second refund where there was one, which is not called several', async () => {
    const { stderr } = await say(`${refunded}:2`, 'refunded', '2026-09-28')
    expect(stderr).toContain(`Diga de qual destes é o dia: ${refunded}:1 (R$`)
  })

  test('of a payment that was taken back', async () => {
    expect((await say(undone, 'paid', '2026-09-12')).stderr).toMatch(/não disse que isso/)
  })

  test('of an order that is none of the fleet’s', async () => {
    expect((await say(OTHER, 'paid', '2026-09-12')).stderr).toMatch(/Nenhum pedido desta frota/)
  })

  test('without a name', async () => {
    const { code, stderr } = await say(refunded, 'refunded', '2026-09-12', {})
    expect(code).toBe(2)
    expect(stderr).toMatch(/FROTA_PERSON/)
  })

  test('and nothing of it is kept', async () => {
    expect(await words()).toEqual([])
  })
})

test('a later word replaces an earlier one; both stay in the audit log and on the page', async () => {
  const closing = ['close', '2026-09', '--yes', '--stored', '--with-open', '--reason', 'teste']
  const env = ANA
  expect(await world.json(closing, { env })).toMatchObject({ state: 'closed' })
  expect(await say(refunded, 'refunded', '2026-09-20')).toMatchObject({ code: 0 })
  const second = ['orders', 'date', refunded, '--event', 'refunded', '--on', '2026-10-01']
  const order = { order: refunded, event: 'refunded', on: '2026-10-01' }
  expect(await world.json(second, { env })).toEqual({ ...order, person: 'Ana Souza', counts: true })
  const note: unknown = expect.stringMatching(/^Ana Souza @\d+$/)
  const word = { event: 'refunded', note, amount: '0' }
  expect(await words()).toEqual([
    { ...word, day: '2026-09-20 00:00' },
    { ...word, day: '2026-10-01 00:00' },
  ])
  const audit = await world.query(
    `select actor, facts::json as facts from frota.audit where what = 'order-dated' order by seq`,
  )
  expect(audit).toEqual([
    { actor: 'Ana Souza', facts: { day: '2026-09-20', event: 'refunded' } },
    { actor: 'Ana Souza', facts: { day: '2026-10-01', event: 'refunded' } },
  ])
  expect((await world.run(['audit', 'verify'], { env })).code).toBe(0)
  const later = await world.run(['audit', '--since', '2031-01-01'], { env })
  expect(later.stdout).toMatch(/^Nada do registro é disso\.$/m)
  const { page } = await world.json(['orders', 'evidence', refunded], { env })
  const text = await readFile(String(page), 'utf8')
  expect(text).toContain('segundo uma pessoa: 01/10/2026')
  expect(text).toContain('data dita por uma pessoa')
  expect(text).not.toMatch(/Ana Souza @/)
})

test('a date that leaves a closed month is an adjustment of the next one', async () => {
  const preview = ['close', '2026-10', '--preview', '--stored', '--csv-flavour', 'machine']
  const env = { ...ANA, FROTA_LOCALE: 'en' }
  expect(await world.json(preview, { env })).toMatchObject({ closes: true })
  const payments = await readFile(join(world.reportsDir, '2026-10', 'payments.csv'), 'utf8')
  const rows = payments.split('\n').filter((row) => row.includes(refunded))
  const of = (amount: string) => rows.filter((row) => row.split(',').includes(amount))
  expect(rows).toHaveLength(2)
  // The closed September has it; October takes it back, naming September, and books it anew.
  expect(of('5.00')).toEqual([expect.stringContaining('2026-09')])
  expect(of('-5.00')).toEqual([expect.not.stringContaining(',2026-09,')])
  const closed = await readFile(join(world.reportsDir, '2026-09', 'payments.csv'), 'utf8')
  expect(closed).toContain(refunded)
})

test('a date beside the bank’s is kept, and says that it does not count', async () => {
  // A part of the refund is taken back since: the day is the refund's.
  await world.query(
    `insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
     values ('${refunded}', 'refunded', 'nobody', '2026-10-04T15:00:00Z', -200);
     insert into frota.order_event (order_id, event, told_by, seen_at, occurred_at, note)
     select order_id, event, 'bank', '2026-10-05T15:00:00Z', '2026-10-02T03:00:00Z', 'L @' || seq
     from frota.order_event where order_id = '${refunded}' and amount_cents = 500`,
  )
  const { stdout } = await say(refunded, 'refunded', '2026-10-03')
  expect(stdout).toMatch(/vale a data do banco/)
})

test('of several refunds a person says which one a date is of; the others keep theirs', async () => {
  await world.query(
    `insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
     values ('${undone}', 'refunded', 'nobody', '2026-09-16T15:00:00Z', 300),
       ('${undone}', 'refunded', 'nobody', '2026-09-26T15:00:00Z', 400)`,
  )
  const asked = await say(undone, 'refunded', '2026-09-17')
  expect(asked.code).toBe(2)
  const [first, second] = [`${undone}:1 (R$ 3,00, 16/09`, `${undone}:2 (R$ 4,00, 26/09`]
  expect(asked.stderr.replaceAll('\u00a0', ' ')).toMatch(/Diga de qual destes/)
  for (const one of [first, second]) expect(asked.stderr.replaceAll('\u00a0', ' ')).toContain(one)
  expect(await say(`${undone}:1`, 'refunded', '2026-09-17')).toMatchObject({ code: 0 })
  await world.json(['report', '--stored'], { env: ANA })
  const orders = await readFile(join(world.reportsDir, 'now', 'orders.csv'), 'utf8')
  expect(orders.split('\n').find((row) => row.includes(undone))).toMatch(/26\/09\/2026/)
  const dated = await world.query(
    `select event.amount_cents::text as cents from frota.order_event word
     join frota.order_event event on word.note = 'Ana Souza @' || event.seq
     where word.order_id = '${undone}' and word.told_by = 'person'`,
  )
  expect(dated).toEqual([{ cents: '300' }])
})

test('a bank’s day of before its rows named events leaves a later refund to a person', async () => {
  await world.query(
    `insert into frota.order_event (order_id, event, told_by, seen_at, occurred_at, amount_cents, note)
     values ('${older}', 'refunded', 'nobody', '2026-09-16T15:00:00Z', null, 300, ''),
       ('${older}', 'refunded', 'bank', '2026-09-17T15:00:00Z', '2026-09-17T03:00:00Z', 0, 'L'),
       ('${older}', 'refunded', 'nobody', '2026-09-26T15:00:00Z', null, 400, '')`,
  )
  const said = await say(older, 'refunded', '2026-09-24')
  expect(said).toMatchObject({ code: 0, stdout: expect.not.stringContaining('do banco') })
})
