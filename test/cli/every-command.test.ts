/**
 * Every row of the table of commands is once what a person starts: a process, with its own words,
 * exit code and end. A subcommand runs in the test's process: its row has shown what a process adds.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Command } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { openWorld, type Ended } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

interface Smoke {
  /** After the command's own words. */
  readonly args?: readonly string[]
  /** 0 when it is absent. */
  readonly code?: number
  /** On standard output, or on standard error when it ends with another code than 0. */
  readonly says: RegExp
  /** It goes on until it is told to stop, once it has said that. */
  readonly livesOn?: true
}

/** One more than the cores of a small machine. */
const AT_ONCE = 3
const PLATE = plateOf('RQ', 0)
const UNKNOWN = 'ZZZ9Z99'
const BRAND = ['--brand', 'frota']

/** These own the ledger, so they follow each other; the others read it side by side. */
const OWNERS: Readonly<Record<string, Smoke>> = {
  reconcile: { args: ['fleet.csv'], says: /Planilha     1 linha/ },
  resume: { says: /Consultas    1\/1/ },
  retry: { says: /Consultas    1\/1/ },
  nightly: { args: ['--simulated', '--for', '1m'], says: /Consultas    1\/1/ },
  inbox: { args: ['--simulated'], code: 2, says: /FROTA_INBOX/ },
  worker: { args: ['--simulated'], says: /nightly/, livesOn: true },
  restore: { args: ['none'], code: 2, says: /não é uma cópia completa/ },
}

const READERS: Readonly<Record<string, Smoke>> = {
  check: { args: ['fleet.csv'], says: /fleet\.csv/ },
  template: { says: /placa/ },
  status: { says: /Execução     4 · nightly/ },
  plan: { says: /Nada a consultar/ },
  why: { args: [PLATE], says: /RQA0A00/ },
  'vehicle show': { args: [PLATE], says: /RQA0A00/ },
  'vehicle edit': { args: [PLATE, '--nickname', 'Van'], says: /Van/ },
  'vehicle remove': { args: [PLATE], code: 2, says: /--yes/ },
  runs: { says: /nightly/ },
  console: { args: ['--port', '0'], says: /http/, livesOn: true },
  debts: { args: [PLATE], says: /RQA0A00/ },
  orders: { says: /RQA0A00  proposta/ },
  'orders list': { says: /RQA0A00  proposta/ },
  'orders propose': { says: /1 propostas/ },
  'orders approve': { args: [UNKNOWN], code: 2, says: /ZZZ9Z99/ },
  'orders reject': { args: [UNKNOWN], code: 2, says: /ZZZ9Z99/ },
  'orders refresh': { says: /Nenhum pedido/ },
  'orders withdraw': { args: [UNKNOWN], code: 2, says: /ZZZ9Z99/ },
  'orders evidence': { args: ['none'], code: 2, says: /frota orders/ },
  'orders date': { args: ['none'], code: 2, says: /--on/ },
  'orders free': { args: ['none'], code: 2, says: /--reason/ },
  'orders resolve': { says: /Nada espera/ },
  bank: { says: /extrato/ },
  'bank list': { says: /extrato/ },
  'bank match': { args: ['none.ofx'], code: 2, says: /none\.ofx/ },
  'bank remove': { args: ['none.ofx'], code: 2, says: /FROTA_PERSON/ },
  'bank say': { args: ['none'], code: 2, says: /--none/ },
  close: { args: ['2026-13'], code: 2, says: /AAAA-MM/ },
  report: { says: /summary\.html/ },
  audit: { says: /política/ },
  'audit list': { says: /política/ },
  'audit verify': { says: /inteiro/ },
  'audit export': { args: ['--to', 'audit.jsonl'], says: /audit\.jsonl/ },
  schedules: { says: /nightly/ },
  'schedules list': { says: /nightly/ },
  'schedules add': { args: ['weekly', '--cron', '0 3 * * 0'], says: /weekly/ },
  'schedules pause': { args: ['nightly'], says: /nightly/ },
  'schedules resume': { args: ['nightly'], says: /nightly/ },
  'schedules remove': { args: ['never'], code: 2, says: /never/ },
  people: { says: /Ninguém|Ana/ },
  'people list': { says: /Ninguém|Ana/ },
  'people add': { args: ['Ana', '--role', 'admin'], says: /link\/[\w-]{43}/ },
  'people change': { args: ['Bia', '--role', 'admin'], code: 2, says: /Bia/ },
  'people link': { args: ['Bia'], code: 2, says: /Bia/ },
  'people reset': { args: ['Bia'], code: 2, says: /Bia/ },
  'people remove': { args: ['Bia'], code: 2, says: /Bia/ },
  quota: { says: /consultations\/embutida/ },
  doctor: { says: /frota backup/ },
  backup: { args: ['copies'], says: /feita e conferida: .*copies/ },
  purge: { args: ['--dry-run'], says: /auditoria e seus comprovantes/ },
  'service run': { args: ['--port', '0'], code: 75, says: /em uso/ },
  'service brands create': { args: ['smoke', '--fee', '4,90'], says: /smoke/ },
  'service brands list': { says: /frota/ },
  'service brands fee': { args: ['frota', '5,50'], says: /5,50/ },
  'service brands deactivate': { args: ['none'], code: 2, says: /none/ },
  'service brands activate': { args: ['none'], code: 2, says: /none/ },
  'service accounts create': { args: ['smoke', ...BRAND], says: /Conta criada/ },
  'service accounts list': { args: BRAND, says: /frota/ },
  'service accounts deactivate': { args: ['none', ...BRAND], code: 2, says: /none/ },
  'service accounts activate': { args: ['none', ...BRAND], code: 2, says: /none/ },
  'service accounts retention': { args: ['none', '--days', '90'], code: 2, says: /none/ },
  'service accounts erase': { args: ['none', '--yes'], code: 2, says: /none/ },
  'service keys create': {
    args: [...BRAND, '--name', 'smoke', '--out', 'key'],
    says: /gravada em: key/,
  },
  'service keys list': { args: BRAND, says: /svc_/ },
  'service keys rotate': { args: ['none'], code: 2, says: /none/ },
  'service keys revoke': { args: ['none'], code: 2, says: /none/ },
}

/** Subcommands that go on, or write a file where they are started. */
const NEED_PROCESS = ['service run', 'service keys create', 'audit export']

/** How much a short command loads: half of its time was once reading modules that it did not use. */
const BARE_MAX = 110
/** Of which Kysely is half. */
const LEDGER_MAX = 650
/** They check answers and send requests; these commands do neither where no order is open. */
const UNUSED = /node_modules\/(typebox|undici|bullmq|fastify|echarts)\//
const COUNTED = ['status', 'orders', 'plan', 'quota', 'runs']

const world = await forFile(openWorld({ LOG_LEVEL: 'silent' }))
await writeFile(
  join(world.dir, 'fleet.csv'),
  fleetFile(1, (index) => plateOf('RQ', index)),
)

test('every command of the table is started below', () => {
  const named = Object.entries(commands).flatMap(([name, command]) => namesOf(name, command))
  expect(Object.keys({ ...OWNERS, ...READERS }).toSorted()).toEqual(named.toSorted())
})

/** `vehicle` and `service` alone are no commands: they start another one, or ask which. */
function namesOf(name: string, { subcommands = {} }: Command): string[] {
  const own = ['vehicle', 'service'].includes(name) ? [] : [name]
  return [...own, ...Object.keys(subcommands).map((words) => `${name} ${words}`)]
}

/** Has a process tell, at its end, the modules that it has loaded. */
function telling(name: string): Record<string, string> {
  const program = `import fs from 'node:fs'
    import { registerHooks } from 'node:module'
    import { isMainThread } from 'node:worker_threads'
    const seen = new Set()
    const load = (url, context, next) => (seen.add(url), next(url, context))
    const file = '${join(world.dir, `loaded-${name}`)}'
    if (isMainThread) registerHooks({ load })
    if (isMainThread) process.on('exit', () => fs.writeFileSync(file, [...seen].join('\\n')))`
  return { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(program)}"` }
}

async function loaded(name: string): Promise<string[]> {
  return (await readFile(join(world.dir, `loaded-${name}`), 'utf8')).split('\n')
}

/** What was wrong, in words that name the command. */
async function complaint(name: string, smoke: Smoke): Promise<object[]> {
  const { args = [], code = 0, says } = smoke
  const line = [...name.split(' '), ...args]
  const isHere = name.includes(' ') && !NEED_PROCESS.includes(name)
  const ended = isHere ? await world.run(line) : await ownProcess(name, line, smoke)
  const told = code === 0 ? ended.stdout : ended.stderr + ended.stdout
  return ended.code === code && says.test(told) ? [] : [{ name, ...ended }]
}

async function ownProcess(name: string, line: string[], { says, livesOn }: Smoke): Promise<Ended> {
  const env = COUNTED.includes(name) ? telling(name) : {}
  const running = world.start(line, { cwd: world.dir, env })
  if (livesOn) {
    await running.saw(says)
    running.kill('SIGTERM')
  }
  return await running.ended
}

test.each(Object.entries(OWNERS))('%s owns the ledger and ends', async (name, smoke) => {
  expect(await complaint(name, smoke)).toEqual([])
})

test('every other command reads beside an owner and ends', async () => {
  const left = Object.entries(READERS).values()
  const complaints: object[] = []
  const next = async (): Promise<void> => {
    for (const [name, smoke] of left) complaints.push(...(await complaint(name, smoke)))
  }
  await world.read(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  })
  expect(complaints).toEqual([])
})

test('commands that only read load neither the client nor what checks its answers', async () => {
  await world.start(['--version'], { env: telling('version') }).ended
  expect((await loaded('version')).length).toBeLessThan(BARE_MAX)
  for (const name of COUNTED) {
    const modules = await loaded(name)
    const unused = modules.filter((url) => UNUSED.test(url))
    expect({ name, unused }).toEqual({ name, unused: [] })
    expect(modules.length).toBeLessThan(LEDGER_MAX)
    expect(modules.length).toBeGreaterThan(BARE_MAX)
  }
})
