/**
 * Runs frota as a person would, with its own data and reports in a temporary directory and nothing
 * of this machine's settings: `start` in a child process, `run` and `json` in the test's where no
 * option needs a process. With FROTA_TEST_ENGINE=postgresql the world's ledger is a database of its
 * own on the server of DATABASE_URL.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readHolder } from '../../src/database/holder.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Database } from '../../src/database/pool.ts'
import { testEngine } from './database.ts'
import { HeldLedger, ownsLedger, runHere } from './in-process.ts'
import { keepEngine } from './kept-engine.ts'
import { createServerDatabase } from './server-database.ts'
import { serveHere, type Served } from './serve-here.ts'
import { SHORT_LIVED } from './short-lived.ts'
import { watch } from './watch-process.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves when either stream matches; throws when the process ends before. */
  saw(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves after so many lines of both streams together, or at the end. */
  sawLines(count: number): Promise<void>
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly uid?: number
  readonly program?: string
  /** For a bench, which measures what users have. */
  readonly isOptimized?: boolean
}

export type Rows = Record<string, unknown>[]

export interface World extends AsyncDisposable {
  readonly dir: string
  readonly dataDir: string
  readonly reportsDir: string
  /** What every command of this world is given. */
  readonly env: Readonly<Record<string, string>>
  readonly engine: 'pglite' | 'postgresql'
  /** Of the ledger; absent where it is embedded. */
  readonly databaseUrl: string | undefined
  /** In a process of its own; the world lets go of the ledger first (`release`). */
  start(args: readonly string[], options?: StartOptions): Running
  /** In the test's own process, unless an option is about processes. */
  run(args: readonly string[], options?: StartOptions): Promise<Ended>
  /** `run` with `--json`; throws unless standard output is exactly one object. */
  json(args: readonly string[], options?: StartOptions): Promise<Record<string, unknown>>
  /** Through the owner of the data directory while there is one. */
  query(sql: string, values?: readonly unknown[]): Promise<Rows>
  /** For many statements: one opening serves them all. */
  read<T>(work: (query: World['query']) => Promise<T>): Promise<T>
  /** Before a process is started, or a file of the ledger touched: the engine stays open until then. */
  release(): Promise<void>
  /** `frota service` on a free port, in the test's own process, until `stop` or the world's end. */
  serve(env?: Readonly<Record<string, string>>): Promise<Served>
  /** The first column of the first row, as a number. */
  count(sql: string, values?: readonly unknown[]): Promise<number>
  report(name: string): Promise<string>
}

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
export const FLEETS = join(REPOSITORY, 'fixtures/fleets')
const PROGRAM = join(REPOSITORY, 'bin/frota.mjs')
/** What a process needs of the machine, and the date that test/support/start-at.ts has chosen. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'FROTA_START_AT'] as const

export function fleet(name: string): string {
  return join(FLEETS, name)
}

/** Writes the first vehicles of small.csv to a file of the world; resolves with its path. */
export async function firstVehicles({ dir }: World, count: number): Promise<string> {
  const lines = (await readFile(fleet('small.csv'), 'utf8')).split('\n')
  const path = join(dir, 'frota.csv')
  await writeFile(path, lines.slice(0, count + 1).join('\n'))
  return path
}

/** `env` is given to every command of the world; a DATABASE_URL in it is the world's ledger. */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  await using opening = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'frota-world-'))
  // To look at what a failed test left behind.
  if (process.env['FROTA_TEST_KEEP'] === undefined) {
    opening.defer(() => rm(dir, { recursive: true, force: true }))
  }
  const engine = testEngine()
  const given = env['DATABASE_URL']
  const isOwn = engine === 'postgresql' && given === undefined
  const url = isOwn ? opening.use(await createServerDatabase()).url : given
  const dataDir = join(dir, 'data')
  const reportsDir = join(dir, 'reports')
  const redis = process.env['REDIS_URL']
  const own = {
    FROTA_DATA_DIR: dataDir,
    FROTA_REPORTS_DIR: reportsDir,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...(url === undefined || redis === undefined ? {} : { REDIS_URL: redis }),
    ...env,
  }
  const children = new Set<Running>()
  opening.defer(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([...children].map(({ ended }) => ended))
  })
  const held = new HeldLedger(dataDir)
  const kept = keepEngine(join(dataDir, 'pgdata'))
  const release = async (): Promise<void> => {
    await held.release()
    await kept.stop()
  }
  opening.defer(release)
  const start = (args: readonly string[], options: StartOptions = {}): Running => {
    if ((held.isHeld && ownsLedger(args)) || (kept.isOpen() && !readHolder(dataDir)))
      throw new Error('The world has its ledger open: await release() before start.')
    const running = startFrota(args, { ...options, env: { ...own, ...options.env } })
    children.add(running)
    void running.ended.then(() => children.delete(running))
    return running
  }
  const stopping = new AbortController()
  opening.defer(() => stopping.abort())
  const run: World['run'] = async (args, options = {}) => {
    const all = { ...keptOfMachine(), ...own, ...options.env }
    // What `restore` puts aside must not be open.
    if (livesOn(args) || needsProcess(options) || args[0] === 'restore') await release()
    if (livesOn(args) || needsProcess(options)) {
      return await start(args, options).ended
    }
    if (url !== undefined || all.FROTA_DATA_DIR !== dataDir)
      return await runHere(args, all, stopping.signal)
    const here = () => runHere(args, all, stopping.signal)
    if (!ownsLedger(args)) return await kept.during(() => held.use(here))
    await held.release()
    return args[0] === 'restore' ? await here() : await kept.during(here)
  }
  const serving: Served[] = []
  opening.defer(async () => void (await Promise.all(serving.map((served) => served.stop()))))
  const serve: World['serve'] = async (more = {}) => {
    await held.release()
    const all = { ...keptOfMachine(), ...own, PORT: '0', ...more }
    const served = await serveHere(all, (run) => (url === undefined ? kept.during(run) : run()))
    serving.push(served)
    return served
  }
  const read: World['read'] = async (work) => {
    const ask = (database: Database) =>
      work(async (sql, values = []) => {
        return (await database.pool.query<Record<string, unknown>>(sql, [...values])).rows
      })
    if (url === undefined) return await kept.during(() => held.use(ask))
    await using database = await openDatabase({ url })
    return await ask(database)
  }
  const query: World['query'] = (sql, values) => read((ask) => ask(sql, values))
  const closing = opening.move()
  return {
    dir,
    dataDir,
    reportsDir,
    env: own,
    engine,
    databaseUrl: url,
    start,
    run,
    json: async (args, options) => onlyObject(await run([...args, '--json'], options)),
    query,
    read,
    release,
    serve,
    count: async (sql, values) => {
      const [row] = await query(sql, values)
      return Number(Object.values(row ?? {})[0])
    },
    report: (name) => readFile(join(reportsDir, 'latest', name), 'utf8'),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** For processes that live at this instant from now on, and agree on it whenever they start. */
export function startingAt(then: string): { readonly FROTA_START_AT: string } {
  return { FROTA_START_AT: `${then}@${new Date().toISOString()}` }
}

function keptOfMachine(): Record<string, string | undefined> {
  return Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
}

/** Until it gets a signal, unless it cannot start. */
function livesOn([command, verb = '--']: readonly string[]): boolean {
  return command === 'worker' || (command === 'service' && /^(run$|--)/.test(verb))
}

/** Another user, folder or program than this process has. */
function needsProcess({ cwd, uid, program }: StartOptions): boolean {
  return cwd !== undefined || uid !== undefined || program !== undefined
}

/** Without a world: for what never opens a database. */
export function startFrota(args: readonly string[], options: StartOptions = {}): Running {
  const kept = KEPT.map((name) => [name, process.env[name]]).filter(([, value]) => value)
  const program = options.program ?? PROGRAM
  const flags = options.isOptimized === true ? [] : SHORT_LIVED
  const child = spawn(process.execPath, [...flags, program, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...Object.fromEntries(kept), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  return watch(child)
}

/** A service's first words: where it is, and the demo account's credential. */
export interface ServiceFacts {
  readonly url: string
  readonly accountId: string
  readonly apiKey: string
}

/** Settings of a runner that works with this service. */
export function accessTo({ url, apiKey, accountId }: ServiceFacts): Record<string, string> {
  return { FROTA_API_URL: url, FROTA_API_KEY: apiKey, FROTA_ACCOUNT_ID: accountId }
}

/** Starts `frota service` on a free port. The key is only in the first start's words. */
export async function startService(
  world: World,
  options: StartOptions = {},
): Promise<{ running: Running; facts: ServiceFacts }> {
  const env = { PORT: '0', ...options.env }
  await world.release()
  const running = world.start(['service', '--json'], { ...options, env })
  await running.saw(/^\}/m)
  return { running, facts: JSON.parse(running.stdout()) as ServiceFacts }
}

export function onlyObject({ stdout, stderr, code }: Ended): Record<string, unknown> {
  try {
    return JSON.parse(stdout) as Record<string, unknown>
  } catch {
    throw new Error(`Not one JSON object (exit ${code}):\n${stdout}\n${stderr}`)
  }
}
