/** A real console on a free port, on a data directory of its own, and a browser's manners. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppContext } from '../../src/app/context.ts'
import type { Clock } from '../../src/clock.ts'
import { openConsole } from '../../src/console/open-console.ts'
import { run } from '../../src/cli/console.ts'
import { openOutput } from '../../src/cli/output.ts'
import { add, change, link, remove, reset } from '../../src/cli/people/people.ts'
import { readConfig } from '../../src/config.ts'
import { formTokenOf } from '../../src/console/access/access.ts'

/** Shortens the waits of the flow; the service is the embedded one, on loopback. */
const SCALE = '200'

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
  /** A form of a page of ours, with the token that the page has. */
  send(path: string, fields: Record<string, string>): Promise<Response>
}

export interface TestConsole extends AsyncDisposable {
  /** With the token. */
  readonly url: string
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly reportsDir: string
  /** Opened with the printed address. */
  readonly cookie: string
  /** A page of the session, as a browser on it would fetch it. */
  get(path: string): Promise<Response>
  post(path: string, body: FormData | URLSearchParams, headers?: object): Promise<Response>
  /** From the form of the page of uploads. */
  formToken(): Promise<string>
  upload(file: Blob, name: string, fields?: Record<string, string>): Promise<Response>
  /** Starts a run of the upload whose page this is, from that page's form. */
  start(verdict: string): Promise<Response>
  /** Changes people from the terminal, as `frota people` does; returns what it says. */
  people(verb: keyof typeof PEOPLE, ...typed: string[]): Promise<string>
  /** Another browser: its cookie is what `signIn` was answered with. */
  signIn(name: string, password: string): Promise<Visit>
  /** A browser with these cookies; the first is that of its session. */
  withCookie(cookie: string): Visit
  /** Server-sent events of the run under way, until the stream ends. */
  events(): AsyncGenerator<{ event: string; data: string }>
  /** What the command itself ends with, after a stop. */
  stop(): Promise<void>
}

/** `clock`: the time of the pages alone. */
export async function openTestConsole(
  environment: Record<string, string> = {},
  clock?: Clock,
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
  const ended = clock === undefined ? run(context) : byClock(context, clock)
  const url = await Promise.race([printed, ended.then(() => 'ended')])
  const { origin, port } = new URL(url)
  const cookie = cookieOf(await fetch(url, { redirect: 'manual' }))
  const { get, post } = visit(origin, cookie)
  const formToken = async (): Promise<string> => tokenIn(await (await get('/upload')).text())
  const stop = (): Promise<void> => {
    stopping.abort()
    return ended
  }
  return {
    url,
    origin,
    port: Number(port),
    dataDir,
    reportsDir,
    cookie,
    get,
    post,
    formToken,
    upload: async (file, name, fields = {}) => {
      const form = new FormData()
      form.set('form_token', await formToken())
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', file, name)
      return post('/uploads', form)
    },
    start: async (verdict) => {
      const page = await (await get(verdict)).text()
      const form = new URLSearchParams({ form_token: tokenIn(page) })
      // The button of a file that seems to be another fleet's says that it is not.
      if (page.includes('name="other_fleet"')) form.set('other_fleet', 'yes')
      return post(`${verdict}/run`, form)
    },
    people: async (verb, ...typed) => {
      const { words, flags } = commandLine(typed)
      let said = ''
      const heard = (text: string): void => {
        said += text
      }
      const output = openOutput({ write: heard }, { json: false, locale: config.FROTA_LOCALE })
      const name = `people ${verb}`
      await PEOPLE[verb]({
        name,
        words,
        flags,
        config,
        output,
        stop: stopping.signal,
        exitWith: () => undefined,
      })
      return said
    },
    signIn: async (name, password) => {
      const form = new URLSearchParams({ name, password })
      const answer = await visit(origin, '').post('/sign-in', form)
      return visit(origin, cookieOf(answer), answer.status)
    },
    withCookie: (given) => visit(origin, given),
    events: async function* () {
      const { body } = await get('/runs/current/events')
      if (body === null) return
      let pending = ''
      for await (const piece of body.pipeThrough(new TextDecoderStream())) {
        pending += piece
        const blocks = pending.split('\n\n')
        pending = blocks.pop() ?? ''
        yield* blocks.map(eventOf)
      }
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
  const send: Visit['send'] = (path, fields) => {
    const form_token = formTokenOf(/=([^;]*)/.exec(cookie)?.[1] ?? '')
    return post(path, new URLSearchParams({ form_token, ...fields }))
  }
  return { status, cookie, get, post, send }
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
