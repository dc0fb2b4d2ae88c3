/**
 * The ledger's part of FROTA_START_AT (docs/operations.md). A run of tests adds an offset to real
 * time; here `frota.ledger_now()`, the only clock of the ledger's statements, is replaced by one
 * that adds the same. It stays in the database, so that every later process finds the ledger's
 * time: one whose own differs is refused, or moves it forward when nobody else works there. Without
 * the setting a ledger keeps the function of its migrations.
 */
import { instant } from '../../clock.ts'
import type { Pool, PoolClient } from '../../database/pool.ts'
import { inTransaction } from '../../database/schema-copy.ts'
import { Failure } from '../../failure.ts'

/** Two processes that start at once must not both replace the function. */
const SHIFT_LOCK = 4_702_111_235

/** The offset in milliseconds is kept as the function's comment. */
const KEPT = `select obj_description(to_regprocedure('frota.ledger_now()'), 'pg_proc') as kept`

/** Leases without end are those of an embedded ledger, whose one process this is or goes through. */
const FACTS = `select
    exists (select from frota.quota_bucket where not simulated) as "isReal",
    exists (select from frota.fleet) as "isUsed",
    exists (select from frota.lease
      where until > frota.ledger_now() and until < 'infinity') as "isHeld"`

export interface ShiftedTime {
  /** This process's clock, and what it adds to real time. */
  readonly nowMs: number
  readonly offsetMs: number
  /** True if the statements run in another process, which keeps its own time. */
  readonly throughOwner: boolean
}

/** Makes the ledger's time this process's; throws `configuration` where it must not change. */
export async function agreeOnTime(pool: Pool, mine: ShiftedTime): Promise<void> {
  if ((await keptOffset(pool)) === mine.offsetMs) return
  await inTransaction(pool, 'begin', async (client) => {
    await client.query(`select pg_advisory_xact_lock(${SHIFT_LOCK})`)
    // Another process may have moved it while this one waited for the lock.
    const keptMs = await keptOffset(client)
    if (keptMs !== mine.offsetMs) await move(client, keptMs, mine)
  })
}

/** In milliseconds; 0 where there is no ledger. */
export async function keptOffset(pool: Pool | PoolClient): Promise<number> {
  const { rows } = await pool.query<{ kept: string | null }>(KEPT)
  return Number(rows[0]?.kept ?? 0)
}

async function move(client: PoolClient, keptMs: number, mine: ShiftedTime): Promise<void> {
  const { rows } = await client.query<{ isReal: boolean; isUsed: boolean; isHeld: boolean }>(FACTS)
  const { isReal = true, isUsed = true, isHeld = true } = rows[0] ?? {}
  if (isReal) throw realService()
  if (isHeld || mine.throughOwner) throw besideAnother(keptMs, mine)
  const isUnshifted = mine.offsetMs === 0
  if (isUnshifted || (isUsed && mine.offsetMs < keptMs)) throw behind(keptMs, mine)
  await shiftTime(client, mine.offsetMs)
}

export async function shiftTime(client: PoolClient, offsetMs: number): Promise<void> {
  // Like frota.test_now it fails for a real service, whose bucket may be created later.
  await client.query(`
    create or replace function frota.ledger_now() returns timestamptz
    language plpgsql volatile as $$
    begin
      if exists (select 1 from frota.quota_bucket b where not b.simulated) then
        raise exception 'FROTA_START_AT is refused: a bucket of a real service is kept here';
      end if;
      return clock_timestamp() + frota.milliseconds(${offsetMs});
    end $$`)
  await client.query(`comment on function frota.ledger_now() is '${offsetMs}'`)
}

function realService(): Failure {
  return new Failure('configuration', {
    pt: 'Este livro-razão conta a cota de um serviço real; retire FROTA_START_AT, que é só para testes.',
    en: "This ledger counts a real service's quota; remove FROTA_START_AT, which is only for tests.",
  })
}

function besideAnother(keptMs: number, mine: ShiftedTime): Failure {
  const { time, pt, en } = timeOf(keptMs, mine)
  return new Failure('configuration', {
    pt: `Outro processo trabalha neste livro-razão, onde agora são ${time}: ${pt}, ou pare-o antes.`,
    en: `Another process works on this ledger, where it is ${time} now: ${en}, or stop it first.`,
  })
}

function behind(keptMs: number, mine: ShiftedTime): Failure {
  const { time, pt, en } = timeOf(keptMs, mine)
  return new Failure('configuration', {
    pt: `Neste livro-razão agora são ${time}, e o tempo não volta: ${pt}, ou use outro diretório de dados.`,
    en: `In this ledger it is ${time} now, and time does not go back: ${en}, or use another data directory.`,
  })
}

/** The ledger's time now, and what makes a process agree with it. */
function timeOf(keptMs: number, { nowMs, offsetMs }: ShiftedTime) {
  const realMs = nowMs - offsetMs
  const time = instant(realMs + keptMs)
  if (keptMs === 0) return { time, pt: 'retire FROTA_START_AT', en: 'remove FROTA_START_AT' }
  const setting = `FROTA_START_AT=${time}@${instant(realMs)}`
  return { time, pt: `defina ${setting}`, en: `set ${setting}` }
}
