/**
 * An order that somebody paid is offered for payment by nothing that shows money, from the moment of
 * its payment on; and what could not be read is shown without its code.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { accessTo, fleet, openWorld } from '../support/run-frota.ts'
import { openPassingProxy, type PassingProxy } from '../support/passing-proxy.ts'
import { payPix } from '../support/pay-pix.ts'

const ROWS = 8
const PIX = ['--order-method', 'pix', '--approve-up-to', '50000']
/** The simulated authority settles some seconds after a payment. */
const PAID: unknown = expect.stringMatching(/^(paid|settled)$/)

interface Listed {
  readonly id: string
  readonly plate: string
  readonly status: string
  readonly standing: string
  readonly gate: string
  readonly gateReason: string | null
  readonly pixCode: string
}

const home = await forFile(openWorld())
const world = await forFile(openWorld())
const service = await home.serve()
const env = accessTo(service)
const lines = (await readFile(fleet('small.csv'), 'utf8')).split('\n')
const sheet = join(world.dir, 'frota.csv')
await writeFile(sheet, lines.slice(0, ROWS + 1).join('\n'))
const ran = await world.run(['reconcile', sheet, ...PIX], { env })
if (ran.code !== 0) throw new Error(ran.stderr)
/** Paid one after the other. */
const unpaid = (await orders()).orders.filter((each) => each.gate === 'open' && each.pixCode !== '')
if (unpaid.length < 6) throw new Error(`only ${unpaid.length} orders have a code`)

async function orders(given: Readonly<Record<string, string>> = env, ...more: string[]) {
  const said = await world.json(['orders', ...more], { env: given })
  return said as { orders: Listed[]; ordersRead: Record<string, unknown> }
}

async function pay(): Promise<Listed> {
  const order = unpaid.shift()
  if (order === undefined) throw new Error('every order is paid by now')
  await payPix(service, order.id)
  return order
}

const filesOf = async (folder: string): Promise<string[]> =>
  Promise.all(
    ['orders.csv', 'summary.html', 'manifest.json', 'debts.csv'].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  )

describe('while the service answers', () => {
  test('the list reads every open order first', async () => {
    const paid = await pay()
    const { orders: all, ordersRead } = await orders()
    const now = all.find(({ id }) => id === paid.id)
    expect(now).toMatchObject({ standing: PAID, gate: 'shut', pixCode: '' })
    expect(ordersRead).toMatchObject({ unread: 0, problem: null })
    expect(all.filter(({ pixCode }) => pixCode !== '')).toHaveLength(unpaid.length)
  })

  test("a run's report shows no code of it, and says of each other one when it was read", async () => {
    const first = await world.json(['report', '1'], { env })
    const folder = String(first['reports'])
    const before = await filesOf(folder)
    const paid = await pay()
    expect(before[0]).toContain(paid.pixCode)
    const resumed = await world.json(['resume'], { env })
    expect(resumed).toMatchObject({ run: 2 })
    const csv = await world.report('orders.csv')
    expect(csv).not.toContain(paid.pixCode)
    expect(csv).toContain(unpaid[0]?.pixCode)
    const [header = '', ...rows] = csv.trimEnd().split('\r\n')
    const at = header.split(';').indexOf('lido_em')
    const read = rows
      .filter((row) => row.includes('br.gov.bcb.pix'))
      .map((row) => row.split(';')[at])
    expect(read.every((text) => /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/.test(text ?? ''))).toBe(true)
    expect(await world.report('summary.html')).toMatch(/lido no serviço em \d\d\/\d\d\/\d{4}/)

    // The report of the run before stays what it was, byte for byte.
    await world.json(['report', '1'], { env })
    expect(await filesOf(folder)).toEqual(before)
  })

  test('a run reads each open order twice: before it decides, and before its report', async () => {
    const reads: string[] = []
    await using proxy = await openPassingProxy(service.url, (request) => {
      reads.push(request)
      return false
    })
    await world.json(['resume'], { env: { ...env, FROTA_API_URL: proxy.url } })
    for (const { id } of unpaid) {
      const own = reads.filter((request) => request === `GET /api/v1/orders/${id}`)
      expect(own.length, `${own.length} reads`).toBeGreaterThanOrEqual(2)
    }
  })

  test('a report without a number tells what is true now, beside those of the runs', async () => {
    const third = String((await world.json(['report', '3'], { env }))['reports'])
    const before = await filesOf(third)
    const paid = await pay()
    expect(before[0]).toContain(paid.pixCode)
    const now = await world.json(['report'], { env })
    expect(now).toMatchObject({ run: 3, closes: true, ordersRead: { unread: 0 } })
    expect(now['reports']).toBe(join(world.reportsDir, 'now'))
    const [csv, page] = await filesOf(join(world.reportsDir, 'now'))
    expect(csv).not.toContain(paid.pixCode)
    expect(csv).toContain(unpaid[0]?.pixCode)
    expect(page).toMatch(/Como estava em .*; o relatório da execução 3 fica como era\./)
    await world.json(['report', '3'], { env })
    expect(await filesOf(third)).toEqual(before)
  })

  test('status counts it as paid', async () => {
    const before = await world.json(['status'], { env })
    await pay()
    const after = await world.json(['status'], { env })
    const paid = (status: Record<string, unknown>): number =>
      (status['orders'] as { paid: number }).paid
    expect(paid(after)).toBe(paid(before) + 1)
  })

  test('a refresh of one vehicle says what changed, and of nothing that nobody knows', async () => {
    const paid = await pay()
    const said = await world.json(['orders', 'refresh', paid.plate], { env })
    expect(said).toMatchObject({ orders: 1, read: 1, stopped: false })
    const change = { order: paid.id, plate: paid.plate, from: 'awaiting_payment', standing: PAID }
    expect(said['changed']).toMatchObject([change])
    const all = await world.run(['orders', 'refresh'], { env })
    expect(all.stdout).toMatch(/(^|\n)\d+ de \d+ pedidos lidos, \d+ (mudou|mudaram)\n$/)
    const unknown = await world.run(['orders', 'refresh', 'ZZZ9Z99'], { env })
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('Nenhum pedido é de "ZZZ9Z99"')
  })
})

/** As if nobody had looked for a while. */
const age = () =>
  world.query(`update frota.payment_order set updated_at = updated_at - interval '23 minutes'`)

describe('while the service does not answer', () => {
  let proxy: PassingProxy
  let held: Readonly<Record<string, string>>

  beforeAll(async () => {
    await age()
    const isRead = (request: string): boolean => /^GET .*\/orders\/[0-9a-f-]+$/.test(request)
    proxy = await openPassingProxy(service.url, isRead)
    held = { ...env, FROTA_API_URL: proxy.url }
  })
  afterAll(() => proxy[Symbol.asyncDispose]())

  test('status waits for it no longer than it may, and says what was not read', async () => {
    const { code, stdout } = await world.run(['status'], { env: held })
    expect(code).toBe(0)
    expect(stdout).toContain('no serviço agora: o tempo para isso acabou. O que se sabe')
    expect(await world.json(['status', '--stored'], { env: held })).toMatchObject({
      ordersRead: { stored: true, read: 0, unread: unpaid.length },
    })
  })

  test('a refresh that gets no answer for eight seconds ends, and says so', async () => {
    const { code, stdout, stderr } = await world.run(['orders', 'refresh'], { env: held })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^0 de \d+ pedidos lidos, 0 mudaram\n$/)
    expect(stderr).toContain('O serviço não respondeu a nenhuma leitura em 8 s.')
  })

  test('Ctrl-C ends a refresh in order', async () => {
    await world.release()
    const running = world.start(['orders', 'refresh'], { env: held })
    await proxy.nextHeld()
    running.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    expect(code).toBe(130)
    expect(stderr).toMatch(/^frota: parando em ordem .*\n$/)
    expect(stdout).toMatch(/^Parado: 0 de \d+ pedidos lidos, 0 mudaram\n$/)
  })
})

describe('while the service is away', () => {
  const unreachable = { problem: { code: 'service-unreachable' } }

  beforeAll(async () => {
    await service.stop()
    await age()
  })

  test('the list answers from the ledger, says how old that is, and shows no code', async () => {
    const said = await orders()
    expect(said.ordersRead).toMatchObject({ ...unreachable, read: 0, unread: unpaid.length })
    const open = said.orders.filter(({ standing }) => standing === 'open')
    expect(open).toHaveLength(unpaid.length)
    for (const order of open) {
      expect(order).toMatchObject({ gate: 'shut', gateReason: 'order-not-read', pixCode: '' })
    }
    const { code, stdout } = await world.run(['orders'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/não (foi|foram) lidos? no serviço agora: O serviço em http/)
    expect(stdout).toMatch(/\(há \d+ min\), e podem? já estar pagos?: nenhum código é mostrado/)
    expect(stdout).toMatch(/Antes de pagar: frota orders refresh\n$/)
  })

  test('status and report answer, and the report shows no code', async () => {
    const status = await world.run(['status', '--json'], { env })
    expect(status.code).toBe(0)
    expect(JSON.parse(status.stdout)).toMatchObject({ ordersRead: unreachable })
    expect(await world.json(['report'], { env })).toMatchObject({ ordersRead: unreachable })
    const [csv, page] = await filesOf(join(world.reportsDir, 'now'))
    expect(csv).not.toContain('br.gov.bcb.pix')
    expect(csv).toContain('não foi lido no serviço nos últimos 2 minutos')
    expect(page).not.toContain('br.gov.bcb.pix')
  })

  test('a refresh fails with the cure, and with --stored nothing is asked', async () => {
    const refresh = await world.run(['orders', 'refresh'], { env })
    expect(refresh.code).toBe(1)
    expect(refresh.stderr).toMatch(/não pode ser alcançado.*FROTA_API_URL/)
    const { ordersRead } = await orders(env, '--stored')
    expect(ordersRead).toMatchObject({ stored: true, problem: null, unread: unpaid.length })
  })

  test('where it is not configured, its orders are not taken for missing ones', async () => {
    const { orders: all, ordersRead } = await orders({})
    expect(ordersRead).toMatchObject({ problem: { code: 'configuration' } })
    expect(all.map(({ gateReason }) => gateReason)).not.toContain('order-missing')
  })
})
