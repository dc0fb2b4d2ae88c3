/** Every kind of exception of orders and their requests once, with what ends it as a fact. */
import { LONG_AGO, type ExceptionWorld, type Kind } from './exception-world.ts'
import { FLEET } from './ledger-builder.ts'

const NEVER = new Date('2120-03-02T10:00:00Z')
const CODE = { gate: 'open', pix_code: 'code', pix_expires_at: null }

const orders = (set: string): string =>
  `update frota.payment_order set ${set} where vehicle_id = $1`
const effects = (set: string): string => `update frota.effect set ${set} where vehicle_id = $1`
const foreign = (set: string): string =>
  `update frota.foreign_order set ${set} where vehicle_id = $1`
const other = (why: string) => async (world: ExceptionWorld) => {
  const vehicle = await world.order({ ...CODE })
  const { rows } = await world.builder.pool.query<{ id: string }>(
    'select id from frota.payment_order where vehicle_id = $1',
    [vehicle],
  )
  await world.builder.insert('foreign_order', {
    id: world.builder.next('e'),
    fleet_id: FLEET,
    vehicle_id: vehicle,
    why,
    other_id: why === 'twin' ? rows[0]?.id : null,
    method: 'pix',
    status: 'awaiting_payment',
    standing: 'open',
    total_cents: 100,
    first_seen_at: LONG_AGO,
    last_seen_at: NEVER,
  })
  return vehicle
}

export const orderExceptions = {
  'order-quarantined': {
    plant: ({ effect }) => effect('order', 'quarantined', { reason: 'other-items' }),
    ends: ['a person adopted an order', effects(`state = 'adopted'`)],
  },
  'payment-needs-person': {
    plant: ({ effect }) => effect('pay', 'needs-person'),
    ends: ['a person said how it ended', effects(`state = 'adopted'`)],
  },
  'order-twin': {
    plant: other('twin'),
    ends: ['the other order is dead', foreign(`standing = 'dead'`)],
  },
  'order-found': {
    plant: other('found'),
    ends: ['it is refunded', foreign(`standing = 'refunded'`)],
  },
  'pay-gate-shut': {
    plant: ({ order }) => order({ ...CODE, gate: 'shut', gate_reason: 'pix-amount' }),
    ends: ['the order reads right', orders(`gate = 'open', gate_reason = null`)],
  },
  'order-refunded': {
    plant: ({ order }) =>
      order(
        { standing: 'refunded', status: 'refunded', refunded_cents: 500 },
        { state: 'ordered' },
      ),
    ends: ['a person freed its debts', orders('freed_at = now()')],
  },
  'refund-unexplained': {
    plant: ({ order }) =>
      order({ standing: 'settled', status: 'settled', refunded_cents: 7 }, { state: 'settled' }),
    ends: ['a person freed its debts', orders('freed_at = now()')],
  },
  'debt-not-settled': {
    plant: async ({ builder, order }) => {
      const vehicle = await order({ standing: 'settled', status: 'settled' }, { state: 'ordered' })
      await builder.pool.query(
        `update frota.order_item set settlement = 'refused' where order_id in (
          select id from frota.payment_order where vehicle_id = $1)`,
        [vehicle],
      )
      return vehicle
    },
    ends: ['a person freed it', orders('freed_at = now()')],
  },
  'freed-debt-paid': {
    plant: async ({ builder, order }) => {
      const vehicle = await order({ standing: 'paid', freed_at: LONG_AGO }, { state: 'paid' })
      const row = { state: 'ordered', debts_cents: 500, created_at: LONG_AGO }
      await builder.pool.query(
        `with ours as (update frota.payment_order set plan_id = $2 where vehicle_id = $1)
        insert into frota.debt_lock (vehicle_id, scope, plan_id, taken_at)
        select $1, fingerprint || '#' || ordinal, $2, '2020-03-04' from frota.debt
        where vehicle_id = $1`,
        [vehicle, await builder.plan(vehicle, row)],
      )
      return vehicle
    },
    ends: ['a person freed it again', orders('freed_at = now()')],
  },
  'debt-paid-twice': {
    plant: async ({ builder, order }) => {
      const vehicle = await order({ standing: 'paid', status: 'paid' }, { state: 'paid' })
      const { rows } = await builder.pool.query<{ id: string }>(
        'select id from frota.debt where vehicle_id = $1',
        [vehicle],
      )
      const debts = rows.map(({ id }) => id)
      await builder.order(vehicle, debts, { standing: 'settled', status: 'settled' })
      return vehicle
    },
    ends: ['they came back', orders(`standing = 'refunded', freed_at = now()`)],
  },
  'order-totals-differ': {
    plant: ({ order }) => order({ ...CODE, total_cents: 9 }),
    ends: ['the order is dead', orders(`standing = 'dead'`)],
  },
  'order-status-unknown': {
    plant: ({ order }) =>
      order({ standing: 'unknown', status: 'odd', gate: 'shut', gate_reason: 'order-missing' }),
    ends: ['it reads as a status that is known', orders(`standing = 'dead'`)],
  },
  'settlement-late': {
    plant: ({ order }) =>
      order({ standing: 'paid', status: 'paid', standing_since: LONG_AGO }, { state: 'paid' }),
    ends: ['it is settled', orders(`standing = 'settled'`)],
  },
  'effect-unreadable': {
    plant: ({ effect }) =>
      effect('register', 'in-doubt', {
        reason: 'unreadable: listVehicles: results[0].plate: null',
        not_before: NEVER,
      }),
    ends: ['a look-up read it', effects(`state = 'adopted'`)],
  },
  'effect-unsettled': {
    plant: ({ effect }) => effect('order', 'in-doubt', { not_before: NEVER }),
    ends: ['it was found', effects(`state = 'adopted'`)],
  },
  'order-held': {
    plant: ({ effect }) => effect('order', 'held', { not_before: NEVER }),
    ends: ['it is planned again', effects(`state = 'planned'`)],
  },
  'effect-rejected': {
    plant: ({ effect }) => effect('consult', 'rejected', { reason: 'status 422' }),
    ends: [
      'the next request of its kind ended',
      `insert into frota.effect (kind, key, fleet_id, vehicle_id, state, created_at, updated_at)
        select kind, key || ' again', fleet_id, $1, 'done', now(), now()
        from frota.effect where vehicle_id = $1`,
    ],
  },
  'boleto-expired': {
    plant: ({ order }) => order({ method: 'boleto', boleto_expires_at: LONG_AGO }),
    ends: ['the order is dead', orders(`standing = 'dead'`)],
  },
  'pix-expired': {
    plant: ({ order }) => order({ ...CODE, pix_expires_at: LONG_AGO }),
    ends: ['there is another code', orders(`pix_expires_at = '2120-01-01'`)],
  },
  'pix-missing': {
    plant: ({ order }) => order({ gate: 'shut', gate_reason: 'pix-missing' }),
    ends: ['its code came', orders(`pix_code = 'code', gate = 'open', gate_reason = null`)],
  },
  'boleto-missing': {
    plant: ({ order }) => order({ method: 'boleto', gate: 'shut', gate_reason: 'boleto-missing' }),
    ends: ['its slip came', orders(`gate = 'open', gate_reason = null`)],
  },
  'card-unpaid': {
    plant: ({ order }) => order({ method: 'credit_card' }),
    ends: ['it is paid', orders(`standing = 'paid', standing_since = now()`)],
  },
  'card-approved': {
    plant: ({ plan }) =>
      plan({ state: 'approved', method: 'credit_card', decided_at: LONG_AGO, decided_by: 'Ana' }),
    ends: [
      'its approval was withdrawn',
      `update frota.order_plan set state = 'proposed', decided_at = null where vehicle_id = $1`,
    ],
  },
  'pix-renewed': {
    plant: ({ order }) => order({ ...CODE, renewals: 1 }),
    ends: ['it is paid', orders(`standing = 'paid', standing_since = now()`)],
  },
  'effect-adopted': {
    plant: async ({ builder, order }) => {
      const vehicle = await order({ ...CODE })
      await builder.pool.query(
        `insert into frota.effect (kind, key, fleet_id, vehicle_id, state, doubts, remote_id,
          created_at, updated_at)
        select 'order', 'adopted', fleet_id, vehicle_id, 'adopted', 1, id, created_at, updated_at
        from frota.payment_order where vehicle_id = $1`,
        [vehicle],
      )
      return vehicle
    },
    ends: ['the order is over', orders(`standing = 'dead'`)],
  },
} as const satisfies Readonly<Record<string, Kind>>
