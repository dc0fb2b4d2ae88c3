/** A service that lives on, a fault proxy before it, and a runner that is killed over and over. */
import { watch } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openFaultProxy } from '../../support/fault-proxy/open-fault-proxy.ts'
import { fleetFile, plateOf } from '../../support/fleet-file.ts'
import { accessTo, openWorld, type World } from '../../support/run-frota.ts'

/** An hour becomes a second and a half, the delays of look-ups 0.4 s, the hold of an order 9 s. */
const SCALE = 2_400
export const WINDOW_MS = 3_600_000 / SCALE
export const PER_HOUR = { consultations: 20, orders: 20 }
/** The service itself refuses nothing: the proxy's twins use its slots, not the runner's. */
const SERVICE_PER_HOUR = '100000'

export type KillWorld = Awaited<ReturnType<typeof openKillWorld>>

export interface KillFleet {
  readonly name: string
  readonly file: string
  readonly vehicles: number
}

/** `env`: of the runner, beside what every world has. */
export async function openKillWorld(env: Readonly<Record<string, string>> = {}) {
  await using opening = new AsyncDisposableStack()
  const scale = { FROTA_TEST_SCALE: String(SCALE), FROTA_LOCALE: 'en' }
  const service = opening.use(
    await openWorld({
      ...scale,
      FROTA_CONSULTATIONS_PER_HOUR: SERVICE_PER_HOUR,
      FROTA_ORDERS_PER_HOUR: SERVICE_PER_HOUR,
    }),
  )
  const facts = await service.serve()
  const proxy = opening.use(await openFaultProxy(facts.url))
  const runner = opening.use(
    await openWorld({
      ...scale,
      ...accessTo({ ...facts, url: proxy.url }),
      FROTA_CONSULTATIONS_PER_HOUR: String(PER_HOUR.consultations),
      FROTA_ORDERS_PER_HOUR: String(PER_HOUR.orders),
      LOG_LEVEL: 'debug',
      ...env,
    }),
  )
  const fleets: KillFleet[] = []
  const watchCommits = commitsOf(runner)
  const closing = opening.move()
  return {
    service,
    runner,
    proxy,
    fleets,
    /** One more, of vehicles that nobody knows yet. */
    addFleet: async (vehicles: number) => {
      const name = `fleet-${fleets.length + 1}`
      const file = join(runner.dir, `${name}.csv`)
      const known = fleets.reduce((sum, each) => sum + each.vehicles, 0)
      await writeFile(
        file,
        fleetFile(vehicles, (index) => plateOf('RQ', index), known),
      )
      const added = { name, file, vehicles }
      fleets.push(added)
      return added
    },
    /** Calls `told` at each commit that can be seen from outside, until its answer is called. */
    watchCommits,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/**
 * The embedded ledger has one executor and nobody may look at it meanwhile, so there the intent
 * journal is watched; on a server each effect's move notifies whoever listens once it is committed.
 */
type Watch = (told: () => void) => Promise<() => Promise<void>>

function commitsOf(runner: World): Watch {
  const { databaseUrl } = runner
  return databaseUrl === undefined
    ? (told) => watchJournal(runner.dataDir, told)
    : (told) => listenToMoves(databaseUrl, told)
}

const JOURNAL = 'intents.jsonl'

async function watchJournal(dataDir: string, told: () => void): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, JOURNAL)
  const sizeNow = (): Promise<number> =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    )
  let size = await sizeNow()
  const watcher = watch(dataDir, (_event, name) => {
    if (name !== JOURNAL) return
    void sizeNow().then((now) => {
      if (now > size) told()
      size = now
    })
  })
  return async () => watcher.close()
}

/** The trigger is this test's own; before the first start there is no table to put it on. */
async function listenToMoves(url: string, told: () => void): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  client.on('notification', told)
  await client.query(`
    LISTEN effect_moved;
    CREATE OR REPLACE FUNCTION public.tell_move() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NOTIFY effect_moved; RETURN NULL; END';
    DO 'BEGIN
      IF to_regclass(''frota.effect_event'') IS NOT NULL THEN
        CREATE OR REPLACE TRIGGER tell_move AFTER INSERT ON frota.effect_event
          FOR EACH ROW EXECUTE FUNCTION public.tell_move();
      END IF; END'`)
  return () => client.end()
}
