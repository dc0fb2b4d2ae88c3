/** Every kind of exception once, each on a vehicle of its own, with what ends it as a fact. */
import type { ExceptionCode } from '../../../src/ledger/reports/report-exception-sources.ts'
import { LONG_AGO, openExceptionWorld, type Kind } from './exception-world.ts'
import { at, FLEET, IMPORT, type LedgerBuilder } from './ledger-builder.ts'
import { orderExceptions } from './order-exceptions.ts'

const debts = (set: string): string => `update frota.debt set ${set} where vehicle_id = $1`
const vehicles = (set: string): string => `update frota.vehicle set ${set} where id = $1`
const NEWER_ANSWER = `insert into frota.consultation (id, vehicle_id, campaign_id, credential, origin,
    status, stage, deadline_at, asked_at, answered_at)
  select gen_random_uuid(), $1, id, '', 'asked', 'ready', '', '2119-01-01', '2119-01-01',
    '2119-01-01'
  from frota.campaign limit 1`
const NEWER_CONSIDERED = `with answer as (${NEWER_ANSWER} returning id, vehicle_id)
  insert into frota.considered_answer (consultation_id, vehicle_id, considered_at)
  select id, vehicle_id, '2119-01-01' from answer`
const ANSWERED = `update frota.campaign_member set state = 'answered'
  where vehicle_id = $1 and state = 'open'`
const leftOut = (why: string): Kind => ({
  plant: async ({ builder, debt }) => {
    const one = await debt()
    await builder.considered(one.vehicle, { [one.debt]: why })
    return one.vehicle
  },
  ends: ['the next answer was considered', NEWER_CONSIDERED],
})
export const everyKind: Readonly<Record<ExceptionCode, Kind>> = {
  ...orderExceptions,
  'money-blocked': {
    plant: ({ builder }) =>
      builder.insert('money_block', { why: 'unknown-intents', since: LONG_AGO }),
    ends: ['every order was read', 'update frota.money_block set cleared_at = now()'],
  },
  'credential-shared': {
    plant: async ({ builder, vehicle, recent }) => {
      const id = await vehicle()
      await builder.consultation(id, { origin: 'joined', asked_at: recent, answered_at: recent })
      return id
    },
    ends: [
      'no sign came for seven days',
      `update frota.consultation set asked_at = asked_at - interval '8 days' where vehicle_id = $1`,
    ],
  },
  'debt-settled-again': {
    plant: async ({ builder, debt }) => {
      const one = await debt({ state: 'settled' })
      await builder.pool.query(debts('state_since = $2'), [one.vehicle, LONG_AGO])
      return one.vehicle
    },
    ends: ['an answer does not show it', debts('shown = false')],
  },
  'ipva-paid-twice': {
    plant: async ({ builder, vehicle }) => {
      const id = await vehicle()
      const ways = ['ipva_unique', 'ipva_installment']
      await builder.answer(
        id,
        ways.map((kind) => ({ kind, grp: 'ipva', cents: 900, state: 'paid' })),
      )
      return id
    },
    ends: ['one way is open again', `${debts(`state = 'open'`)} and kind = 'ipva_unique'`],
  },
  'answer-total-differs': {
    plant: async ({ builder, vehicle }) => {
      const id = await vehicle()
      await builder.consultation(id, { total_cents: 5 })
      return id
    },
    ends: ['a newer answer came', NEWER_ANSWER],
  },
  'answer-flagged': {
    plant: async ({ builder, vehicle }) => {
      const id = await vehicle()
      await builder.consultation(id, { flags: '["negative-amount"]' })
      return id
    },
    ends: ['a newer answer came', NEWER_ANSWER],
  },
  'consultation-failed': {
    plant: async ({ builder, vehicle }) => {
      const id = await vehicle({}, { state: 'failed' })
      await builder.consultation(id, { status: 'failed', error_code: 'E' })
      return id
    },
    ends: ['a newer answer came', NEWER_ANSWER],
  },
  'consultation-stuck': {
    plant: async ({ builder, vehicle }) => {
      const id = await vehicle({}, { state: 'stuck' })
      await builder.consultation(id, { status: 'stuck', answered_at: null })
      return id
    },
    ends: ['a newer answer came', NEWER_ANSWER],
  },
  'member-failed': {
    plant: ({ vehicle }) => vehicle({}, { state: 'failed', reason: 'vehicle-unknown' }),
    ends: ['the next campaign answered it', ANSWERED],
  },
  'vehicle-refused': {
    plant: ({ vehicle }) => vehicle({ state: 'refused', refusal: 'renavam' }),
    ends: ['it was registered', vehicles(`state = 'registered', refusal = null`)],
  },
  'vehicle-untold': {
    plant: ({ vehicle }) => vehicle({ refusal: 'plate taken' }),
    ends: ['the service took the change', vehicles('refusal = null')],
  },
  'owner-differs': {
    plant: async ({ builder, vehicle }) => {
      const row = { import_id: IMPORT, line: 3, verdict: 'accepted', owner_hash: 'other' }
      await builder.insert('import_row', { ...row, owner_masked: '***' })
      return vehicle({ last_import_id: IMPORT, last_import_line: 3 })
    },
    ends: ['file and service agree', vehicles(`owner_hash = 'other'`)],
  },
  'row-rejected': {
    plant: ({ builder }) =>
      builder.insert('import_row', { import_id: IMPORT, line: 4, verdict: 'rejected' }),
    ends: [
      'the fleet has a newer file',
      `insert into frota.import (fleet_id, file_name, sha256, byte_length, defaults_hash, state,
          received_at, finished_at)
        select fleet_id, 'next.csv', 'other', 1, '', 'applied', received_at + interval '1 hour',
          finished_at + interval '1 hour'
        from frota.import limit 1`,
    ],
  },
  'debt-unpayable': {
    plant: async ({ debt }) => (await debt({ payable: false })).vehicle,
    ends: ['an answer does not show it', debts(`state = 'gone'`)],
  },
  'proposal-void': {
    plant: ({ plan }) => plan({ state: 'void', reason: 'order-dead', decided_at: at('20', 23) }),
    ends: ['the next answer was considered', NEWER_CONSIDERED],
  },
  'approval-lapsed': {
    plant: async ({ builder, plan }) => {
      const lapsed = { reason: 'amount-changed', decided_at: at('20', 23), created_at: LONG_AGO }
      const vehicle = await plan({ state: 'void', ...lapsed })
      await builder.pool.query(
        `with word as (insert into frota.plan_approval
          select id, 'ana', 'Ana', hash, now() from frota.order_plan where vehicle_id = $1)
        insert into frota.order_plan (fleet_id, campaign_id, vehicle_id, consultation_id, method,
          hash, debts_cents, state, created_at)
        select fleet_id, campaign_id, vehicle_id, consultation_id, method, '', 1, 'proposed', now()
        from frota.order_plan where vehicle_id = $1`,
        [vehicle],
      )
      return vehicle
    },
    ends: [
      'the proposal in its place was decided',
      `update frota.order_plan set state = 'rejected' where vehicle_id = $1 and state = 'proposed'`,
    ],
  },
  'debt-ipva-conflict': leftOut('ipva-conflict'),
  'debt-reworded': leftOut('reworded'),
  'debt-over-limit': leftOut('over-limit'),
  'debt-partner-left-out': leftOut('partner-left-out'),
  'debt-not-positive': leftOut('amount-not-positive'),
  'debt-order-full': leftOut('order-full'),
  'order-waits': {
    plant: ({ plan }) => plan({ state: 'proposed', waits_for: 'run-limit' }),
    ends: [
      'there is room for it',
      'update frota.order_plan set waits_for = null where vehicle_id = $1',
    ],
  },
  'removal-held': {
    plant: async ({ builder, debt }) => {
      const { vehicle } = await debt({ state: 'paid' })
      await builder.pool.query(vehicles('removal_asked_at = $2'), [vehicle, LONG_AGO])
      return vehicle
    },
    ends: ['nothing of it is under way', debts(`state = 'settled'`)],
  },
  'debts-equal': {
    plant: async ({ builder, debt }) => {
      const { vehicle } = await debt({ state: 'ordered' })
      await builder.pool.query(debts('ordinal = 1'), [vehicle])
      return vehicle
    },
    ends: ['they are settled', debts(`state = 'settled'`)],
  },
  'renavam-provisional': {
    plant: async ({ builder, debt }) => {
      const { vehicle } = await debt()
      await builder.pool.query(vehicles(`renavam = '98765432103'`), [vehicle])
      return vehicle
    },
    ends: ['the file has another RENAVAM', vehicles(`renavam = '18765432103'`)],
  },
  'member-excluded': {
    plant: ({ vehicle }) => vehicle({}, { state: 'excluded', reason: 'state-not-offered' }),
    ends: ['the next campaign answered it', ANSWERED],
  },
}

/** The vehicle of each kind, by its code. */
export async function plantEveryKind(
  builder: LedgerBuilder,
  recent: Date,
): Promise<ReadonlyMap<string, string | undefined>> {
  await builder.fleet()
  await builder.pool.query('update frota.fleet set created_at = $1', [LONG_AGO])
  const about = { fleet_id: FLEET, file_name: 'fleet.csv', sha256: 'sha', byte_length: 1 }
  const applied = { state: 'applied', received_at: LONG_AGO, finished_at: LONG_AGO }
  await builder.insert('import', { id: IMPORT, ...about, ...applied, defaults_hash: '' })
  const world = openExceptionWorld(builder, recent)
  const planted = new Map<string, string | undefined>()
  for (const [code, { plant }] of Object.entries(everyKind)) {
    planted.set(code, (await plant(world)) ?? undefined)
  }
  return planted
}
