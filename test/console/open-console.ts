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
export type Visit = ReturnType<typeof visit>
/** The browser that opened the printed address, and what else a test does with its console. */
export type TestConsole = Awaited<ReturnType<typeof openTestConsole>>

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
) {
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
  /** Resolves with what the command itself ends with. */
  const stop = async (): Promise<void> => {
    stopping.abort()
    await ended
    if (keepsEngine) await kept.stop()
  }
  const upload = async (
    file: Blob,
    name: string,
    fields: Record<string, string> = {},
  ): Promise<Response> => {
    const form = new FormData()
    form.set('form_token', formToken)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', file, name)
    return post('/uploads', form)
  }
  /** Uploads a file, or one of fixtures/fleets by its name; returns the path of its page. */
  const verdictOf = async (
    file: Blob | string,
    fields?: Record<string, string>,
  ): Promise<string> => {
    const isNamed = typeof file === 'string'
    const blob = isNamed ? await openAsBlob(join('fixtures/fleets', file)) : file
    const answer = await upload(blob, isNamed ? file : 'frota.csv', fields)
    expect(answer.status).toBe(303)
    return answer.headers.get('location') ?? ''
  }
  /** Starts a run of the upload whose page this is, from that page's form. */
  const start = async (verdict: string): Promise<Response> => {
    const page = await text(verdict)
    const form = new URLSearchParams({ form_token: tokenIn(page) })
    // The button of a file that seems to be another fleet's says that it is not.
    if (page.includes('name="other_fleet"')) form.set('other_fleet', 'yes')
    return post(`${verdict}/run`, form)
  }
  /** Server-sent events of the run under way, until the stream ends. */
  async function* events(): AsyncGenerator<{ event: string; data: string }> {
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
  /** Changes people from the terminal, as `frota people` does; returns what it says. */
  const people = async (verb: keyof typeof PEOPLE, ...typed: string[]): Promise<string> => {
    const { words, flags } = commandLine(typed)
    let said = ''
    const heard = (text: string): void => {
      said += text
    }
    const output = openOutput({ write: heard }, { json: false, locale: config.FROTA_LOCALE })
    await PEOPLE[verb]({ ...context, name: `people ${verb}`, words, flags, output })
    return said
  }
  /** Another browser: its cookie is what this was answered with. */
  const signIn = async (name: string, password: string): Promise<Visit> => {
    const form = new URLSearchParams({ name, password })
    const answer = await visit(origin, '').post('/sign-in', form)
    return visit(origin, cookieOf(answer), answer.status)
  }
  return {
    ...own,
    /** With the token. */
    url,
    origin,
    port: Number(port),
    dataDir,
    reportsDir,
    upload,
    verdictOf,
    /** Uploads it and runs it to its end; returns the path of its page. */
    reconcile: async (file: Blob | string): Promise<string> => {
      const verdict = await verdictOf(file)
      await start(verdict)
      await Array.fromAsync(events())
      return verdict
    },
    start,
    people,
    /** Adds a person from the terminal, chooses PASSWORD by their link and signs in. */
    enter: async (name: string, role: string, ...typed: string[]): Promise<Visit> => {
      const link = linkIn(await people('add', name, '--role', role, ...typed))
      const chosen = await post(link, new URLSearchParams({ password: PASSWORD, again: PASSWORD }))
      expect(chosen.status).toBe(200)
      return signIn(name, PASSWORD)
    },
    signIn,
    /** A browser with these cookies; the first is that of its session. */
    withCookie: (given: string) => visit(origin, given),
    events,
    /** Of the ledger, through its owner if it has one. */
    query: async <Found extends object>(text: string): Promise<Found[]> => {
      const opening = during(() => openDatabase({ dataDir, mode: 'read', command: 'test' }))
      await using database = await opening
      return (await database.pool.query<Found>(text)).rows
    },
    stop,
    [Symbol.asyncDispose]: async (): Promise<void> => {
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

function visit(origin: string, cookie: string, status = 200) {
  const own = { cookie, 'sec-fetch-site': 'same-origin' }
  const get = (path: string): Promise<Response> =>
    fetch(`${origin}${path}`, { headers: own, redirect: 'manual' })
  const post = (
    path: string,
    body: FormData | URLSearchParams,
    headers: object = own,
  ): Promise<Response> =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers: { ...headers }, redirect: 'manual' })
  /** Part of every form of a page of ours. */
  const formToken = formTokenOf(/=([^;]*)/.exec(cookie)?.[1] ?? '')
  const text = async (path: string): Promise<string> => (await get(path)).text()
  /** Of a file with commas. */
  const rows = async (path: string): Promise<Row[]> => rowsIn(await text(path))
  /** A form of a page of ours. */
  const send = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
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
