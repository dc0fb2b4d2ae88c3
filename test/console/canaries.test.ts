/**
 * A walk over every page, file and refusal of a console in a process of its own, at its most
 * talkative, in Portuguese and, by `npm run test:long`, in English: no document, key, password or
 * session is shown or logged, payment codes stand only where somebody pays, and no page has a flag,
 * an option or a command.
 */
import { TOTP } from 'otpauth'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMINAL_WORDS } from '../../src/app/without-commands.ts'
import { monthWords } from '../../src/console/months/month-words.ts'
import { systemRandom } from '../../src/random.ts'
import { openSecret } from '../../src/secret.ts'
import { howMany } from '../support/extent.ts'
import { OWING } from '../support/planted-fleet.ts'
import { fleet, openWorld, type Running, type World } from '../support/run-frota.ts'

const DOCUMENTS = ['529.982.247-25', '52998224725', '11.222.333/0001-81', '11222333000181']
const NICKNAME = 'Kombi-Canario'
const PASSWORD = 'onze sapos na lagoa verde'
/** Sentences in both languages are held by test/console/page-words.test.ts, too. */
const LOCALES = ['pt-BR', 'en'].slice(0, howMany(1, 2))
const PAGES_MAX = 600
const WALK_MS_MAX = 400_000

/** Vehicles that always owe; the driver's document stands in two free texts, too. */
const FILE = `plate,renavam,uf,owner_document,nickname,cost_centre
${OWING}4036,02837517024,SP,529.982.247-25,${NICKNAME} 529.982.247-25,Norte
${OWING}5E42,09690517916,BA,11222333000181,Van 02,Obra 52998224725
DMT3961,18025729391,XX,52998224725,Van 03,Norte
`

interface Answer {
  readonly path: string
  readonly status: number
  readonly isPage: boolean
  readonly text: string
}

/** What one browser does; it keeps every answer. */
class Walker {
  readonly answers: Answer[] = []
  readonly #origin: string
  cookie = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async ask(path: string, body?: FormData | URLSearchParams): Promise<Answer> {
    const headers = { cookie: this.cookie, 'sec-fetch-site': 'same-origin' }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = body === undefined ? {} : { body }
    const url = `${this.#origin}${path}`
    const got = await fetch(url, { headers, method, redirect: 'manual', ...sent })
    const given = got.headers.get('set-cookie')?.split(';')[0]
    if (given !== undefined) this.cookie = given
    const text = await got.text()
    const isPage = got.headers.get('content-type')?.startsWith('text/html') === true
    const answer = { path, status: got.status, isPage, text }
    this.answers.push(answer)
    const next = got.headers.get('location')
    return next === null
      ? answer
      : this.ask(new URL(next, url).pathname + new URL(next, url).search)
  }

  async form(path: string, fields: Record<string, string> | FormData, at = path): Promise<Answer> {
    const token = tokenIn((await this.ask(at)).text)
    if (!(fields instanceof FormData)) {
      return this.ask(path, new URLSearchParams({ form_token: token, ...fields }))
    }
    // The token stands before the file, as in the page.
    const form = new FormData()
    form.set('form_token', token)
    for (const [name, value] of fields.entries()) form.set(name, value)
    return this.ask(path, form)
  }

  /** Every address that a page links to, each kind of it once, and every form, empty. */
  async everything(): Promise<void> {
    const seen = new Set<string>()
    const waiting = ['/', '/settings', '/people', '/nothing', '/debts?kind=nothing&page=0']
    while (waiting.length > 0 && seen.size < PAGES_MAX) {
      const path = waiting.shift() ?? ''
      if (seen.has(kindOf(path))) continue
      seen.add(kindOf(path))
      const { text, isPage } = await this.ask(path)
      if (!isPage || path.includes('/files/')) continue
      for (const [, link = ''] of text.matchAll(/href="(\/[^"]*)"/g)) {
        waiting.push(link.replaceAll('&#38;', '&').split('#')[0] ?? '')
      }
      for (const [, action = '', fields = ''] of text.matchAll(FORMS)) {
        if (action === '/sign-out' || seen.has(`POST ${kindOf(action)}`)) continue
        seen.add(`POST ${kindOf(action)}`)
        const hidden = [...fields.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
        const empty = hidden.map(([, name = '', value = '']): [string, string] => [name, value])
        await this.ask(action, new URLSearchParams(empty))
      }
    }
  }
}

const FORMS = /<form\s+method="post"\s+action="([^"]+)"[^>]*>([^]*?)<\/form>/g

/** One of each kind is asked for: one vehicle of many, one order of a table, one day. */
function kindOf(path: string): string {
  return path
    .replace(/[0-9a-f-]{36}/g, 'ID')
    .replace(/(sort|way|page|q|from|to)=[^&]*/g, '$1')
    .replace(/\d{4}-\d\d/g, 'MONTH')
}

function tokenIn(page: string): string {
  return /name="form_token"\s+value="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** What a person reads of a page: no address, token or code. */
const AT_TERMINAL = [monthWords('pt-BR').atTerminal, monthWords('en').atTerminal]

function wordsOf(page: string): string {
  // A link's token is drawn by chance, and one in 6,000 looks like an option.
  return page.replace(/ (?:value|href|action|src|data-copy|data-cents)="[^"]*"|\/link\/[\w-]+/g, '')
}

let world: World
let key: string
const secrets: string[] = []
let codes: string[] = []
const walks: Record<string, Walker> = {}
let logged = ''

async function open(locale: string): Promise<{ walker: Walker; running: Running }> {
  await world.release()
  const running = world.start(['console'], { env: { FROTA_LOCALE: locale } })
  const [url = ''] = await running.saw(/http:\S+/)
  const walker = new Walker(new URL(url).origin)
  await walker.ask(new URL(url).pathname + new URL(url).search)
  walks[locale] = walker
  secrets.push(new URL(url).searchParams.get('token') ?? '', walker.cookie.split('=')[1] ?? '')
  return { walker, running }
}

async function uploaded(walker: Walker, bytes: string, name: string): Promise<void> {
  const file = new FormData()
  file.set('file', new Blob([bytes]), name)
  await walker.form('/uploads', file, '/upload')
  const verdict = walker.answers.at(-1)?.path ?? ''
  await run(walker, `${verdict}/run`, verdict)
}

async function run(
  walker: Walker,
  path: string,
  at: string,
  fields: Record<string, string> = {},
): Promise<void> {
  await walker.form(path, fields, at)
  // The stream ends when nothing is under way any more.
  await walker.ask('/runs/current/events')
  await walker.ask('/runs/current')
}

beforeAll(async () => {
  world = await openWorld({
    FROTA_TEST_SCALE: '200',
    LOG_LEVEL: 'trace',
    FROTA_ORDER_METHOD: 'pix',
    FROTA_PERSON: 'Ana Souza',
  })
  const first = await open('pt-BR')
  await uploaded(first.walker, FILE, 'frota 529.982.247-25.csv')
  const added = await first.walker.form('/people', { name: 'Bia', role: 'viewer', fleets: '*' })
  const link = /\/link\/([\w-]+)/.exec(added.text)
  secrets.push(link?.[1] ?? '', PASSWORD)
  const bia = new Walker(new URL(first.running.stdout().match(/http:\S+/)?.[0] ?? '').origin)
  await bia.ask(link?.[0] ?? '', new URLSearchParams({ password: PASSWORD, again: PASSWORD }))
  await bia.ask('/sign-in', new URLSearchParams({ name: 'Bia', password: PASSWORD }))
  await bia.ask('/password')
  const offer = await bia.form('/factor/new', { old: PASSWORD }, '/factor')
  const totp = /<code class="code">(\w{32})</.exec(offer.text)?.[1] ?? ''
  const code = new TOTP({ secret: totp }).generate()
  const enrolled = await bia.form('/factor', { code }, '/password')
  const recovery = [...enrolled.text.matchAll(/<li><code>([\w-]{29})</g)].map(([, one = '']) => one)
  secrets.push(totp, code, ...recovery)
  await bia.ask('/factor')
  await bia.ask('/sign-in', new URLSearchParams({ name: 'Bia', password: PASSWORD }))
  secrets.push(bia.cookie.split('=')[1] ?? '')
  await bia.ask('/sign-in/code', new URLSearchParams({ code: recovery[0] ?? '' }))
  secrets.push(bia.cookie.split('=')[1] ?? '')
  walks['bia'] = bia
  // One proposal becomes an order with a code; the other waits, so that the page has rows.
  const proposals = await first.walker.ask('/proposals')
  const plan = /name="plan"\s+value="([^"]+)"/.exec(proposals.text)?.[1] ?? ''
  await first.walker.form('/proposals', { verdict: 'approve', plan })
  await run(first.walker, '/runs', '/runs', { mode: 'resume' })
  await first.walker.ask('/pay')
  const file = await first.walker.ask('/pay.csv')
  codes = [...file.text.matchAll(/000201[^;\r\n"]+/g)].map(([code]) => code)
  await first.walker.everything()
  // Another fleet's file is refused by the run, whose page says why.
  await uploaded(first.walker, await readFile(fleet('small.csv'), 'utf8'), 'small.csv')
  await first.walker.ask('/runs/2')
  first.running.kill('SIGTERM')
  const ended = await first.running.ended
  logged = ended.stderr
  for (const locale of LOCALES.slice(1)) {
    const { walker, running } = await open(locale)
    await walker.everything()
    await walker.ask('/runs/2')
    running.kill('SIGTERM')
    logged += (await running.ended).stderr
  }
  const secret = await openSecret(
    join(world.dataDir, 'secret.json'),
    systemRandom,
    async () => true,
  )
  key = secret.embedded.apiKey
}, WALK_MS_MAX)
afterAll(() => world[Symbol.asyncDispose]())

const answers = (): Answer[] => Object.values(walks).flatMap((walker) => walker.answers)
const namesOf = (found: readonly Answer[]): string[] => [...new Set(found.map(({ path }) => path))]

test('the walk has been everywhere', () => {
  const paths = namesOf(answers())
  expect(paths.length).toBeGreaterThan(60)
  const some = ['/', '/due', '/pay.csv', '/exceptions', '/proposals/file', '/fleets.csv']
  for (const path of some) {
    expect(paths.filter((each) => each.startsWith(path))).not.toEqual([])
  }
  for (const locale of LOCALES) {
    const rows = walks[locale]?.answers.filter(({ path }) => path.startsWith('/proposals')) ?? []
    expect(rows.filter(({ text }) => text.includes('name="plan"'))).not.toEqual([])
    expect(namesOf(rows).some((path) => /^\/proposals\/[0-9a-f-]{36}$/.test(path))).toBe(true)
  }
  expect(codes.length).toBeGreaterThan(0)
  expect(logged).toContain('"route":"createVehicle"')
  expect(answers().filter(({ status }) => status >= 500 && status !== 502)).toEqual([])
})

test('no page and no file shows a document, but what a person gives back to correct', () => {
  const shown = answers().filter(({ text }) => DOCUMENTS.some((each) => text.includes(each)))
  // A company's CNPJ is no personal data: lists and books name it.
  const money = /^\/(debts|vehicles)\.csv|\/(files(\/of-principal)?|table)\/(debts|order_items)/
  const ofPeople = shown.filter(({ text }) =>
    DOCUMENTS.slice(0, 2).some((each) => text.includes(each)),
  )
  expect(namesOf(shown).filter((path) => !money.test(path) && !ownFile(path))).toEqual([])
  expect(namesOf(ofPeople).filter((path) => !ownFile(path))).toEqual([])
})

/** The sender's own file, with what is to be corrected. */
function ownFile(path: string): boolean {
  return /\/uploads\/[^/]+\/(checked|to-fix)$|rejected\.csv/.test(path)
}

test('no page and no file shows the key, a password or a session of anybody', () => {
  const all = [key, ...secrets.filter((secret) => secret !== '')]
  expect(all.length).toBeGreaterThan(17)
  const shown = answers().filter(({ text, path }) => {
    const isLinkPage = path === '/people' || path.startsWith('/link/')
    // A new key, and the recovery codes, are shown once.
    const isNewFactor =
      /^\/factor(\/new)?$/.test(path) && /<code class="code">|<li><code>/.test(text)
    if (isNewFactor) return false
    return all.some((secret) => text.includes(secret) && !(isLinkPage && text.includes('/link/')))
  })
  expect(namesOf(shown)).toEqual([])
})

test('a payment code stands where somebody pays and in the files of a run, nowhere else', () => {
  const shown = answers().filter(({ text }) => codes.some((code) => text.includes(code)))
  const where = /^\/pay(\.csv|\/|$)|^\/runs\/\d+\/(files(\/of-principal)?|table)\/(orders|summary)/
  expect(shown.length).toBeGreaterThan(1)
  expect(namesOf(shown).filter((path) => !where.test(path))).toEqual([])
})

test('nothing of it is logged, nor the name that people give a vehicle', () => {
  const never = [...DOCUMENTS, key, NICKNAME, ...codes, ...secrets.filter((one) => one !== '')]
  expect(never.filter((each) => logged.includes(each))).toEqual([])
})

test('no page names a flag, an option or a command, but what months need of the terminal', () => {
  const pages = answers().filter(({ isPage, path }) => isPage && !path.includes('/files/'))
  const said = pages.flatMap(({ path, text }) => {
    const words = AT_TERMINAL.reduce((left, one) => left.replace(one, ''), wordsOf(text))
    const found = TERMINAL_WORDS.exec(words)
    return found === null ? [] : [`${path}: ${words.slice(found.index - 60, found.index + 60)}`]
  })
  expect(said).toEqual([])
})
