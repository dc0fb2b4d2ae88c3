/** Files applied to a ledger by hand: rows in, vehicles and their history out. */
import type { Database } from '../../../src/database/pool.ts'
import { applyImport } from '../../../src/ledger/fleets/imports-apply.ts'
import type { AppliedImport, JudgedImport } from '../../../src/ledger/fleets/imports.ts'
import { openLedgerDb } from '../../../src/ledger/schema/tx.ts'
import { openVehicleStore } from '../../../src/ledger/vehicles/vehicles.ts'
import { systemRandom } from '../../../src/random.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

export interface GivenRow {
  readonly renavam: string
  readonly plate?: string
  readonly uf?: string
  /** Null where the file has no such column. */
  readonly nickname?: string | null
  readonly costCentre?: string | null
  readonly extras?: Readonly<Record<string, string>>
  readonly owner?: string
}

type Wishes = Pick<JudgedImport, 'updateOwners' | 'deactivateMissing' | 'removalsHeld'>

export type TestFleet = Awaited<ReturnType<typeof openFleet>>

export async function openVehicleWorld() {
  const { database, db } = await ledgerForFile()
  return {
    database,
    db,
    vehicles: openVehicleStore(db),
    fleet: (account?: string) => openFleet(database, account),
  }
}

export async function openFleet({ pool }: Database, accountId: string = systemRandom.uuid()) {
  const name = `fleet ${systemRandom.uuid()}`
  const query = async (text: string, values: readonly unknown[]) =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows
  const [fleet] = await query(
    `insert into frota.fleet (name, account_id, created_at) values ($1, $2, now()) returning id`,
    [name, accountId],
  )
  const id = String(fleet?.['id'])
  let files = 0

  async function apply(rows: readonly GivenRow[], wishes: Wishes = {}): Promise<AppliedImport> {
    files += 1
    const [made] = await query(
      `insert into frota.import (fleet_id, file_name, sha256, byte_length, defaults_hash, state,
         received_at) values ($1, $2, $2, 1, '', 'received', now()) returning id`,
      [id, `file-${files}.csv`],
    )
    const importId = String(made?.['id'])
    for (const [at, row] of rows.entries()) await addRow(importId, at + 2, row)
    const none = { repaired: 0, rejected: 0, duplicate: 0, skipped: 0 }
    return applyImport(openLedgerDb(pool), importId, {
      understood: {},
      counts: { read: rows.length, accepted: rows.length, ...none },
      at: new Date(Date.UTC(2026, 0, files)),
      ...wishes,
    })
  }

  async function addRow(importId: string, line: number, row: GivenRow): Promise<void> {
    const { renavam, plate = 'ABC1D23', uf = 'SP', nickname = '', owner = '1' } = row
    await query(
      `insert into frota.import_row (import_id, line, verdict, renavam, plate, uf, nickname,
         cost_centre, extras, owner_sealed, owner_hash, owner_masked)
       values ($1, $2, 'accepted', $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        importId,
        line,
        renavam,
        plate,
        uf,
        nickname,
        row.costCentre === undefined ? '' : row.costCentre,
        JSON.stringify(row.extras ?? {}),
        Buffer.from(`sealed ${owner}`),
        `hash ${owner}`,
        `mask ${owner}`,
      ],
    )
  }

  return {
    id,
    accountId,
    apply,
    /** As an effect leaves it. */
    registered: async (...renavams: readonly string[]) => {
      await query(
        `update frota.vehicle set state = 'registered', service_id = gen_random_uuid(),
           owner_sealed = null, remote_plate = plate, remote_uf = uf, remote_nickname = nickname
         where account_id = $1 and renavam = any($2)`,
        [accountId, renavams],
      )
      await query(
        `update frota.effect set state = 'adopted' where kind = 'register' and active
           and vehicle_id in (select id from frota.vehicle
             where account_id = $1 and renavam = any($2))`,
        [accountId, renavams],
      )
    },
    idOf: async (renavam: string) => {
      const [row] = await query(
        'select id from frota.vehicle where account_id = $1 and renavam = $2',
        [accountId, renavam],
      )
      return String(row?.['id'])
    },
    state: async (renavam: string) => {
      const [row] = await query(
        `select *, convert_from(owner_sealed, 'UTF8') as sealed from frota.vehicle
         where account_id = $1 and renavam = $2`,
        [accountId, renavam],
      )
      return row ?? {}
    },
    /** `field: before > after`, oldest first, by the last digit of the RENAVAM. */
    history: async () => {
      const rows = await query(
        `select right(v.renavam, 1) || ' ' || c.field || ': ' || coalesce(c.before, '-') || ' > '
             || coalesce(c.after, '-') || coalesce(' by ' || c.person, '') as line
         from frota.vehicle_change c join frota.vehicle v on v.id = c.vehicle_id
         where v.account_id = $1 order by c.id`,
        [accountId],
      )
      return rows.map((row) => String(row['line']))
    },
    /** States of the active register effects, by RENAVAM. */
    registerEffects: async () => {
      const rows = await query(
        `select right(v.renavam, 1) || ' ' || e.state as line
         from frota.effect e join frota.vehicle v on v.id = e.vehicle_id
         where v.account_id = $1 and e.kind = 'register' and e.active order by v.renavam`,
        [accountId],
      )
      return rows.map((row) => String(row['line']))
    },
  }
}
