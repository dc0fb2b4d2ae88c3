/** A real console on a free port, on a data directory of its own, and a browser's manners. */
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { AppContext } from '../../src/app/context.ts'
import { expect } from 'vitest'
import type { Clock } from '../../src/clock.ts'
import { openConsole } from '../../src/console/open-console.ts'
import { run } from '../../src/cli/console.ts'
import { openOutput } from '../../src/cli/output.ts'
import { add, change, link, remove, reset } from '../../src/cli/people/people.ts'
import { openDatabase } from '../../src/database/open.ts'
import { readConfig } from '../../src/config.ts'
import { keepEngine } from '../support/kept-engine.ts'
import { formTokenOf } from '../../src/console/access/access.ts'

/** Shortens the waits of the flow; the service is the embedded one, on loopback. */
const SCALE = '200'

export const PASSWORD = 'quatro cavalos pastam na serra'

export type Row = Readonly<Record<string, string>>

export const rowsIn = (csv: string): Row[] => parse(csv, { columns: true, bom: true })

export const linkIn = (text: string): string => /\/link\/[\w-]+/.exec(text)?.[0] ?? ''

/** A figure of a page of verdicts. */
export const countIn = (page: string, name: string): string =>
  new RegExp(`data-count="${name}"[\\s\\S]*?<b>(\\d+)</b>`).exec(page)?.[1] ?? ''

const PEOPLE = { add, change, link, remove, reset }

/** What one browser does. */
export interface Visit {
  readonly status: number
  readonly cookie: string
  readonly get: (path: string) => Promise<Response>
  readonly post: (
    path: string,
    body: FormData | URLSearchParams,
    headers?: object,
  ) => Promise<Response>
  readonly text: (path: string) => Promise<string>
  /** Of a file with commas. */
  readonly rows: (path: string) => Promise<Row[]>
  /** Part of every form of a page of ours. */
  readonly formToken: string
  /** A form of a page of ours. */
  send(path: string, fields?: Record<string, string>): Promise<Response>
}

/** The browser that opened the printed address, and what else a test does with its console. */
export interface TestConsole extends Visit, AsyncDisposable {
  /** With the token. */
  readonly url: string
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly reportsDir: string
  upload(file: Blob, name: string, fields?: Record<string, string>): Promise<Response>
  /** Uploads a file, or one of fixtures/fleets by its name; returns the path of its page. */
  verdictOf(file: Blob | string, fields?: Record<string, string>): Promise<string>
  /** Uploads it and runs it to its end; returns the path of its page. */
  reconcile(file: Blob | string): Promise<string>
  /** Starts a run of the upload whose page this is, from that page's form. */
  start(verdict: string): Promise<Response>
  /** Changes people from the terminal, as `frota people` does; returns what it says. */
  people(verb: keyof typeof PEOPLE, ...typed: string[]): Promise<string>
  /** Adds a person from the terminal, chooses PASSWORD by their link and signs in. */
  enter(name: string, role: string, ...typed: string[]): Promise<Visit>
  /** Another browser: its cookie is what `signIn` was answered with. */
  signIn(name: string, password: string): Promise<Visit>
  /** A browser with these cookies; the first is that of its session. */
  withCookie(cookie: string): Visit
  /** Server-sent events of the run under way, until the stream ends. */
  events(): AsyncGenerator<{ event: string; data: string }>
  /** Of the ledger, through its owner if it has one. */
  query<Found extends object>(text: string): Promise<Found[]>
  /** What the command itself ends with, after a stop. */
  stop(): Promise<void>
}

interface TestConsoleOptions {
  /** The time of the pages alone. */
  readonly clock?: Clock
  /** False where the directory of its database is moved while it is open. */
  readonly keepsEngine?: boolean
}

/** Its embedded engine starts once for all openings of the pages and of their runs. */
export async function openTestConsole(
  environment: Record<string, string> = {},
  { clock, keepsEngine = true }: TestConsoleOptions = {},
): Promise<TestConsole> {
  const directory = await mkdtemp(join(tmpdir(), 'frota-console-'))
  const {
    FROTA_DATA_DIR: dataDir = join(directory, 'data'),
    FROTA_REPORTS_DIR: reportsDir = join(directory, 'reports'),
  } = environment
  const config = readConfig(
    {},
    {
      FROTA_DATA_DIR: dataDir,
      FROTA_REPORTS_DIR: reportsDir,
      FROTA_TEST_SCALE: SCALE,
      LOG_LEVEL: 'silent',
      FROTA_CONSOLE_FACTOR: 'nobody',
      ...environment,
    },
  )
  const stopping = new AbortController()
  const { promise: printed, resolve: print } = Promise.withResolvers<string>()
  const write = (text: string): void => {
    const address = /http:\S+/.exec(text)?.[0]
    if (address !== undefined) print(address)
  }
  const context = {
    name: 'console',
    words: [],
    flags: {},
    config,
    output: openOutput({ write }, { json: false, locale: config.FROTA_LOCALE }),
    stop: stopping.signal,
    exitWith: () => undefined,
  }
  const kept = keepEngine(join(dataDir, 'pgdata'))
  const during: typeof kept.during = keepsEngine ? kept.during : (work) => work()
  const ended = during(() => (clock === undefined ? run(context) : byClock(context, clock)))
  const url = await Promise.race([printed, ended.then(() => 'ended')])
  const { origin, port } = new URL(url)
  const own = visit(origin, cookieOf(await fetch(url, { redirect: 'manual' })))
  const { get, post, text, formToken } = own
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
    await kept.stop()
  }
  const upload: TestConsole['upload'] = async (file, name, fields = {}) => {
    const form = new FormData()
    form.set('form_token', formToken)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', file, name)
    return post('/uploads', form)
  }
  const verdictOf: TestConsole['verdictOf'] = async (file, fields) => {
    const isNamed = typeof file === 'string'
    const blob = isNamed ? await openAsBlob(join('fixtures/fleets', file)) : file
    const answer = await upload(blob, isNamed ? file : 'frota.csv', fields)
    expect(answer.status).toBe(303)
    return answer.headers.get('location') ?? ''
  }
  const start: TestConsole['start'] = async (verdict) => {
    const page = await text(verdict)
    const form = new URLSearchParams({ form_token: tokenIn(page) })
    // The button of a file that seems to be another fleet's says that it is not.
    if (page.includes('name="other_fleet"')) form.set('other_fleet', 'yes')
    return post(`${verdict}/run`, form)
  }
  async function* events(): ReturnType<TestConsole['events']> {
    const { body } = await get('/runs/current/events')
    if (body === null) return
    let pending = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      pending += piece
      const blocks = pending.split('\n\n')
      pending = blocks.pop() ?? ''
      yield* blocks.map(eventOf)
    }
  }
  const people: TestConsole['people'] = async (verb, ...typed) => {
    const { words, flags } = commandLine(typed)
    let said = ''
    const heard = (text: string): void => {
      said += text
    }
    const output = openOutput({ write: heard }, { json: false, locale: config.FROTA_LOCALE })
    await PEOPLE[verb]({ ...context, name: `people ${verb}`, words, flags, output })
    return said
  }
  const signIn: TestConsole['signIn'] = async (name, password) => {
    const form = new URLSearchParams({ name, password })
    const answer = await visit(origin, '').post('/sign-in', form)
    return visit(origin, cookieOf(answer), answer.status)
  }
  return {
    ...own,
    url,
    origin,
    port: Number(port),
    dataDir,
    reportsDir,
    upload,
    verdictOf,
    reconcile: async (file) => {
      const verdict = await verdictOf(file)
      await start(verdict)
      await Array.fromAsync(events())
      return verdict
    },
    start,
    people,
    enter: async (name, role, ...typed) => {
      const link = linkIn(await people('add', name, '--role', role, ...typed))
      const chosen = await post(link, new URLSearchParams({ password: PASSWORD, again: PASSWORD }))
      expect(chosen.status).toBe(200)
      return signIn(name, PASSWORD)
    },
    signIn,
    withCookie: (given) => visit(origin, given),
    events,
    query: async <Found extends object>(text: string) => {
      const opening = during(() => openDatabase({ dataDir, mode: 'read', command: 'test' }))
      await using database = await opening
      return (await database.pool.query<Found>(text)).rows
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** As the command does. */
async function byClock(context: AppContext, clock: Clock): Promise<void> {
  const { output, stop } = context
  await using pages = await openConsole(context, { port: 0, clock })
  output.line(pages.url)
  await once(stop, 'abort')
  await pages.settled()
}

function visit(origin: string, cookie: string, status = 200): Visit {
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  const get: Visit['get'] = (path) =>
    fetch(`${origin}${path}`, { headers: own, redirect: 'manual' })
  const post: Visit['post'] = (path, body, headers = own) =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers: { ...headers }, redirect: 'manual' })
  const formToken = formTokenOf(/=([^;]*)/.exec(cookie)?.[1] ?? '')
  const text: Visit['text'] = async (path) => (await get(path)).text()
  const rows: Visit['rows'] = async (path) => rowsIn(await text(path))
  const send: Visit['send'] = (path, fields = {}) =>
    post(path, new URLSearchParams({ form_token: formToken, ...fields }))
  return { status, cookie, get, post, text, rows, formToken, send }
}

/** `--role admin` and words, as the command line reads them. */
function commandLine(typed: readonly string[]): { words: string[]; flags: Record<string, string> } {
  const isFlag = (word = ''): boolean => word.startsWith('--')
  const words = typed.filter((word, at) => !isFlag(word) && !isFlag(typed[at - 1]))
  const flags = typed.flatMap((word, at) =>
    isFlag(word) ? [[word.slice(2), typed[at + 1] ?? ''] as const] : [],
  )
  return { words, flags: Object.fromEntries(flags) }
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf({ headers }: Response): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export function tokenIn(page: string): string {
  return /name="form_token"\s+value="([^"]+)"/.exec(page)?.[1] ?? ''
}

function eventOf(block: string): { event: string; data: string } {
  const lines = block.split('\n')
  const of = (name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  return { event: of('event'), data: of('data') }
}

/** As it stands, without the normalizing that fetch does; resolves with status and body. */
export function rawGet(
  { port }: Pick<TestConsole, 'port'>,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
    let body = ''
    answer.setEncoding('utf8')
    answer.on('data', (piece: string) => (body += piece))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
  })
  asked.on('error', reject)
  asked.end()
  return promise
}
