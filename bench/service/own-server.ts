/**
 * A process that serves our service for a bench: one tenant, one vehicle, and another account with
 * many. It prints one line of JSON when it listens, and ends when its standard input closes.
 */
import { sql } from 'kysely'
import { wallClock } from '../../src/clock.ts'
import { systemRandom } from '../../src/random.ts'
import { createApiKey } from '../../src/service/keys/create-api-key.ts'
import { serviceMigrations } from '../../src/service/migrations.ts'
import { openServiceDb } from '../../src/service/service-db.ts'
import { startService } from '../../src/service/start-service.ts'
import { ensureTenant } from '../../src/service/tenants/ensure-tenant.ts'
import { openTestDatabase } from '../../test/support/database.ts'

const PEPPER = 'a pepper that only this bench knows, long enough'
const VEHICLES = Number(process.argv[2] ?? 0)

const database = await openTestDatabase({ migrations: [serviceMigrations] })
const { pool } = database
const base = { pool, clock: wallClock, random: systemRandom, pepper: PEPPER }
const service = await startService({ ...base, seed: 1 })
const apiKey = createApiKey(systemRandom)
const [small, large] = [systemRandom.uuid(), systemRandom.uuid()]
const tenant = { brandName: 'bench', accountName: 'bench', serviceFeeCents: 0n, apiKey }
await ensureTenant(base, { ...tenant, accountId: small })
const { brandId } = await ensureTenant(base, { ...tenant, accountId: large })
if (VEHICLES > 0) await fillLarge()

const created = await fetch(`${service.url}/api/v1/vehicles`, {
  method: 'POST',
  headers: { 'x-api-key': apiKey, 'x-account-id': small, 'content-type': 'application/json' },
  body: JSON.stringify({
    plate: 'ABC1D23',
    renavam: '00639884962',
    uf: 'SP',
    owner_document: '52998224725',
  }),
})
const vehicle: unknown = await created.json()
process.stdout.write(`${JSON.stringify({ url: service.url, apiKey, small, large, vehicle })}\n`)

process.stdin.resume()
process.stdin.on('end', () => {
  void service.close().then(() => database.close())
})

/** As registering would leave them, a third of them consulted. */
async function fillLarge(): Promise<void> {
  const db = openServiceDb(pool)
  await sql`
    insert into service.vehicle (id, brand_id, account_id, plate, renavam, uf, nickname,
      owner_document_sealed, owner_document_masked, created_at, changed_at,
      latest_consultation_status, open_debts_count, open_debts_cents, search, grams)
    select gen_random_uuid(), ${brandId}::uuid, ${large}::uuid, plate, renavam, uf, nickname,
      '\\x00', '***.982.247-**', now(), now(),
      case number % 3 when 0 then 'ready' end, number % 3, (number % 3) * 1000,
      lower(plate || E'\n' || renavam || E'\n' || nickname),
      array(select distinct substr(line, at, 3)
            from unnest(array[lower(plate), renavam, lower(nickname)]) line,
              generate_series(1, greatest(length(line) - 2, 0)) at)
    from (select number, 'FRO' || number % 10 || chr(65 + number / 10 % 26)
            || lpad((number / 260 % 100)::text, 2, '0') as plate,
            lpad((10000000000 + number * 7919)::text, 11, '0') as renavam,
            (array['SP','MG','RJ','PR','BA'])[number % 5 + 1] as uf,
            'Frota ' || number % 977 as nickname
          from generate_series(1, ${VEHICLES}::int) number) made`.execute(db)
  await sql`analyze service.vehicle`.execute(db)
}
