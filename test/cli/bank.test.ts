/** `frota bank`: a statement against the orders of a real ledger, a person's word, and the close. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ofxFile } from '../support/ofx-file.ts'
import { readCsv } from '../support/recompute-months.ts'
import { firstVehicles, openWorld, startingAt, type World } from '../support/run-frota.ts'

interface Order {
  readonly id: string
  readonly total: string
  readonly txid: string
}

const PERSON = { FROTA_PERSON: 'Ana Souza' }
let world: World
let paid: Order[]
const out = (total: string): string => `-${total}`

beforeAll(async () => {
  world = await openWorld({ ...startingAt('2026-09-10T12:00:00-03:00'), ...PERSON })
  const sheet = await firstVehicles(world, 6)
  const ordering = ['--order-method', 'pix', '--approve-up-to', '50000']
  const { code, stderr } = await world.run(['reconcile', sheet, ...ordering])
  if (code !== 0) throw new Error(stderr)
  // The service says that they were paid; how it does is tested elsewhere.
  await world.query(`
    insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
    select id, 'paid', 'nobody', '2026-09-14T15:00:00Z', total_cents from frota.payment_order`)
  const rows = await world.query(`
    select o.id, (o.total_cents / 100.0)::numeric(12, 2)::text as total, e.note as txid
    from frota.payment_order o
    join frota.order_event e on e.order_id = o.id and e.event = 'coded' and e.note <> ''
    order by o.total_cents desc`)
  paid = rows.map((row) => ({
    id: String(row['id']),
    total: String(row['total']),
    txid: String(row['txid']),
  }))
  if (paid.length < 4) throw new Error(`only ${paid.length} orders have a code`)
}, 120_000)
afterAll(() => world[Symbol.asyncDispose]())

test('a payment in two lines is found by its txid, another by its total; the bank dates both', async () => {
  const [first, second] = paid
  const rest = (Number(first?.total) - 5).toFixed(2)
  const path = join(world.dir, 'setembro.ofx')
  await writeFile(
    path,
    ofxFile([
      { id: 'a0', day: '20260911', amount: '-5.00', memo: `PIX ${first?.txid}` },
      { id: 'a1', day: '20260910', amount: out(rest), memo: `PIX ${first?.txid}` },
      { id: 'a2', day: '20260914', amount: out(second?.total ?? ''), memo: 'PIX ENVIADO' },
      { id: 'a3', day: '20260915', amount: '-77.10', memo: 'TARIFA DO BANCO' },
    ]),
  )
  const said = await world.json(['bank', 'match', path])
  expect(said).toMatchObject({
    lines: 4,
    added: 4,
    classes: { matched: 1, 'date-differs': 1, 'only-bank': 1, 'only-fleet': paid.length - 2 },
  })
  const dated = await world.query(`
    select order_id, to_char(occurred_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day
    from frota.order_event where told_by = 'bank' order by occurred_at`)
  expect(dated).toEqual([
    { order_id: first?.id, day: '2026-09-10' },
    { order_id: second?.id, day: '2026-09-14' },
  ])

  const again = await world.json(['bank', 'match', path])
  expect(again).toMatchObject({ lines: 4, added: 0, classes: said['classes'] })
  expect(await world.count(`select count(*) from frota.order_event where told_by = 'bank'`)).toBe(2)
})

test('a person says what no rule can, under their name; nothing else is taken for a word', async () => {
  const open = (await world.json(['bank'])) as { open: { class: string; lines: string[] }[] }
  const line = open.open.find((row) => row.class === 'only-bank')?.lines[0] ?? ''
  const refused = await world.run(['bank', 'say', line.slice(0, 8), '--none'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') as unknown })
  await world.json(['bank', 'say', line.slice(0, 8), '--none', '--reason', 'tarifa da conta'])
  const after = await world.json(['bank'])
  const audit = await world.run(['audit'])
  expect(audit.stdout).toMatch(/linha do extrato julgada\s+Ana Souza/)
  // It stays in the statement's total, and is nobody's payment.
  expect(after['classes']).toMatchObject({ 'only-bank': 0, 'not-ours': 1 })
  expect(JSON.stringify(after['open'])).not.toContain('only-bank')
  const { stdout } = await world.run(['bank'])
  expect(stdout).toMatch(/^não é da frota +1 +-R\$\s77,10$/m)
  expect(stdout).not.toContain('só no banco')
})

test('a word about a line or an order that is not there says which of them', async () => {
  const refusalOf = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await world.run(['bank', 'say', ...args, '--reason', 'x'])
    expect(code).toBe(2)
    return stderr
  }
  const [read] = await world.query('select identity from frota.bank_line limit 1')
  const line = String(read?.['identity'])
  expect(await refusalOf('zzzz', '--none')).toContain('"zzzz" não diz uma linha do extrato')
  expect(await refusalOf(line.slice(0, 4), '--none')).toContain('ao menos 6 caracteres')
  const short = paid[0]?.id.slice(0, 5) ?? ''
  expect(await refusalOf(line, short)).toContain(`"${short}" não diz um pedido (ao menos 6`)
  expect(await refusalOf(line, 'ZZN0A63')).toMatch(/O pedido ZZN0A63 não tem pagamento.*--fleet/)
  expect(await refusalOf(line)).toContain('Diga a linha e os pedidos, ou --none')
})

test('a person’s word about another amount settles it, and the payment has the bank’s day', async () => {
  const [, , third] = paid
  const path = join(world.dir, 'juros.ofx')
  const amount = out((Number(third?.total) + 1).toFixed(2))
  const named = { id: 'a4', day: '20260911', amount, memo: `PIX ${third?.txid}` }
  await writeFile(path, ofxFile([named]))
  const found = await world.json(['bank', 'match', path])
  const open = (found['open'] as { class: string; lines: string[] }[]).filter(
    (row) => row.class === 'amount-differs',
  )
  expect(open).toHaveLength(1)
  const line = open[0]?.lines[0] ?? ''
  const whose = [line.slice(0, 8), third?.id.slice(0, 8) ?? '']
  const said = await world.json(['bank', 'say', ...whose, '--reason', 'juros do banco'])
  expect(said).toMatchObject({ orders: [third?.id] })
  const after = await world.json(['bank'])
  expect(after).toMatchObject({ classes: { 'amount-differs': 0 } })
  expect((after['open'] as { lines: string[] }[]).filter(({ lines }) => lines[0] === line)).toEqual(
    [],
  )
  await world.json(['close', '2026-09', '--preview', '--stored', '--csv-flavour', 'machine'])
  const of = async (name: string): Promise<string> =>
    (await readFile(join(world.reportsDir, '2026-09', name), 'utf8'))
      .split('\n')
      .filter((row) => row.includes(third?.id ?? '-'))
      .join('\n')
  expect(await of('bank.csv')).not.toMatch(/valor difere|bank say/)
  expect(await of('classes.csv')).not.toMatch(/valor difere|bank say/)
  const page = await readFile(join(world.reportsDir, '2026-09', 'close.html'), 'utf8')
  expect(page).toMatch(/casou movem -R\$\s1,00 além dos pagamentos/)
  expect(await of('payments.csv')).toMatch(/^2026-09-11,/)
})

test('a payment that is seen after its statement was read has the bank’s day in the month at once', async () => {
  const { id, total, txid } = paid.at(-1) ?? {}
  const [seen] = await world.query(`delete from frota.order_event
    where order_id = '${id}' and event = 'paid' returning amount_cents::text as cents`)
  const path = join(world.dir, 'antes.ofx')
  const line = { id: 'a5', day: '20260911', amount: `-${total}`, memo: `PIX ${txid}` }
  await writeFile(path, ofxFile([line]))
  const read = await world.json(['bank', 'match', path])
  expect(read).toMatchObject({ classes: { 'only-bank': 1 }, ordersRead: { unread: 0 } })
  const [open] = (read['open'] as { class: string }[]).filter((row) => row.class === 'only-bank')
  expect(open).toMatchObject({ unpaidOrders: [id] })
  const listed = await world.run(['bank', '--stored'])
  const told = new RegExp(`^ +(\\w+) .*PIX ${txid}\n +traz o código do pedido ${id}, `, 'm')
  const key = told.exec(listed.stdout)?.[1] ?? ''
  expect(key).not.toBe('')
  const said = await world.run(['bank', 'say', key, id ?? '', '--reason', 'é dele'])
  expect(said.code).toBe(2)
  expect(said.stderr).toMatch(/leia-o.*refresh/)
  await world.query(`
    insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents)
    values ('${id}', 'paid', 'nobody', '2026-09-14T16:00:00Z', ${String(seen?.['cents'])})`)
  await world.json(['close', '2026-09', '--preview', '--stored', '--csv-flavour', 'machine'])
  const rows = await readCsv(join(world.reportsDir, '2026-09', 'payments.csv'))
  const ofOrder = rows.filter((row) => row['pedido'] === id)
  expect(new Set(ofOrder.map((row) => row['data']))).toEqual(new Set(['2026-09-11']))
})

test('the month has every line and payment once, and its payments by the bank’s day', async () => {
  await world.json(['close', '2026-09', '--preview', '--stored', '--csv-flavour', 'machine'])
  const folder = join(world.reportsDir, '2026-09')
  const [, ...bank] = (await readFile(join(folder, 'bank.csv'), 'utf8')).trimEnd().split('\n')
  expect(bank).toHaveLength(paid.length + 1)
  const payments = await readFile(join(folder, 'payments.csv'), 'utf8')
  const ofFirst = payments.split('\n').filter((row) => row.includes(paid[0]?.id ?? '-'))
  expect(ofFirst.length).toBeGreaterThan(1)
  expect(ofFirst.every((row) => row.startsWith('2026-09-10,2026-09-10,'))).toBe(true)
})

test('a month that waits for lines of the bank names their file, their number and the cure', async () => {
  const said = await world.run(['close', '2026-09', '--preview', '--stored'])
  const open = ((await world.json(['bank'])) as { open: object[] }).open.length
  expect(said.stdout).toContain(`por alguém: ${open} em bank.csv (veja frota bank)`)
  const page = await readFile(join(world.reportsDir, '2026-09', 'close.html'), 'utf8')
  expect(page).toContain(`${open} em bank.csv (veja frota bank)`)
  expect(page).not.toContain(`exceptions.csv: ${open}`)
  const manifest = JSON.parse(
    await readFile(join(world.reportsDir, '2026-09', 'manifest.json'), 'utf8'),
  ) as { waiting: object }
  expect(manifest.waiting).toMatchObject({ bank: open, service: 0 })
})

test('the page that proves an order has its approval, its code, its instants and its line', async () => {
  const order = paid[0]?.id ?? ''
  const { page } = await world.json(['orders', 'evidence', order])
  const text = await readFile(String(page), 'utf8')
  const told = [order, paid[0]?.txid ?? '-', 'aprovada por', 'segundo o banco: 10/09/2026']
  expect(told.filter((words) => !text.includes(words))).toEqual([])
  expect(text).toMatch(/SHA-256[^]*<code>[0-9a-f]{64}</)
  expect(text).not.toContain('<script')
})

test('the page of an order is named by the plate, and what is unknown is repeated as it was typed', async () => {
  const [{ plate } = {}] = await world.query(
    `select v.plate from frota.payment_order o join frota.vehicle v on v.id = o.vehicle_id
      where o.id = '${paid[0]?.id}'`,
  )
  const typed = String(plate).toLowerCase()
  expect(await world.json(['orders', 'evidence', typed])).toMatchObject({ order: paid[0]?.id })
  const unknown = await world.run(['orders', 'evidence', 'Hac4A95x'])
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Hac4A95x"') as string,
  })
})

test('a payment whose line a person says is not its own has its day from elsewhere again', async () => {
  const order = paid[0]?.id ?? ''
  const [line] = await world.query(`select identity from frota.bank_line where memo like 'PIX _%'
    and day = '2026-09-10'`)
  const say = ['bank', 'say', String(line?.['identity']), '--none', '--reason', 'era outro lote']
  const daysOf = async (): Promise<(string | undefined)[]> => {
    await world.json(['close', '2026-09', '--preview', '--stored'])
    await world.json(['report', '--stored'])
    const [payments, orders] = await Promise.all(
      ['2026-09/payments.csv', 'now/orders.csv'].map((name) => {
        return readCsv(join(world.reportsDir, name), ';')
      }),
    )
    const rows = payments?.filter((row) => row['pedido'] === order) ?? []
    const read = orders?.find((row) => row['pedido'] === order)
    return [...new Set(rows.map((row) => row['data'])), read?.['pago_em']?.slice(0, 10)]
  }
  expect(await daysOf()).toEqual(['10/09/2026', '10/09/2026'])
  for (const _ of ['the word', 'the same word again']) await world.json(say)
  expect(await daysOf()).toEqual(['14/09/2026', '14/09/2026'])
  const told = `select count(*) from frota.order_event where order_id = '${order}'
    and told_by = 'bank'`
  expect(await world.count(told)).toBe(2)
  const { page } = await world.json(['orders', 'evidence', order])
  expect(await readFile(String(page), 'utf8')).toContain('nenhuma linha do banco o data mais')
  const dated = ['orders', 'date', order, '--event', 'paid', '--on', '2026-09-10']
  expect(await world.json(dated)).toMatchObject({ counts: true })
  expect(await daysOf()).toEqual(['10/09/2026', '10/09/2026'])
})

test('the same lines in another format are named and left out, unless a person asks for them', async () => {
  const path = join(world.dir, 'setembro.csv')
  const rows = [`11/09/2026;PIX;-5.00`, '15/09/2026;TARIFA;-77.10']
  await writeFile(path, ['Data;Histórico;Valor', ...rows, '16/09/2026;SAQUE;-5.00', ''].join('\n'))
  const reading = ['bank', 'match', path, '--account', '12345-9']
  const before = await world.json(['bank'])
  const { stdout } = await world.run(reading)
  expect(stdout).toMatch(/3 linhas · 1 nova$/m)
  expect(stdout).toMatch(/2 já lidas de outro arquivo.*--add-repeated/)
  expect(stdout).toMatch(/15\/09\/2026 +-R\$\s77,10 +setembro\.ofx/)
  const after = await world.json(['bank'])
  const grown = BigInt(String(after['statementCents'])) - BigInt(String(before['statementCents']))
  expect(grown).toBe(-500n)
  expect(await world.json(reading)).toMatchObject({ added: 0, repeated: [{}, {}] })
  expect(await world.json([...reading, '--add-repeated'])).toMatchObject({ added: 2, repeated: [] })
})

test('a statement read by mistake is taken back, with its days, but for a closed month', async () => {
  const [first] = paid
  const path = join(world.dir, 'extrato.ofx')
  const read = async (id: string): Promise<void> => {
    const memo = `PIX ${first?.txid} ${id}`
    await writeFile(path, ofxFile([{ id, day: '20260912', amount: '-12.34', memo }]))
    await world.json(['bank', 'match', path])
  }
  const before = await world.json(['bank'])
  await read('b1')
  await read('b2')
  const reason = ['--reason', 'de outra empresa']
  // The name is the same every month: only its newest reading goes.
  expect(await world.json(['bank', 'remove', path, ...reason])).toMatchObject({ removed: 1 })
  expect(await world.json(['bank', 'remove', path, ...reason])).toMatchObject({ removed: 1 })
  expect(await world.json(['bank'])).toEqual(before)
  const none = await world.run(['bank', 'remove', path, ...reason])
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('juros.ofx') as unknown })

  const dated = `select count(*) from (select distinct on (order_id, event) occurred_at
    from frota.order_event where told_by = 'bank' order by order_id, event, seq desc) as newest
    where occurred_at is not null`
  const days = await world.count(dated)
  await world.query(`
    insert into frota.month_close (fleet_id, month, revision, closed_at, closed_by, folder, zone,
      ipva, manifest_sha256, opening_cents, closing_cents, debt_events, order_events,
      vehicle_changes, waiting)
    select id, '2026-09', 1, '2026-12-01', 'Ana Souza', '-', 'America/Sao_Paulo', 'single',
      repeat('0', 64), 0, 0, 0, 0, 0, 0 from frota.fleet`)
  const closed = await world.run(['bank', 'remove', 'juros.ofx', ...reason])
  expect(closed).toMatchObject({ code: 2, stderr: expect.stringContaining('2026-09') as unknown })
  await world.query('delete from frota.month_close')
  // A person's word about its line goes with it, and the day that the bank gave.
  await world.json(['bank', 'remove', 'juros.ofx', ...reason])
  expect(await world.count(dated)).toBe(days - 1)
  expect((await world.run(['audit'])).stdout).toMatch(/extrato retirado\s+Ana Souza/)
})
