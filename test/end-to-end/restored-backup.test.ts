/**
 * A data directory that was put back from an older copy, while the service has orders that the
 * ledger forgot. One service in a world of its own, and a runner whose data go back in time.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { ANY_AMOUNT, OWING, writeFleet } from '../support/planted-fleet.ts'
import { accessTo, openWorld, type Ended, type Rows, type World } from '../support/run-frota.ts'

const APPROVED = ['--order-method', 'pix', '--approve-up-to', ANY_AMOUNT]
const FLEET = Array.from({ length: 3 }, () => OWING)
const JOURNAL = 'intents.jsonl'
const SCALED = { FROTA_TEST_SCALE: '1200', FROTA_LOCALE: 'en' }
const STORY_MS_MAX = 120_000

interface Waiting {
  readonly code: string
  readonly id: string
  readonly plate: string
  readonly reason: string
}

const ORDERS = 'SELECT id, vehicle_id FROM service.payment_order ORDER BY id'
const TWICE = `SELECT d.vehicle_id, d.fingerprint FROM service.order_item i
  JOIN service.debt_item d ON d.id = i.debt_item_id
  GROUP BY 1, 2 HAVING count(DISTINCT i.order_id) > 1`

let service: World
let runner: World
let ordered: Rows
let forgotten: string

const copy = (): string => join(runner.dir, 'copy')

function manifestOf(number: number): string {
  const name = readdirSync(runner.reportsDir).find((each) => each.endsWith(`-000${number}`))
  return readFileSync(join(runner.reportsDir, name ?? '', 'manifest.json'), 'utf8')
}

/** The runner is stopped meanwhile, as it is for every copy of a database that is to be whole. */
async function putBack(keep: 'its journal' | 'nothing'): Promise<void> {
  await runner.release()
  const journal = join(runner.dataDir, JOURNAL)
  const kept = readFileSync(journal)
  rmSync(runner.dataDir, { recursive: true })
  cpSync(copy(), runner.dataDir, { recursive: true })
  if (keep === 'its journal') writeFileSync(journal, kept)
}

/** A server's backups are its own; what it committed is never older than what was sent. */
describe.runIf(testEngine() === 'pglite')('a data directory', () => {
  beforeAll(async () => {
    service = await openWorld(SCALED)
    const facts = await service.serve()
    runner = await openWorld({
      ...SCALED,
      ...accessTo(facts),
    })
    await runner.run(['reconcile', await writeFleet(runner, FLEET)])
    await runner.release()
    cpSync(runner.dataDir, copy(), { recursive: true })
    await runner.run(['reconcile', ...APPROVED])
    ordered = await service.query(ORDERS)
    forgotten = manifestOf(2)
  }, STORY_MS_MAX)

  afterAll(async () => {
    await runner[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  async function nothingTwice(): Promise<void> {
    expect(ordered.length).toBeGreaterThan(2)
    expect(await service.query(ORDERS)).toEqual(ordered)
    expect(await service.query(TWICE)).toEqual([])
  }

  describe('an older ledger beside its journal', () => {
    let ended: Ended

    beforeAll(async () => {
      await putBack('its journal')
      ended = await runner.run(['reconcile', ...APPROVED])
    }, STORY_MS_MAX)

    test('orders nothing anew, and the run ends well', async () => {
      expect(ended.code).toBe(0)
      expect(ended.stderr).toMatch(/money is blocked until all orders were read/)
      expect(ended.stderr).toMatch(/money is free again/)
      await nothingTwice()
    })

    test('is a run of its own: the forgotten run keeps its number and its folder', async () => {
      const numbers = 'SELECT number FROM frota.run ORDER BY number'
      expect(await runner.query(numbers)).toEqual([{ number: 1 }, { number: 3 }])
      expect(manifestOf(2)).toBe(forgotten)
    })

    test('knows every order of the service again, and wrote down what happened', async () => {
      await runner.read(async (query) => {
        const known = await query(
          `SELECT o.id, o.gate_reason, p.state FROM frota.payment_order o
           JOIN frota.order_plan p ON p.id = o.plan_id ORDER BY o.id`,
        )
        expect(known.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id))
        const gates = new Set(known.map(({ gate_reason: why }) => why))
        expect(gates).toEqual(new Set(['found-at-service']))
        expect(new Set(known.map(({ state }) => state))).toEqual(new Set(['ordered']))
        const unlocked = await query(
          `SELECT i.debt_id FROM frota.order_item i JOIN frota.debt d ON d.id = i.debt_id
           WHERE NOT EXISTS (SELECT FROM frota.debt_lock l WHERE l.vehicle_id = d.vehicle_id
             AND l.scope = d.fingerprint || '#' || d.ordinal)`,
        )
        expect(unlocked).toEqual([])
        const [block, ...others] = await query('SELECT * FROM frota.money_block')
        expect(others).toEqual([])
        expect(block).toMatchObject({ why: 'unknown-intents', tries: 1, problem: null })
        expect(block?.['orders_recorded']).toBe(ordered.length)
        expect(block?.['cleared_at']).not.toBeNull()
        const told = await query(
          "SELECT what FROM frota.audit WHERE what LIKE 'money-%' ORDER BY seq",
        )
        expect(told.map(({ what }) => what)).toEqual(['money-blocked', 'money-freed'])
      })
    })

    test('is not blocked again by what its journal said', async () => {
      const again = await runner.run(['reconcile', ...APPROVED])
      expect(again).toMatchObject({ code: 0, stderr: '' })
      expect(await runner.count('SELECT count(*) FROM frota.money_block')).toBe(1)
      await nothingTwice()
    })
  })

  describe('an older ledger with a journal that is as old', () => {
    test(
      'orders nothing anew: the orders of a vehicle are read before it is ordered for',
      async () => {
        await putBack('nothing')
        const ended = await runner.run(['reconcile', ...APPROVED])
        expect(ended).toMatchObject({ code: 0, stderr: '' })
        expect(await runner.count('SELECT count(*) FROM frota.money_block')).toBe(0)
        await nothingTwice()
        const held = await runner.query(
          "SELECT state, reason FROM frota.effect WHERE kind = 'order'",
        )
        expect(held).toHaveLength(ordered.length)
        for (const { state, reason } of held) {
          expect(state).toBe('quarantined')
          expect(reason).toMatch(/^order-holds-debt: /)
        }
      },
      STORY_MS_MAX,
    )

    test(
      'and a person adopts what was made, not without confirming it',
      async () => {
        const { waiting } = (await runner.json(['orders', 'resolve'])) as { waiting: Waiting[] }
        const codes = waiting.map(({ code }) => code)
        const quarantined = ordered.map(() => 'order-quarantined')
        expect(codes).toEqual([...quarantined, 'credential-shared'])
        const [one] = waiting
        const order = /order-holds-debt: (\S+)/.exec(one?.reason ?? '')?.[1] ?? ''
        const said = ['orders', 'resolve', one?.plate ?? '', '--adopt', order]
        const why = ['--reason', 'it was ours, from before the backup', '--person', 'Ana']
        // A script that forgot --yes is told so, and nothing is changed.
        expect((await runner.run([...said, ...why])).code).toBe(2)
        const done = await runner.json([...said, ...why, '--yes'])
        expect(done).toMatchObject({ choice: 'adopt', orderId: order, person: 'Ana' })
        const { waiting: left } = (await runner.json(['orders', 'resolve'])) as {
          waiting: Waiting[]
        }
        expect(left.map(({ id }) => id)).toEqual(waiting.slice(1).map(({ id }) => id))
        await nothingTwice()
      },
      STORY_MS_MAX,
    )
  })
})
