/** The guard before every page, each rule by itself: whose request, from where, of which fleet. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { OpenLedger } from '../../src/app/ledger/open-ledger.ts'
import { tokenHash } from '../../src/app/people/token.ts'
import { makeAccess } from '../../src/console/access/access.ts'
import { placeOf } from '../../src/console/access/place.ts'
import type { LedgerUse } from '../../src/console/frame/console-tools.ts'
import { consoleTextsOf } from '../../src/console/frame/messages.ts'
import { needs } from '../../src/console/frame/route-parts.ts'
import { guardPages, NOTHING_SHOWN, type GuardParts } from '../../src/console/people/guard.ts'
import { seededRandom } from '../../src/random.ts'
import { folderForFile } from '../support/for-file.ts'

const PORT = 4_000
const ORIGIN = 'https://frota.example'
const HEADER = 'x-person'
const PROXY = '10.0.0.9'
const access = makeAccess(seededRandom(1))
const texts = consoleTextsOf('en')
const { notices } = texts
const OPEN = `/?token=${access.launchToken}`
const AT_OPEN = encodeURIComponent(OPEN)
const LOCALHOST = `http://localhost:${PORT}`
const TLS = `https://localhost:${PORT}`
const PRINTED = `frota_console_${PORT}=${access.session}`
const session = (token: string): string => `__Host-frota=${token}`

/** People by their names, which are the tokens of their sessions too. */
const PEOPLE = [
  { id: '1', name: 'ana', role: 'manager', fleets: ['norte', 'sul'] },
  { id: '2', name: 'eva', role: 'viewer', fleets: null },
  { id: '3', name: 'josé', role: 'admin', fleets: [], hasFactor: true },
  { id: '4', name: 'iris', role: 'approver', fleets: null, hasFactor: false },
] as const

const folder = await folderForFile('fleets')
const FILE = join(folder, 'fleets.json')
const of = { account_id: '00000000-0000-4000-8000-000000000001', credentials: ['um'] }
const fleets = ['leste', 'sul', 'norte'].map((name) => ({ name, ...of }))
const credentials = [{ name: 'um', key_file: 'um.key' }]
await writeFile(FILE, JSON.stringify({ credentials, fleets }))

interface World {
  readonly office?: boolean
  readonly config?: object
  readonly isNew?: boolean
  readonly run?: object
  readonly request?: object
}

function consoleOf({ office = true, config = {}, isNew = false, run, request }: World) {
  const open = {
    sessions: {
      find: async (hash: Uint8Array) =>
        PEOPLE.find(({ name }) => Buffer.from(tokenHash(name)).equals(hash)),
    },
    people: { find: async (named: string) => PEOPLE.find(({ name }) => name === named) },
    fleets: { find: async (name: string) => ({ id: name }), all: async () => fleets },
    requests: { latest: async () => request },
    stores: { runs: { find: async () => run } },
  }
  // The guard has nothing else: a mere look must not create the ledger.
  const ledger: Pick<LedgerUse, 'look'> = {
    look: async (work) => (isNew ? undefined : work(open as unknown as OpenLedger)),
  }
  const tools = {
    ledger,
    clock: { now: () => 0 },
    context: { config: { FROTA_FLEET: 'norte', FROTA_CONSOLE_FACTOR: 'deciders', ...config } },
  }
  const place = placeOf(office ? ORIGIN : undefined, () => PORT)
  const pages = Fastify()
  guardPages(pages, { tools, access, place, texts } as unknown as GuardParts)
  pages.all('/see', needs('see'), async (asked) => {
    const { visitor, fleet, busy, simulated } = asked.shown ?? NOTHING_SHOWN
    const { person, role, signedIn, formToken } = visitor
    return { ...person, role, signedIn, formToken, fleet, busy, simulated }
  })
  pages.all('/', needs('see'), async () => 'first')
  pages.all('/run', needs('run'), async () => 'ran')
  pages.all('/enter', needs('enter'), async ({ shown }) => shown ?? 'nobody')
  pages.all('/any', { config: { needs: 'see', anyFleet: true } }, async ({ shown }) => ({
    fleet: shown?.fleet,
  }))
  pages.all('/account', { config: { needs: 'account', anyFleet: true } }, async () => 'own')
  pages.all('/unnamed', async () => 'shown')
  return pages
}

type Asked = readonly [
  method: 'GET' | 'HEAD' | 'POST',
  url: string,
  headers?: Readonly<Record<string, string>>,
  remoteAddress?: string | undefined,
]

async function ask(world: World, [method, url, headers = {}, remoteAddress = '127.0.0.1']: Asked) {
  const answer = await consoleOf(world).inject({ method, url, headers, remoteAddress })
  const refused = Object.entries(notices).find(([, text]) => answer.body.includes(text))?.[0]
  return {
    status: answer.statusCode,
    why: refused ?? answer.headers.location ?? 'answered',
    cookie: answer.headers['set-cookie'],
    policy: answer.headers['content-security-policy'],
    body: answer.body,
  }
}

const ours = { 'sec-fetch-site': 'same-origin' }
const local = { cookie: PRINTED }
const ana = { cookie: session('ana') }
const eva = { cookie: session('eva') }
const LOCAL: World = { office: false }

/** What a request gets: its status, and a notice, an address or `answered`. */
async function gets(world: World, asked: Asked): Promise<string> {
  const { status, why, policy } = await ask(world, asked)
  expect(policy).toContain("default-src 'self'")
  return `${status} ${why}`
}

const josé = { cookie: session('josé') }
const printed = { cookie: session(access.session) }
const from = (site: string) => ({ 'sec-fetch-site': site })

test.each<[string, Asked, string]>([
  ['the printed address', ['GET', OPEN], '303 /'],
  ['the head of the printed address', ['HEAD', OPEN], '303 /'],
  ['a form sent to the printed address', ['POST', OPEN, ours], '401 noSession'],
  ['a wrong token', ['GET', '/?token=guess'], '401 noSession'],
  ['its cookie', ['GET', '/see', local], '200 answered'],
  ['another cookie', ['GET', '/see', { cookie: `x${PRINTED}` }], '401 noSession'],
  ['its cookie among others', ['GET', '/see', { cookie: `a=b;  ${PRINTED}; c=d` }], '200 answered'],
  ['a NUL, which PostgreSQL keeps not', ['GET', '/see?q=%00', local], '400 form'],
  ['a form of our page', ['POST', '/run', { ...local, ...ours }], '200 answered'],
  ['a form of no page', ['POST', '/run', { ...local, ...from('none') }], '200 answered'],
  ['a form of a sibling site', ['POST', '/run', { ...local, ...from('same-site') }], '403 form'],
  ['a form of nobody knows where', ['POST', '/run', local], '403 form'],
  ['a form of our origin', ['POST', '/run', { ...local, origin: LOCALHOST }], '200 answered'],
  ['a form of our origin with TLS', ['POST', '/run', { ...local, origin: TLS }], '403 form'],
  ['a route that names no permission', ['GET', '/unnamed', local], '403 notAllowed'],
])('a console on one machine answers %s', async (_, asked, expected) => {
  expect(await gets(LOCAL, asked)).toBe(expected)
})

test.each<[string, Asked, string]>([
  ['nobody at the first page', ['GET', '/'], '303 /sign-in'],
  ['nobody at another page', ['GET', '/see?a=b'], '303 /sign-in?next=%2Fsee%3Fa%3Db'],
  ['nobody with a printed address', ['GET', OPEN], `303 /sign-in?next=${AT_OPEN}`],
  ['the cookie of a printed address', ['GET', '/', printed], '303 /sign-in'],
  ['nobody who sends a form', ['POST', '/see', ours], '401 ended'],
  ['nobody who signs in', ['POST', '/enter', ours], '200 answered'],
  ['another site that signs in', ['POST', '/enter', from('cross-site')], '403 form'],
  ['a form without TLS', ['POST', '/run', { ...ana, origin: 'http://frota.example' }], '403 form'],
  ['a form with TLS', ['POST', '/run', { ...ana, origin: ORIGIN }], '200 answered'],
  ['a role that may', ['POST', '/run', { ...ana, ...ours }], '200 answered'],
  ['a role that may not', ['POST', '/run', { ...eva, ...ours }], '403 notAllowed'],
  ['who works for no fleet', ['GET', '/see', josé], '403 otherFleet'],
  ['who works for no fleet, where none is shown', ['GET', '/any', josé], '200 answered'],
])('a console of an office answers %s', async (_, asked, expected) => {
  expect(await gets({}, asked)).toBe(expected)
})

test('before the first import only the printed address opens anything', async () => {
  expect(await gets({ isNew: true }, ['GET', '/', ana])).toBe('303 /sign-in')
  expect(await gets({ ...LOCAL, isNew: true }, ['GET', '/see', local])).toBe('200 answered')
})

test('only the printed address sets a cookie, and none for other sites or scripts', async () => {
  const { cookie } = await ask(LOCAL, ['GET', OPEN])
  expect(cookie).toBe(`${PRINTED}; Path=/; HttpOnly; SameSite=Strict`)
  for (const asked of [
    ['POST', OPEN, ours],
    ['GET', '/?token=guess'],
    ['GET', '/see', local],
  ] as const)
    expect((await ask(LOCAL, asked)).cookie).toBeUndefined()
})

const choosing = (name: string, fleet: string) => ({
  cookie: `${session(name)}; __Host-frota_fleet=${Buffer.from(fleet).toString('base64url')}`,
})

test.each<[string, string | undefined, Record<string, string>, string]>([
  ['of the configuration', 'norte', ana, 'norte'],
  ['that was chosen', 'norte', choosing('ana', 'sul'), 'sul'],
  ['of the configuration for one of others', 'norte', choosing('ana', 'leste'), 'norte'],
  ['that was chosen by who sees all', 'norte', choosing('eva', 'são luís'), 'são luís'],
  ['of theirs for one of others', 'leste', ana, 'sul'],
  ['that is the first there is where none is configured', 'principal', eva, 'leste'],
  ['that is configured and has nothing yet', 'oeste', eva, 'oeste'],
  ['of others for nobody', 'leste', josé, 'otherFleet'],
])('a page shows the fleet %s', async (_, configured, headers, shown) => {
  const { body, why } = await ask({ config: { FROTA_FLEET: configured } }, ['GET', '/see', headers])
  expect(why === 'answered' ? JSON.parse(body).fleet : why).toBe(shown)
})

test('where a file names the fleets, a page shows the first of them that its visitor may see', async () => {
  const shown = async (configured: string, headers: Record<string, string>) => {
    const config = { FROTA_FLEETS_FILE: FILE, FROTA_FLEET: configured }
    return JSON.parse((await ask({ config }, ['GET', '/see', headers])).body).fleet
  }
  expect(await shown('principal', eva)).toBe('leste')
  expect(await shown('principal', ana)).toBe('sul')
  expect(await shown('norte', eva)).toBe('norte')
})

const NAMED = { config: { FROTA_CONSOLE_PERSON_HEADER: HEADER, FROTA_CONSOLE_PROXY: PROXY } }
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const NAMELESS = { config: { FROTA_CONSOLE_PROXY: PROXY } }
const UNTRUSTED = { config: { FROTA_CONSOLE_PERSON_HEADER: HEADER } }

test.each<[string, World, string, string, string]>([
  ['of the trusted proxy', NAMED, 'eva', PROXY, 'eva'],
  ['of the trusted proxy over IPv6', NAMED, 'eva', `::ffff:${PROXY}`, 'eva'],
  ['of another address', NAMED, 'eva', '10.0.0.8', 'nobody'],
  ['of who is unknown', NAMED, 'leo', PROXY, 'nobody'],
  ['without a name', NAMED, '', PROXY, 'nobody'],
  ['where no proxy is trusted', UNTRUSTED, 'eva', PROXY, 'nobody'],
  ['where no header is agreed', NAMELESS, 'eva', PROXY, 'nobody'],
])('a header %s names its person or nobody', async (_, world, name, address, found) => {
  const { status, body } = await ask(world, ['GET', '/see', { [HEADER]: name }, address])
  const shown = status === 303 ? { name: 'nobody', signedIn: false } : JSON.parse(body)
  expect(shown).toMatchObject({ name: found, signedIn: false })
})

test('a name in UTF-8 is the same as one in Latin-1', async () => {
  const world = { config: { ...NAMED.config, FROTA_FLEET: 'norte' } }
  for (const name of ['josé', latin1('josé')]) {
    const { why } = await ask(world, ['GET', '/see', { [HEADER]: name }, PROXY])
    // Found, and of no fleet.
    expect(why).toBe('otherFleet')
  }
})

test('each session, and each person whom a proxy names, has form tokens of their own', async () => {
  const tokenOf = async (world: World, headers: Record<string, string>, from?: string) =>
    JSON.parse((await ask(world, ['GET', '/see', headers, from])).body).formToken
  const named = (name: string) => tokenOf(NAMED, { [HEADER]: name }, PROXY)
  const all = [
    await tokenOf(LOCAL, local),
    await tokenOf({}, ana),
    await named('ana'),
    await named('eva'),
  ]
  expect(new Set(all).size).toBe(4)
  expect(all[2]).toBe(await named('ana'))
  expect(all.filter((token) => token === '' || PRINTED.includes(token))).toEqual([])
})

test('whoever has the printed address may do everything in the name of its machine', async () => {
  const answer = await ask({ ...LOCAL, config: { FROTA_PERSON: 'Rui' } }, ['GET', '/see', local])
  expect(JSON.parse(answer.body)).toMatchObject({
    name: 'Rui',
    named: true,
    role: 'admin',
    signedIn: false,
  })
  expect(JSON.parse((await ask({}, ['GET', '/see', ana])).body)).toMatchObject({
    name: 'ana',
    named: true,
    role: 'manager',
    signedIn: true,
  })
})

test('who must enrol a second factor first reaches their account alone', async () => {
  const iris = { cookie: session('iris') }
  const asked = (path: string, world: World = {}) => gets(world, ['GET', path, iris])
  expect(await Promise.all(['/see', '/any', '/account'].map((path) => asked(path)))).toEqual([
    '303 /factor',
    '303 /factor',
    '200 answered',
  ])
  expect(await gets({}, ['POST', '/see', { ...iris, ...ours }])).toBe('403 notAllowed')
  expect(await asked('/see', { config: { FROTA_CONSOLE_FACTOR: 'nobody' } })).toBe('200 answered')
  const everybody = { config: { FROTA_CONSOLE_FACTOR: 'everybody' } }
  expect(await gets(everybody, ['GET', '/see', eva])).toBe('303 /factor')
})

test.each<[string, World, string]>([
  ['nothing yet', { isNew: true }, 'simulated'],
  ['nothing yet of a service', { isNew: true, config: { FROTA_API_URL: 'https://a.example' } }, ''],
  ['nothing yet of a file of fleets', { isNew: true, config: { FROTA_FLEETS_FILE: FILE } }, ''],
  ['a run that works', { run: { state: 'running', simulated: false } }, 'busy'],
  ['a simulated run that ended', { run: { state: 'ended', simulated: true } }, 'simulated'],
  ['a request that waits', { request: { endedAt: null } }, 'busy simulated'],
])('a page says what goes on: %s', async (_, world, said) => {
  const { body } = await ask({ ...LOCAL, ...world }, ['GET', '/see', local])
  const { busy, simulated } = JSON.parse(body)
  expect(busy).toBeTypeOf('boolean')
  expect([busy ? 'busy' : '', simulated ? 'simulated' : ''].join(' ').trim()).toBe(said)
})
