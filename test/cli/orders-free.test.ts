/** `frota orders free`: after a refund a person lets the debts of an order be ordered again. */
import type { Bilingual } from '../../src/bilingual.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/orders/orders-free.ts'
import { openOutput } from '../../src/cli/output.ts'
import { verifyLedger } from '../../src/cli/audit/verify-audit.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { Failure } from '../../src/failure.ts'
import { openAuditReader } from '../../src/ledger/audit/audit-read.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import { openLedgerDb } from '../../src/ledger/schema/tx.ts'
import { openWorld, type Rows, type World } from '../support/run-frota.ts'
import { orderedVehicle, type Ordered } from './ordered-vehicle.ts'

const NOBODY = '00000000-0000-4000-8000-0000000000ff'
const REASON = 'placa trocada, diz o dono de CPF 529.982.247-25'

let world: World
/** Open all the time: the commands go through its socket. */
let ledger: Database
const query = async (sql: string, values: unknown[] = []): Promise<Rows> =>
  (await ledger.pool.query<Record<string, unknown>>(sql, values)).rows

beforeAll(async () => {
  world = await openWorld()
  ledger = await openDatabase({ dataDir: world.dataDir })
  await migrate(ledger.pool, ledgerMigrations)
})
afterAll(async () => {
  await ledger.close()
  await world[Symbol.asyncDispose]()
})

const ordered = (
  standing: string,
  given?: Parameters<typeof orderedVehicle>[2],
): Promise<Ordered> => orderedVehicle(query, standing, given)

/** The debts' states, the locks, and whether the very same order may be planned again. */
async function standingOf({ vehicleId }: Ordered): Promise<unknown> {
  const [row] = await query(
    `select (select string_agg(state, ' ' order by ordinal) from frota.debt
         where vehicle_id = $1) as debts,
       (select count(*)::integer from frota.debt_lock where vehicle_id = $1) as locks,
       (select state from frota.order_plan where vehicle_id = $1) as plan,
       (select active from frota.effect where vehicle_id = $1) as guarded`,
    [vehicleId],
  )
  return row
}

describe('a refunded order', () => {
  test('is freed by a person, once, and the audit log says who and why', async () => {
    const [one, two] = await Promise.all([ordered('refunded'), ordered('refunded', { tickets: 2 })])
    const by = ['--person', 'Ana Lima', '--reason', REASON]
    const [portuguese, json] = await Promise.all([
      world.run(['orders', 'free', one.orderId, ...by]),
      world.run(['orders', 'free', two.orderId.toUpperCase(), ...by, '--json', '--locale', 'en']),
    ])
    expect(portuguese).toMatchObject({
      code: 0,
      stderr: '',
      stdout: '1 débito liberado: a próxima consulta pode propô-lo de novo.\n',
    })
    expect([json.code, json.stderr]).toEqual([0, ''])
    expect(JSON.parse(json.stdout)).toEqual({ order: two.orderId, debts: 2 })
    expect(await standingOf(one)).toEqual({ debts: 'open', locks: 0, plan: 'void', guarded: false })
    expect(await standingOf(two)).toMatchObject({ debts: 'open open', locks: 0, plan: 'void' })

    const again = await world.run(['orders', 'free', one.orderId, ...by])
    expect(again).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'frota: Nenhum débito fica preso a este pedido: já foram liberados, ou outro pedido os pagou.\n',
    })
    const told = await query(
      `select what, actor_kind, actor, facts::json as facts from frota.audit
       where vehicle_id = $1 order by seq`,
      [one.vehicleId],
    )
    const person = { actor_kind: 'person', actor: 'Ana Lima' }
    const reason = expect.stringMatching(/^placa trocada, diz o dono de CPF (?!.*529\.982)/)
    const facts = { debts: 1, reason, refunded: '86.00', status: 'refunded' }
    expect(
      await query('select reason from frota.order_plan where vehicle_id = $1', [one.vehicleId]),
    ).toEqual([{ reason }])
    expect(told).toMatchObject([
      { ...person, what: 'voided' },
      { ...person, what: 'debts-freed', facts },
    ])
    const reader = openAuditReader(openLedgerDb(ledger.pool))
    expect((await verifyLedger(reader, [])).broken).toBeUndefined()
  })
})

/** In this process, as the command's own module: what it prints, or why it refuses. */
async function free(words: string[], reason?: string): Promise<Bilingual> {
  const said = { pt: '', en: '' }
  for (const [language, locale] of [
    ['pt', 'pt-BR'],
    ['en', 'en'],
  ] as const) {
    const terminal = { write: (text: string) => (said[language] += text) }
    const running = run({
      name: 'orders free',
      words,
      flags: reason === undefined ? {} : { reason },
      config: readConfig({}, { FROTA_DATA_DIR: world.dataDir, FROTA_PERSON: 'Ana Lima' }),
      output: openOutput(terminal, { json: false, locale }),
      stop: new AbortController().signal,
      exitWith: () => undefined,
    })
    await running.catch((error: unknown) => {
      if (!(error instanceof Failure) || error.exitCode !== 2) throw error
      said[language] = error.in(locale)
    })
  }
  return said
}

describe('what is not to be freed stays as it is', () => {
  test('an order that is open', async () => {
    const one = await ordered('open')
    expect(await free([one.orderId], 'x')).toEqual({
      pt: 'O serviço não devolveu nada deste pedido; seus débitos ficam nele.',
      en: 'The service gave nothing of this order back; its debts stay in it.',
    })
    expect(await standingOf(one)).toMatchObject({ debts: 'ordered', locks: 1, plan: 'ordered' })
  })

  test('an order of another fleet, and one that nobody knows', async () => {
    const other = await ordered('refunded', { fleet: 'other' })
    for (const orderId of [other.orderId, NOBODY]) {
      expect(await free([orderId], 'x')).toEqual({
        pt: 'Nenhum pedido desta frota é esse; veja: frota orders',
        en: 'No order of this fleet is that one; see: frota orders',
      })
    }
    expect(await standingOf(other)).toMatchObject({ debts: 'ordered', locks: 1 })
  })

  test.each([
    ['without a reason', undefined],
    ['with an empty reason', '  '],
  ])('an order %s', async (_name, reason) => {
    const one = await ordered('refunded')
    const { pt, en } = await free([one.orderId], reason)
    expect([pt, en]).toEqual([
      'Diga o pedido e por quê: frota orders free PEDIDO --reason "o órgão recusou por …"',
      'Name the order and why: frota orders free ORDER --reason "the authority refused since …"',
    ])
    expect(await standingOf(one)).toMatchObject({ debts: 'ordered', locks: 1 })
  })

  test('what is no order’s id', async () => {
    expect((await free(['ABC1D23'], 'x')).pt).toContain('Diga o pedido e por quê')
    expect((await free([], 'x')).pt).toContain('Diga o pedido e por quê')
  })
})

test('a debt that the last answer has no longer is gone, and several are told in the plural', async () => {
  const one = await ordered('refunded', { tickets: 3, shown: 2 })
  const { pt, en } = await free([one.orderId], 'x')
  expect(pt).toBe('3 débitos liberados: a próxima consulta pode propô-los de novo.\n')
  expect(en).toBe(
    'This order locks no debt: they were set free before, or another order has paid them.',
  )
  expect(await standingOf(one)).toMatchObject({ debts: 'open open gone', locks: 0 })
})
