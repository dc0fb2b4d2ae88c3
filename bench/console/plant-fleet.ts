/** A large fleet straight into the ledger: every vehicle answered once, with debts and a proposal. */
import type { OpenLedger } from '../../src/app/ledger/open-ledger.ts'
import type { Fleet } from '../../src/ledger/fleets/fleets.ts'

const ACCOUNT = '00000000-0000-4000-8000-00000000000a'

/** `vehicle`: the id of one of them. */
export async function plantFleet(
  { database: { pool }, fleets }: OpenLedger,
  vehicles: number,
  debts: number,
): Promise<{ fleet: Fleet; vehicle: string }> {
  const fleet = await fleets.open({ name: 'principal', accountId: ACCOUNT, at: new Date() })
  const { rows } = await pool.query<{ id: string }>(
    'insert into frota.campaign (fleet_id, opened_at) values ($1, now()) returning id',
    [fleet.id],
  )
  await pool.query(
    `insert into frota.vehicle (fleet_id, account_id, renavam, plate, uf, nickname, cost_centre,
       owner_hash, owner_masked, state, created_at, updated_at, latest_answer_at)
     select $1, $2, lpad(n::text, 11, '0'), 'RQA' || lpad((n % 10000)::text, 4, '0'), 'SP',
       'Van ' || n, 'CC ' || n % 40, '', '', 'registered', now(), now(), now()
     from generate_series(1, $3::int) as n`,
    [fleet.id, ACCOUNT, vehicles],
  )
  await pool.query(
    `insert into frota.consultation (id, vehicle_id, campaign_id, credential, origin, status, stage,
       deadline_at, asked_at, answered_at)
     select gen_random_uuid(), id, $1, '', 'asked', 'ready', '', now(), now(), now()
     from frota.vehicle`,
    [rows[0]?.id],
  )
  await pool.query(
    `insert into frota.debt (vehicle_id, fingerprint, ordinal, kind, grp, description, year,
       due_date, amount_cents, is_payable, state_since, first_seen_at, last_seen_at,
       first_consultation_id, last_consultation_id)
     select c.vehicle_id, n::text, 0, 'ticket', 'ticket', 'Multa ' || n, null,
       current_date + ((n * 37) % 400) - 200, 10000 + n, true, now(), now(), now(), c.id, c.id
     from frota.consultation c cross join generate_series(1, $1::int) as n`,
    [debts],
  )
  await pool.query(
    `insert into frota.order_plan (fleet_id, campaign_id, vehicle_id, consultation_id, method, hash,
       debts_cents, state, created_at)
     select $1, campaign_id, vehicle_id, id, 'pix', id::text, 60000, 'proposed', now()
     from frota.consultation`,
    [fleet.id],
  )
  const one = await pool.query<{ id: string }>('select id from frota.vehicle limit 1')
  return { fleet, vehicle: one.rows[0]?.id ?? '' }
}
