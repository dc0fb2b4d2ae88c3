/** Writes rows straight into the ledger's tables with fixed ids, so that reports can be golden. */
import type { Pool } from '../../../src/database/pool.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openRunStore, type Run } from '../../../src/ledger/runs/runs.ts'
import { changeOf, isFormer, sum, wordsOf, type DebtSpec } from './debt-spec.ts'

export const FLEET = fixedId('f', 1)
export const CAMPAIGN = fixedId('c', 2)
export const FORMER_CAMPAIGN = fixedId('c', 1)
export const IMPORT = fixedId('1', 1)

/** A readable uuid: a letter for the table and a number. */
export function fixedId(table: string, number: number): string {
  return `00000000-0000-4000-800${table}-${number.toString().padStart(12, '0')}`
}

type Row = Record<string, unknown>

export class LedgerBuilder {
  readonly pool: Pool
  #ids = new Map<string, number>()

  constructor(pool: Pool) {
    this.pool = pool
  }

  next(table: string): string {
    const number = (this.#ids.get(table) ?? 0) + 1
    this.#ids.set(table, number)
    return fixedId(table, number)
  }

  async insert(table: string, row: Row): Promise<void> {
    const names = Object.keys(row)
    await this.pool.query(
      `insert into frota.${table} (${names.join(', ')}) overriding system value
       values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    )
  }

  /** Fleet, an applied file, a former and a present campaign. */
  async fleet(): Promise<void> {
    const account = fixedId('a', 1)
    const name = 'principal'
    await this.insert('fleet', { id: FLEET, name, account_id: account, created_at: at('01', 9) })
    await this.insert('campaign', {
      id: FORMER_CAMPAIGN,
      fleet_id: FLEET,
      opened_at: at('01', 22),
      closed_at: at('02', 4),
    })
    await this.insert('campaign', { id: CAMPAIGN, fleet_id: FLEET, opened_at: at('20', 22) })
  }

  async run(number: number, more: Row = {}, settings: Row = {}): Promise<Run> {
    await this.insert('run', {
      id: this.next('2'),
      number,
      fleet_id: FLEET,
      campaign_id: CAMPAIGN,
      import_id: null,
      command: 'reconcile',
      holder: 'host:1',
      simulated: true,
      state: 'done',
      started_at: at('20', 22),
      ended_at: at('21', 1),
      settings: JSON.stringify({
        flavour: 'excel',
        locale: 'pt-BR',
        zone: 'America/Sao_Paulo',
        serviceOrigin: 'http://127.0.0.1:8080',
        ...settings,
      }),
      ...more,
    })
    const run = await openRunStore(openLedgerDb(this.pool)).find(number)
    if (run === undefined) throw new Error(`run ${number} was not inserted`)
    return run
  }

  /** A registered vehicle that was answered in this campaign, unless told otherwise. */
  async vehicle(row: Row & { plate: string; renavam: string; uf: string }, member: Row = {}) {
    const id = this.next('3')
    await this.insert('vehicle', {
      id,
      fleet_id: FLEET,
      account_id: fixedId('a', 1),
      nickname: '',
      cost_centre: '',
      owner_hash: 'hash',
      owner_masked: '***.982.247-**',
      state: 'registered',
      created_at: at('01', 9),
      updated_at: at('20', 22),
      ...row,
    })
    await this.insert('campaign_member', {
      campaign_id: CAMPAIGN,
      vehicle_id: id,
      joined_at: at('20', 22),
      state: 'answered',
      ...member,
    })
    return id
  }

  async consultation(vehicleId: string, row: Row = {}): Promise<string> {
    const id = this.next('4')
    await this.insert('consultation', {
      id,
      vehicle_id: vehicleId,
      campaign_id: CAMPAIGN,
      credential: 'principal',
      origin: 'asked',
      status: 'ready',
      stage: 'ready',
      deadline_at: at('21', 0),
      asked_at: at('20', 23),
      answered_at: at('20', 23, 5),
      ...row,
    })
    return id
  }

  /** The vehicle's answer with these debts, the answer before it where they were seen then. */
  async answer(vehicleId: string, debts: readonly DebtSpec[]): Promise<string[]> {
    const former = await this.consultation(vehicleId, {
      campaign_id: FORMER_CAMPAIGN,
      asked_at: at('01', 23),
      answered_at: at('01', 23, 5),
      total_cents: sum(
        debts.filter((debt) => isFormer(debt)),
        'previous',
      ),
    })
    const total = sum(
      debts.filter((debt) => debt.gone !== true),
      'cents',
    )
    const answer = await this.consultation(vehicleId, { total_cents: total, items_cents: total })
    const items = debts.map(() => this.next('6'))
    const ids: string[] = []
    for (const [position, debt] of debts.entries()) {
      const id = await this.#debt(vehicleId, former, answer, debt)
      ids.push(id)
      if (debt.gone === true) continue
      await this.insert('debt_item', {
        consultation_id: answer,
        item_id: items[position],
        position,
        debt_id: id,
        ...wordsOf(debt),
        amount_cents: debt.cents,
        is_payable: debt.payable ?? true,
        change: changeOf(debt),
        depends_on: debt.dependsOn === undefined ? null : items[debt.dependsOn],
        depends_on_description:
          debt.dependsOn === undefined ? '' : (debts[debt.dependsOn]?.description ?? ''),
      })
    }
    return ids
  }

  async #debt(vehicle: string, former: string, answer: string, debt: DebtSpec): Promise<string> {
    const id = this.next('5')
    await this.insert('debt', {
      id,
      vehicle_id: vehicle,
      fingerprint: id,
      ordinal: 0,
      ...wordsOf(debt),
      amount_cents: debt.cents,
      previous_amount_cents: debt.previous ?? null,
      is_payable: debt.payable ?? true,
      state: debt.state ?? (debt.gone === true ? 'gone' : 'open'),
      state_since: isFormer(debt) && debt.gone !== true ? at('01', 23, 5) : at('20', 23, 5),
      shown: debt.gone !== true,
      first_seen_at: isFormer(debt) ? at('01', 23, 5) : at('20', 23, 5),
      last_seen_at: debt.gone === true ? at('01', 23, 5) : at('21', 23, 5),
      first_consultation_id: isFormer(debt) ? former : answer,
      last_consultation_id: debt.gone === true ? former : answer,
    })
    return id
  }

  /** What the orders stage left out of the vehicle's newest answer, by debt. */
  async considered(vehicleId: string, why: Readonly<Record<string, string>>, row: Row = {}) {
    const leftOut = Object.entries(why).map(([debtId, one]) => ({ debtId, why: one }))
    await this.pool.query(
      `insert into frota.considered_answer (consultation_id, vehicle_id, left_out, considered_at)
       select c.id, c.vehicle_id, $2, $3 from frota.consultation c
       where c.vehicle_id = $1 and c.status = 'ready' and c.campaign_id = $4`,
      [
        vehicleId,
        JSON.stringify(leftOut),
        row['considered_at'] ?? at('20', 23, 6),
        row['campaign_id'] ?? CAMPAIGN,
      ],
    )
  }

  /** A Pix order over these debts whose code passed its checks, unless told otherwise. */
  async order(vehicleId: string, debtIds: readonly string[], row: Row = {}): Promise<string> {
    const id = this.next('8')
    const cents: bigint[] = []
    for (const debtId of debtIds) {
      const { rows } = await this.pool.query<{ amount_cents: bigint }>(
        'select amount_cents from frota.debt where id = $1',
        [debtId],
      )
      cents.push(BigInt(rows[0]?.amount_cents ?? 0))
    }
    const debts = cents.reduce((total, one) => total + one, 0n)
    await this.insert('payment_order', {
      id,
      fleet_id: FLEET,
      vehicle_id: vehicleId,
      method: 'pix',
      status: 'awaiting_payment',
      standing: 'open',
      debts_cents: debts,
      fee_cents: 490,
      total_cents: debts + 490n,
      gate: 'open',
      created_at: at('20', 23, 30),
      updated_at: at('21', 0),
      ...row,
    })
    for (const [index, debtId] of debtIds.entries()) {
      await this.insert('order_item', {
        order_id: id,
        item_id: this.next('9'),
        debt_id: debtId,
        amount_cents: cents[index],
      })
    }
    return id
  }

  /** A request about the vehicle, by default the only one of its kind. */
  async effect(vehicleId: string, row: Row & { kind: string; state: string }): Promise<string> {
    const id = this.next('b')
    const whose = { fleet_id: FLEET, campaign_id: CAMPAIGN, vehicle_id: vehicleId }
    const times = { created_at: at('20', 23), updated_at: at('20', 23, 30) }
    const key = `${row.kind}-${vehicleId}`
    await this.insert('effect', { id, key, ...whose, ...times, ...row })
    return id
  }

  /** A proposal for the vehicle's newest answer. */
  async plan(vehicleId: string, row: Row): Promise<string> {
    const id = this.next('7')
    const { rows } = await this.pool.query<{ id: string }>(
      'select id from frota.consultation where vehicle_id = $1 order by asked_at desc limit 1',
      [vehicleId],
    )
    const whose = { fleet_id: FLEET, campaign_id: CAMPAIGN, vehicle_id: vehicleId }
    const plan = { consultation_id: rows[0]?.id, method: 'pix', hash: 'hash' }
    await this.insert('order_plan', { id, ...whose, ...plan, ...row })
    return id
  }

  /** What became of an order; nobody but the ledger dates it, unless told otherwise. */
  async event(orderId: string, event: string, row: Row = {}): Promise<void> {
    const seenAt = { seen_at: at('20', 23), told_by: 'nobody' }
    await this.insert('order_event', { order_id: orderId, event, ...seenAt, ...row })
  }
}

/** November 2026, UTC. */
export function at(day: string, hour: number, minute = 0): Date {
  const two = (part: number): string => part.toString().padStart(2, '0')
  return new Date(`2026-11-${day}T${two(hour)}:${two(minute)}:00.000Z`)
}
