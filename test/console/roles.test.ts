/** Every route as every role, of this fleet and of another one, and as nobody. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { placeOf } from '../../src/console/access/place.ts'
import { makeAccess } from '../../src/console/access/access.ts'
import { addPages } from '../../src/console/add-pages.ts'
import { consoleTextsOf } from '../../src/console/frame/messages.ts'
import { needs, type RouteParts } from '../../src/console/frame/route-parts.ts'
import { guardPages, type GuardParts } from '../../src/console/people/guard.ts'
import { systemRandom } from '../../src/random.ts'
import { howMany } from '../support/extent.ts'
import { openTestConsole, type Visit } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const REFUSALS = { role: 'Your role does not allow', fleet: 'You may see another fleet' } as const

/** Who may use each route: v(iewer), m(anager), a(pprover), A(dmin); `*`: without signing in. */
const WHO: Readonly<Record<string, string>> = {
  'GET /sign-in': '*',
  'POST /sign-in': '*',
  'GET /sign-in/code': '*',
  'POST /sign-in/code': '*',
  'GET /link/:token': '*',
  'POST /link/:token': '*',
  'GET /password': 'vmaA',
  'POST /password': 'vmaA',
  'POST /password/sessions': 'vmaA',
  'GET /factor': 'vmaA',
  'POST /factor': 'vmaA',
  'POST /factor/new': 'vmaA',
  'POST /factor/remove': 'vmaA',
  'GET /people': 'A',
  'GET /people.csv': 'A',
  'POST /people': 'A',
  'POST /people/:id': 'A',
  'POST /people/:id/link': 'A',
  'POST /people/:id/factor': 'A',
  'POST /people/:id/remove': 'A',
  // Of no one fleet, as the account and the factor: everybody sees their own.
  'GET /fleets': 'vmaA',
  'GET /fleets.csv': 'vmaA',
  'GET /fleets.zip': 'vmaA',
  'POST /fleets': 'vmaA',
  'GET /settings': 'A',
  'GET /settings/schedules': 'A',
  'GET /settings/schedules.csv': 'A',
  'POST /settings/service': 'A',
  'POST /settings/policy': 'A',
  'POST /settings/schedules': 'A',
  'POST /settings/schedules/change': 'A',
  'GET /': 'vmaA',
  'GET /due': 'vmaA',
  'GET /due.ics': 'vmaA',
  'GET /due.csv': 'vmaA',
  'GET /upload': 'vmaA',
  'POST /uploads': 'mA',
  'GET /uploads/:id': 'mA',
  'POST /uploads/:id/reading': 'mA',
  'GET /uploads/:id/checked': 'mA',
  'GET /uploads/:id/to-fix': 'mA',
  'POST /uploads/:id/rows': 'mA',
  'POST /uploads/:id/fleet': 'mA',
  'POST /uploads/:id/discard': 'mA',
  'POST /uploads/:id/run': 'mA',
  'GET /inbox/:name': 'mA',
  'POST /inbox': 'mA',
  'GET /runs': 'vmaA',
  'GET /runs.csv': 'vmaA',
  'POST /runs': 'mA',
  'POST /runs/current/stop': 'mA',
  'POST /runs/current/withdraw': 'mA',
  'GET /runs/:number': 'vmaA',
  'GET /runs/:number/files/:name': 'vmaA',
  'GET /runs/:number/files/of-:of/:name': 'vmaA',
  'GET /runs/current': 'vmaA',
  'GET /runs/current/events': 'vmaA',
  'GET /vehicles': 'vmaA',
  'GET /vehicles.csv': 'vmaA',
  'GET /vehicles/:id': 'vmaA',
  'GET /vehicles/:id/debts': 'vmaA',
  'GET /vehicles/:id/debts.csv': 'vmaA',
  'GET /vehicles/:id/orders': 'vmaA',
  'GET /vehicles/:id/orders.csv': 'vmaA',
  'GET /vehicles/:id/answers': 'vmaA',
  'GET /vehicles/:id/answers.csv': 'vmaA',
  'GET /vehicles/:id/history': 'vmaA',
  'GET /vehicles/:id/history.csv': 'vmaA',
  'POST /vehicles/:id': 'mA',
  'POST /vehicles/:id/remove': 'mA',
  'GET /debts': 'vmaA',
  'GET /debts.csv': 'vmaA',
  'GET /proposals': 'vmaA',
  'GET /proposals.csv': 'vmaA',
  'GET /proposals/file': 'vmaA',
  'POST /proposals/file': 'aA',
  'GET /proposals/:id': 'vmaA',
  'POST /proposals': 'aA',
  'GET /pay': 'maA',
  'GET /pay.csv': 'maA',
  'GET /pay/others': 'maA',
  'GET /pay/others.csv': 'maA',
  'GET /pay/paid': 'maA',
  'GET /pay/paid.csv': 'maA',
  'POST /pay/:id/check': 'maA',
  'POST /pay/:id/renew': 'maA',
  'GET /runs/:number/table/:name': 'vmaA',
  'GET /months/:month/table/:name': 'vmaA',
  'GET /runs/:number/files.zip': 'vmaA',
  'GET /months/:month/files.zip': 'vmaA',
  'GET /months': 'vmaA',
  'GET /months.csv': 'vmaA',
  'GET /months/:month': 'vmaA',
  'GET /months/:month/files/:name': 'vmaA',
  'GET /months/:month/files/of-:of/:name': 'vmaA',
  'POST /months/:month/preview': 'maA',
  'POST /months/:month/close': 'maA',
  'GET /exceptions': 'vmaA',
  'GET /exceptions.csv': 'vmaA',
  'POST /exceptions/done': 'maA',
  'POST /exceptions/free': 'aA',
  'POST /exceptions/review': 'aA',
  'POST /exceptions/resolve': 'aA',
  'GET /*': 'vmaA',
  // The last, since nobody has a session after it.
  'POST /sign-out': '*',
}

const PRINTED_PORT = 1
const routes: string[] = []
const visits = new Map<string, Visit>()

const listing = Fastify()
listing.addHook('onRoute', ({ method, url }) => {
  if (method !== 'HEAD') routes.push(`${String(method)} ${url}`)
})
const parts = { tools: { context: { config: {} } } } as unknown as RouteParts
addPages(listing, parts, {
  place: placeOf(undefined, () => PRINTED_PORT),
  addressOf: (path) => path,
})
const pages = await forFile(openTestConsole({ FROTA_LOCALE: 'en' }))
for (const [at, role] of ['admin', 'viewer', 'manager', 'approver'].entries()) {
  // Of another fleet who may do everything stands for all, but in `npm run test:long`.
  for (const fleets of at < howMany(1, 4) ? ['*', 'another'] : ['*']) {
    const name = `${role} of ${fleets === '*' ? 'all' : fleets}`
    visits.set(name, await pages.enter(name, role, '--fleets', fleets))
  }
}
visits.set('nobody', await pages.signIn('nobody', 'nothing'))

test('each route is in the table above', () => {
  expect(routes.toSorted()).toEqual(Object.keys(WHO).toSorted())
})

test('a route that names no permission is refused to everybody', async () => {
  const access = makeAccess(systemRandom)
  const place = placeOf(undefined, () => PRINTED_PORT)
  const texts = consoleTextsOf('en')
  const tools = {
    context: { config: { FROTA_FLEET: 'principal' } },
    ledger: { look: async () => undefined },
  }
  const guarded = Fastify()
  guardPages(guarded, { access, place, texts, tools } as unknown as GuardParts)
  guarded.get('/named', needs('see'), async () => 'shown')
  guarded.get('/unnamed', async () => 'shown')
  // Whoever opened the printed address may do everything.
  const cookie = `frota_console_${PRINTED_PORT}=${access.session}`
  const asked = (url: string) => guarded.inject({ url, headers: { cookie } })
  expect((await asked('/named')).body).toBe('shown')
  const { body } = await asked('/unnamed')
  expect(body).toContain(REFUSALS.role)
  expect(body).not.toContain('shown')
})

test('a route answers those whose role allows it, and refuses all others', async () => {
  const wrong: string[] = []
  for (const [route, who] of Object.entries(WHO)) {
    const [method = '', path = ''] = route.split(' ')
    const at = path
      .replace(':id', ID)
      .replace(':token', 'none')
      .replace('*', 'nothing')
      .replace(':number', '1')
    for (const [name, visit] of visits) {
      const answer = await (method === 'GET' ? visit.get(at) : visit.send(at, {}))
      const expected = expectedOf(name, who)
      const text = await answer.text()
      const refused = refusalOf(answer, text)
      if (refused !== expected) wrong.push(`${route} as ${name}: ${refused}, not ${expected}`)
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
      const isSignedIn = who !== '*' && name !== 'nobody'
      if (isPage && isSignedIn && !text.includes('action="/sign-out"')) {
        wrong.push(`${route} as ${name}: nowhere to sign out`)
      }
    }
  }
  expect(wrong).toEqual([])
})

type Outcome = 'answered' | 'role' | 'fleet' | 'session'

const LETTERS: Readonly<Record<string, string>> = {
  viewer: 'v',
  manager: 'm',
  approver: 'a',
  admin: 'A',
}

function expectedOf(name: string, who: string): Outcome {
  if (who === '*') return 'answered'
  if (name === 'nobody') return 'session'
  return who.includes(LETTERS[name.split(' ')[0] ?? ''] ?? '?') ? 'answered' : 'role'
}

function refusalOf(answer: Response, text: string): Outcome {
  if (answer.status === 401 && text.includes('Open the whole address')) return 'session'
  if (answer.status !== 403) return 'answered'
  if (text.includes(REFUSALS.fleet)) return 'fleet'
  return text.includes(REFUSALS.role) ? 'role' : 'answered'
}
