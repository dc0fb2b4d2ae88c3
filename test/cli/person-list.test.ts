/** The list for a person is the same in status, exit code, `orders resolve`, reports and console. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../src/cli/context.ts'
import { openOutput } from '../../src/cli/output.ts'
import { run as runResolve } from '../../src/cli/orders/orders-resolve.ts'
import { openLedger } from '../../src/app/ledger/open-ledger.ts'
import { sayEnding } from '../../src/cli/run-ending.ts'
import { run as runStatus } from '../../src/cli/status.ts'
import { readConfig, type Config, type Flags } from '../../src/config.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase, type Database } from '../../src/database/open.ts'
import { ledgerMigrations } from '../../src/ledger/schema/migrations.ts'
import type { Run } from '../../src/ledger/runs/runs.ts'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import { messagesOf } from '../../src/reconciliation/reports/words/reports.ts'
import { writeReports } from '../../src/reconciliation/reports/write-reports.ts'
import type { WrittenReports } from '../../src/reconciliation/reports/write-reports.ts'
import { openTestConsole } from '../console/open-console.ts'
import { plantEveryKind } from '../reconciliation/reports/every-exception.ts'
import { FLEET, LedgerBuilder } from '../reconciliation/reports/ledger-builder.ts'

/** Each once, as an accountant was asked; more of one kind than any surface shows at a time. */
const TWINS = 7
const FOR_A_PERSON: Readonly<Record<string, number>> = {
  'order-quarantined': 1,
  'payment-needs-person': 1,
  'money-blocked': 1,
  'order-twin': TWINS,
  'order-found': 1,
  'pay-gate-shut': 1,
  'order-refunded': 1,
  'debt-settled-again': 1,
  'debt-not-settled': 1,
  'freed-debt-paid': 1,
  'debt-paid-twice': 1,
  'order-totals-differ': 1,
  'ipva-paid-twice': 1,
  'order-status-unknown': 1,
  'answer-total-differs': 1,
  'credential-shared': 1,
  'refund-unexplained': 1,
  'settlement-late': 1,
  'effect-unreadable': 1,
  'member-failed': 1,
  'vehicle-refused': 1,
  'vehicle-untold': 1,
  'owner-differs': 1,
  'row-rejected': 1,
  'debt-ipva-conflict': 1,
  'debt-reworded': 1,
  'debt-over-limit': 1,
  'approval-lapsed': 1,
  'card-approved': 1,
  'card-unpaid': 1,
}
const ALL = Object.values(FOR_A_PERSON).reduce((sum, rows) => sum + rows, 0)
const NEEDS_PERSON = 20

let dir: string
let database: Database
let builder: LedgerBuilder
let config: Config
let reports: WrittenReports
let finished: Run

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frota-person-'))
  const dataDir = join(dir, 'data')
  config = readConfig({}, { FROTA_DATA_DIR: dataDir, FROTA_LOCALE: 'en', LOG_LEVEL: 'silent' })
  database = await openDatabase({ dataDir })
  await migrate(database.pool, ledgerMigrations)
  await openSecret(join(dataDir, 'secret.json'), systemRandom, async () => true)
  builder = new LedgerBuilder(database.pool)
  await plantEveryKind(builder, new Date(Date.now() - 60_000))
  for (let more = 1; more < TWINS; more += 1) {
    await database.pool.query(
      `insert into frota.foreign_order (id, fleet_id, vehicle_id, why, method, status, standing,
        total_cents, first_seen_at, last_seen_at)
      select gen_random_uuid(), fleet_id, vehicle_id, why, method, status, standing, total_cents,
        first_seen_at, last_seen_at
      from frota.foreign_order where why = 'twin' limit 1`,
    )
  }
  ;({ reports, run: finished } = await report(1))
})
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

async function report(number: number): Promise<{ reports: WrittenReports; run: Run }> {
  const now = new Date()
  const run = await builder.run(
    number,
    { started_at: now, ended_at: now },
    { flavour: 'machine', locale: 'en', zone: 'UTC' },
  )
  await using ledger = await openLedger({ config, name: 'report', output: quiet() }, 'read')
  const tools = { source: ledger.stores.reports, openRow: () => [] }
  return { reports: await writeReports(tools, { run, reportsDir: dir }), run }
}

const quiet = () => openOutput({ write: () => true }, { json: false, locale: 'en' })

interface Said {
  readonly json: Record<string, unknown>
  readonly exit: number | undefined
}

async function say(
  command: (context: CommandContext) => Promise<void> | void,
  words: readonly string[] = [],
  flags: Flags = {},
): Promise<Said> {
  let text = ''
  let exit: number | undefined
  const terminal = { write: (more: string) => (text += more) }
  await command({
    name: 'command',
    words,
    flags,
    config,
    output: openOutput(terminal, { json: true, locale: 'en' }),
    stop: new AbortController().signal,
    exitWith: (code) => (exit = code),
  })
  return { json: JSON.parse(text) as Record<string, unknown>, exit }
}

/** How many of each kind a page shows among what waits for a person, by the words of its kinds. */
function kindsOn(page: string): Record<string, number> {
  const section = /<h2>Waits for a person: (\d+)<\/h2>([^]*?)<\/section>/.exec(page)
  expect(section?.[1]).toBe(String(ALL))
  const tags = (section?.[2] ?? '').matchAll(/<h3>([^<]*)<\/h3>\s*<span class="tag">\w+ · (\d+)</g)
  const codes = new Map(
    Object.entries(messagesOf('en').exceptions).map(([code, words]) => [
      'title' in words ? words.title : '',
      code,
    ]),
  )
  return Object.fromEntries(
    [...tags].map(([, title = '', rows]) => [codes.get(title), Number(rows)]),
  )
}

function countBy(codes: readonly string[]): Record<string, number> {
  const counts = Map.groupBy(codes, (code) => code)
  return Object.fromEntries([...counts].map(([code, all]) => [code, all.length]))
}

const waiting = async (word?: string): Promise<{ code: string; id: string; choices: string[] }[]> =>
  (await say(runResolve, word === undefined ? [] : [word])).json['waiting'] as never

describe('what waits for a person', () => {
  test('is in status', async () => {
    const { json } = await say(runStatus)
    const groups = json['forPerson'] as { code: string; count: number }[]
    expect(Object.fromEntries(groups.map(({ code, count }) => [code, count]))).toEqual(FOR_A_PERSON)
    expect(json['needsPerson']).toBe(ALL)
  })

  test('is in `orders resolve`, with what may be said of each', async () => {
    const all = await waiting()
    expect(countBy(all.map(({ code }) => code))).toEqual(FOR_A_PERSON)
    const choices = new Map(all.map((one) => [one.code, one.choices.join(' ')]))
    expect(choices.get('order-quarantined')).toBe('--adopt ORDER --none --different ORDER')
    expect(choices.get('payment-needs-person')).toBe('--paid --not-paid')
    expect(choices.get('order-refunded')).toMatch(/^frota orders free [0-9a-f-]{36} --reason$/)
    expect(choices.get('order-twin')).toBe('--done')
    expect(choices.get('effect-unreadable')).toBe('--done')
    expect(choices.get('money-blocked')).toBe('')
  })

  test('is in exceptions.csv', async () => {
    const text = await readFile(join(reports.directory, 'exceptions.csv'), 'utf8')
    const rows: Record<string, string>[] = parse(text, { columns: true })
    const marked = rows.filter((row) => row['for_a_person'] === 'yes')
    expect(countBy(marked.map((row) => row['code'] ?? ''))).toEqual(FOR_A_PERSON)
    expect(reports.manifest.exceptions.forPerson).toBe(ALL)
  })

  test('is in summary.html', async () => {
    const page = await readFile(join(reports.directory, 'summary.html'), 'utf8')
    expect(kindsOn(page)).toEqual(FOR_A_PERSON)
  })

  test('is on the console', async () => {
    await using pages = await openTestConsole({
      FROTA_DATA_DIR: config.FROTA_DATA_DIR,
      FROTA_LOCALE: 'en',
    })
    expect(kindsOn(await (await pages.get('/exceptions')).text())).toEqual(FOR_A_PERSON)
  })
})

describe('a word of a person', () => {
  const done = { done: true, reason: 'checked at the service', yes: true }
  const idOf = async (kind: string): Promise<string> =>
    (await waiting()).find(({ code }) => code === kind)?.id ?? ''

  test('ends what was taken care of elsewhere, in every list, and stays in the audit log', async () => {
    const id = await idOf('order-found')
    const { json } = await say(runResolve, [id], done)
    expect(json['ended']).toEqual([{ code: 'order-found', id, plate: expect.any(String) }])
    const codes = (await waiting()).map(({ code }) => code)
    expect(codes).not.toContain('order-found')
    expect(codes).toHaveLength(ALL - 1)
    const { rows } = await database.pool.query(
      `select facts from frota.audit where what = 'exception-ended'`,
    )
    expect(JSON.parse(String(rows[0]?.['facts']))).toMatchObject({
      code: 'order-found',
      reason: 'checked at the service',
    })
  })

  test('ends nothing that has an ending of its own', async () => {
    for (const kind of ['order-refunded', 'order-quarantined', 'money-blocked']) {
      await expect(say(runResolve, [await idOf(kind)], done)).rejects.toThrow(/cannot be said/)
    }
    expect(await waiting()).toHaveLength(ALL - 1)
  })

  test('names one thing, not all of a vehicle with several', async () => {
    const [twin] = (await waiting()).filter(({ code }) => code === 'order-twin') as never[]
    const { plate } = twin as unknown as { plate: string }
    await expect(say(runResolve, [plate], done)).rejects.toThrow(/Several things/)
  })
})

describe('the exit code', () => {
  /** Sums that somebody else got wrong would end it before, with another code. */
  const ended = (written: WrittenReports, run: Run) => ({
    fleet: { id: FLEET, name: 'principal', accountId: '', createdAt: new Date(0) },
    run,
    carriedOver: 0,
    carriedOverUntil: undefined,
    givenUp: [],
    reports: { ...written, closes: true },
  })

  test('says 20 as long as the list is not empty', async () => {
    const ending = (context: CommandContext): void => sayEnding(context, [ended(reports, finished)])
    const { exit, json } = await say(ending, [], { 'exit-code': true })
    expect(exit).toBe(NEEDS_PERSON)
    expect(json['notices']).toEqual([
      expect.stringMatching(/All orders of the service are read first/),
      expect.stringMatching(/^Another installation, .*: 1 consultation that this installation did/),
    ])
  })

  test('says nothing once everything is ended', async () => {
    await database.pool.query('truncate frota.vehicle, frota.money_block, frota.import cascade')
    const empty = await report(2)
    const ending = (context: CommandContext): void =>
      sayEnding(context, [ended(empty.reports, empty.run)])
    expect((await say(ending, [], { 'exit-code': true })).exit).toBeUndefined()
    expect(await waiting()).toEqual([])
  })
})
