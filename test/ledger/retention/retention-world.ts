/** Rows of every kind that ends by its age, of a time that a test gives. */
import type { Database } from '../../../src/database/pool.ts'
import { oldRows, type Found, type OldRowsKey } from '../../../src/ledger/retention/old-rows.ts'
import type { LedgerDb } from '../../../src/ledger/schema/tx.ts'
import { systemRandom } from '../../../src/random.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

export const LIMIT = new Date('2026-06-01T00:00:00Z')
export const OLD = new Date(LIMIT.getTime() - 1)
const NEVER = new AbortController().signal
/** With valid check digits, as everything that masks documents wants. */
export const CPF = '529.982.247-25'
export const uuid = (): string => systemRandom.uuid()

export let database: Database
let db: LedgerDb
export let fleet: string
export let campaign: string
let bucket: string

export async function openRetentionWorld(): Promise<void> {
  ;({ database, db } = await ledgerForFile())
  fleet = await insert('fleet', { name: 'f', account_id: uuid(), created_at: OLD })
  campaign = await insert('campaign', { fleet_id: fleet, opened_at: OLD })
  bucket = 'consultations/test'
  await insert('quota_bucket', {
    name: bucket,
    units_max: 20,
    window_ms: 1,
    margin_ms: 1,
    send_ms: 1,
    linger_ms: 1,
    abort_ms: 1,
    simulated: true,
    last_now: OLD,
  })
}

/** Returns the first column of the row. */
export async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `insert into frota.${table} (${names.join(', ')}) values (${places}) returning *`,
    Object.values(row),
  )
  return String(Object.values(rows[0] ?? {})[0])
}

export async function one(text: string, ...values: unknown[]): Promise<Record<string, unknown>> {
  return (await database.pool.query<Record<string, unknown>>(text, values)).rows[0] ?? {}
}

let made = 0
export async function vehicle(at: Date, given: Record<string, unknown> = {}): Promise<string> {
  made += 1
  const renavam = String(made).padStart(11, '0')
  return insert('vehicle', {
    fleet_id: fleet,
    account_id: uuid(),
    renavam,
    plate: `ABC${String(made).padStart(4, '0')}`,
    uf: 'SP',
    owner_hash: 'hash',
    owner_masked: '***.982.247-**',
    created_at: at,
    updated_at: at,
    ...given,
  })
}

export async function file(at: Date): Promise<string> {
  made += 1
  const text = { file_name: 'f.csv', sha256: String(made), defaults_hash: '' }
  const fixed = { byte_length: 1, state: 'applied', received_at: at }
  const id = await insert('import', { fleet_id: fleet, ...text, ...fixed })
  const cells = { raw: 'cells', owner_sealed: 'sealed', nickname: 'n', owner_hash: 'h' }
  await insert('import_row', { import_id: id, line: 2, verdict: 'rejected', ...cells })
  return id
}

export async function answer(at: Date, of?: string, former = false): Promise<string> {
  const id = uuid()
  await insert('consultation', {
    id,
    vehicle_id: of ?? (await vehicle(at)),
    campaign_id: campaign,
    credential: 'c',
    origin: 'asked',
    status: 'ready',
    stage: 'done',
    deadline_at: at,
    asked_at: at,
    answered_at: at,
    is_former: former,
  })
  return id
}

/** A superseded answer: its debt was seen again in a later one. */
export async function superseded(at: Date): Promise<string> {
  const owner = await vehicle(at)
  const id = await answer(at, owner)
  const later = await answer(new Date(at.getTime() + 1), owner)
  await item(id, await debt(owner, id, later))
  return id
}

export async function debt(owner: string, first: string, last: string): Promise<string> {
  return insert('debt', {
    vehicle_id: owner,
    fingerprint: uuid(),
    ordinal: 0,
    kind: 'ipva_unique',
    grp: 'ipva',
    description: `IPVA de ${CPF}`,
    amount_cents: 1,
    is_payable: true,
    state_since: OLD,
    first_seen_at: OLD,
    last_seen_at: OLD,
    first_consultation_id: first,
    last_consultation_id: last,
  })
}

export async function item(consultation: string, of: string): Promise<string> {
  const id = uuid()
  await insert('debt_item', {
    item_id: id,
    consultation_id: consultation,
    position: 0,
    debt_id: of,
    change: 'new',
    kind: 'ipva_unique',
    grp: 'ipva',
    description: `IPVA de ${CPF}`,
    amount_cents: 1,
    is_payable: true,
  })
  return id
}

export async function effect(kind: string, state: string, given: object = {}): Promise<string> {
  const at = { created_at: OLD, updated_at: OLD }
  const owner = await vehicle(OLD)
  const row = { kind, key: uuid(), fleet_id: fleet, vehicle_id: owner, state, ...at, ...given }
  return insert('effect', row)
}

export async function move(at: Date, kind = 'consult', state = 'done'): Promise<string> {
  const of = { effect_id: await effect(kind, state), kind, epoch: 1, why: 'w' }
  return insert('effect_event', { ...of, at, from_state: 'intent', to_state: 'done' })
}

export async function slot(at: Date): Promise<string> {
  const id = uuid()
  await insert('quota_use', {
    id,
    bucket,
    units: 1,
    holder: 'h',
    purpose: 'p',
    state: 'answered',
    reserved_at: at,
    free_at: at,
  })
  return id
}

export async function request(at: Date, endedAt: Date | null = at): Promise<string> {
  made += 1
  const what = { fleet_name: `f${made}`, kind: 'retry', name: 'n', asked_by: 'Ana' }
  return insert('run_request', { ...what, asked_at: at, ended_at: endedAt })
}

export async function person(linkUntil: Date | null): Promise<string> {
  made += 1
  const link = { link_hash: linkUntil === null ? null : `h${made}`, link_until: linkUntil }
  const who = {
    id: uuid(),
    name: `Ana ${made}`,
    name_key: `ana ${made}`,
    role: 'viewer',
    added_at: OLD,
  }
  return insert('person', { ...who, ...link })
}

interface Case {
  readonly make: (at: Date) => Promise<string>
  /** Counts what is left of it. */
  readonly left: string
}

export const CASES: Readonly<Record<OldRowsKey, Case>> = {
  cells: {
    make: file,
    left: `select num_nonnulls(raw, owner_sealed, nickname, owner_hash) from frota.import_row
      where import_id = $1`,
  },
  documents: {
    make: async (at) =>
      vehicle(at, { owner_sealed: 'sealed', state: 'refused', last_import_id: await file(at) }),
    left: `select count(owner_sealed)::integer from frota.vehicle where id = $1`,
  },
  removed: {
    make: (at) => vehicle(at, { state: 'removed', in_fleet: false, nickname: 'Van do Zé' }),
    left: `select (nickname <> '')::integer + (owner_hash <> '')::integer
      + (owner_masked <> '***')::integer from frota.vehicle where id = $1`,
  },
  changes: {
    make: async (at) =>
      insert('vehicle_change', {
        vehicle_id: await vehicle(at),
        field: 'extras',
        before: '{"email":"maria@example.com"}',
        changed_at: at,
      }),
    left: `select num_nonnulls(before, after) from frota.vehicle_change where id = $1`,
  },
  answers: {
    make: superseded,
    left: `select count(*)::integer from frota.debt_item where consultation_id = $1`,
  },
  moves: { make: move, left: `select count(*)::integer from frota.effect_event where seq = $1` },
  slots: { make: slot, left: `select count(*)::integer from frota.quota_use where id = $1` },
  notices: {
    make: (at) =>
      insert('notice', { event: uuid(), receiver: 'r', message: '{}', at, state: 'sent' }),
    left: `select count(*)::integer from frota.notice where id = $1`,
  },
  requests: {
    make: request,
    left: `select count(*)::integer from frota.run_request where seq = $1`,
  },
  sessions: {
    make: async (at) => {
      const hash = uuid()
      const of = { person_id: await person(null), opened_at: at, seen_at: at }
      await insert('session', { hash, ...of })
      return hash
    },
    left: `select count(*)::integer from frota.session where hash = convert_to($1, 'UTF8')`,
  },
  links: {
    make: person,
    left: `select num_nonnulls(link_hash, link_until) from frota.person where id = $1`,
  },
}

export const leftOf = async (key: OldRowsKey, id: string): Promise<number> =>
  Number(Object.values(await one(CASES[key].left, id))[0])
export const erase = (key: OldRowsKey, stop = NEVER, erases = true): Promise<Found> =>
  oldRows(db, key, { before: LIMIT, stop, erases })
export const count = (key: OldRowsKey): Promise<Found> => erase(key, NEVER, false)
