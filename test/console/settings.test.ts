/** Settings in the browser: a real service is connected, rules of orders and schedules change. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { folderForTest } from '../support/for-file.ts'
import { openWorld, startService } from '../support/run-frota.ts'
import { openTestConsole, type TestConsole } from './open-console.ts'

const TEST_MS_MAX = 120_000
const ENGLISH = { FROTA_LOCALE: 'en' }

const send = async (
  pages: TestConsole,
  path: string,
  fields: Record<string, string> | readonly (readonly [string, string])[],
): Promise<Response> => {
  const form = new URLSearchParams(fields as Record<string, string>)
  form.set('form_token', pages.formToken)
  return pages.post(path, form)
}

const text = async (answer: Response | Promise<Response>): Promise<string> => (await answer).text()

test(
  'a real service is tried and connected, and what the simulated one said is set aside',
  async () => {
    await using home = await openWorld({ FROTA_TEST_SCALE: '200' })
    const { url, accountId, apiKey } = (await startService(home)).facts
    await using pages = await openTestConsole(ENGLISH, { keepsEngine: false })
    const { dataDir, reportsDir } = pages
    await pages.reconcile('plates.csv')
    const simulated = await pages.text('/settings')
    expect(simulated).toContain('No service is connected')
    const service = { address: url, account: accountId, key: apiKey }
    for (const [change, said] of [
      [{ address: 'ftp://x' }, 'Address: '],
      [{ account: 'x' }, 'Account: '],
      [{ key: '' }, 'Key: paste'],
      [{ key: 'two words' }, 'Key: the key is one line'],
      [{ key: `${apiKey}x` }, 'API key'],
      [{ account: '00000000-0000-4000-8000-000000000000' }, 'account'],
    ] as const) {
      const refused = await send(pages, '/settings/service', { ...service, ...change })
      const page = await refused.text()
      const isSaid =
        [400, 422].includes(refused.status) &&
        page.includes(said) &&
        page.includes('Nothing changed')
      expect({ change, isSaid }).toEqual({ change, isSaid: true })
      expect(page).not.toContain(apiKey)
      expect(page).not.toContain('terminal')
    }
    // Nothing was kept and nothing set aside.
    expect(await readdir(dataDir)).not.toContain('api-key')
    expect(await pages.text('/vehicles')).toContain('<table')

    const connected = await text(send(pages, '/settings/service', service))
    expect(connected).toContain('this service says that it is simulated')
    expect(connected).not.toContain(apiKey)
    const folder = /simulated-\w+/.exec(connected)?.[0] ?? ''
    expect(await readdir(join(dataDir, folder))).toContain('pgdata')
    const keyFile = join(dataDir, 'api-key')
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(apiKey)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    expect((await pages.get('/')).headers.get('location')).toBe('/upload')
    expect(simulated).toContain('SIMULADO')
    expect(await pages.text('/upload')).not.toContain('SIMULADO')

    await pages.reconcile('plates.csv')
    const asked = 'SELECT count(*) FROM service.consultation'
    expect(await home.count(asked)).toBeGreaterThan(0)
    await pages.stop()

    // Every command of this directory uses it from now on, unless another service is named.
    const dir = { FROTA_DATA_DIR: dataDir }
    expect(readConfig({}, dir)).toMatchObject({ FROTA_API_URL: url, FROTA_ACCOUNT_ID: accountId })
    const other = { FROTA_API_URL: 'https://debts.example.com' }
    expect(readConfig({}, { ...dir, ...other }).FROTA_API_KEY_FILE).toBeUndefined()
    expect(readConfig({ 'api-url': other.FROTA_API_URL }, dir).FROTA_ACCOUNT_ID).toBeUndefined()

    await using again = await openTestConsole({
      ...ENGLISH,
      ...dir,
      FROTA_REPORTS_DIR: reportsDir,
    })
    expect(await again.text('/settings')).toContain(`Connected to ${url}`)
    // The same account with the kept key; another account needs another directory.
    const same = await send(again, '/settings/service', { ...service, key: '' })
    expect(same.status).toBe(200)
    expect(await same.text()).not.toContain('simulated-')
    expect(await again.text('/runs')).toContain('href="/runs/')
  },
  TEST_MS_MAX,
)

test('a damaged file of the connected service stops every command with the cure', async () => {
  const dataDir = folderForTest('damaged')
  for (const damaged of ['', '{', '[]', '{"FROTA_API_URL":1}']) {
    await writeFile(join(dataDir, 'service.json'), damaged)
    expect(() => readConfig({}, { FROTA_DATA_DIR: dataDir })).toThrow(/is damaged: delete it/)
  }
})

const RULES = [
  ['method', 'boleto'],
  ['approveUpTo', '1.500,00'],
  ['perOrder', '2000'],
  ['perRun', ''],
  ['perDay', '10.000,50'],
  ['twoPeopleAbove', '900,00'],
  ['centreDefault', ''],
  ['centrePeriod', 'month'],
  ['dueWithinDays', '45'],
  ['prefer', 'instalments'],
  ['instalmentsDueWithinDays', '30'],
  ['itemsPerOrder', '10'],
  ['byName', 'Norte 11.222.333/0001-81 = 100,00\r\n\r\nA = B = 7,5'],
  ['kinds', 'licensing'],
  ['kinds', 'ticket'],
] as const

test('rules that options name are shown as theirs, and edited by nobody', async () => {
  await using pages = await openTestConsole({ ...ENGLISH, FROTA_APPROVE_UP_TO: '10' })
  expect(await pages.text('/settings')).toContain('come from the program')
  expect((await send(pages, '/settings/policy', RULES)).status).toBe(422)
})

describe('a fleet of the simulated service', () => {
  let pages: TestConsole
  beforeAll(async () => {
    pages = await openTestConsole(ENGLISH)
    await pages.reconcile('plates.csv')
  })
  afterAll(() => pages[Symbol.asyncDispose]())

  test('schedules are made, paused, resumed and removed', async () => {
    const night = { name: 'weekdays', days: '1-5', begins: '21:30', ends: '05:00' }
    for (const [change, status] of [
      [{ name: 'two words' }, 400],
      [{ begins: '25:00' }, 422],
      [{ days: '* * *' }, 400],
    ] as const) {
      const refused = await send(pages, '/settings/schedules', { ...night, ...change })
      expect({ change, status: refused.status }).toEqual({ change, status })
    }
    expect((await send(pages, '/settings/schedules', night)).status).toBe(303)
    expect((await send(pages, '/settings/schedules', night)).status).toBe(422)
    const csv = await pages.text('/settings/schedules.csv?q=weekdays')
    expect(csv.trimEnd().split('\n')).toHaveLength(2)
    expect(csv).toContain('weekdays')
    const list = await pages.text('/settings/schedules?q=no-such')
    expect(list).toContain('0 ')
    expect(list).not.toContain('weekdays')
    expect(await pages.text('/settings')).toMatch(/weekdays[\s\S]*21:30/)
    const change = (what: string) =>
      send(pages, '/settings/schedules/change', { name: 'weekdays', what })
    await change('pause')
    expect(await pages.text('/settings')).toMatch(/<td[^>]*>paused</)
    await change('resume')
    expect(await pages.text('/settings')).not.toMatch(/<td[^>]*>paused</)
    await change('remove')
    expect(await pages.text('/settings')).not.toContain('weekdays')
    expect((await change('remove')).status).toBe(404)
  })

  test('who administers some fleets changes neither the service nor the rules of all', async () => {
    const ivo = await pages.enter('Ivo', 'admin', '--fleets', 'principal')
    const page = await ivo.text('/settings')
    expect(page).toContain('only who administers all of them')
    expect(page).not.toContain('action="/settings/policy"')
    expect(page).not.toContain('action="/settings/service"')
    for (const path of ['/settings/policy', '/settings/service']) {
      expect((await ivo.send(path, Object.fromEntries(RULES))).status).toBe(403)
    }
    expect(await pages.text('/settings')).toContain('The rules of the start hold')
  })

  test('rules of orders are edited in a form, hold for the next run, and are audited', async () => {
    const changed = (name: string, value: string) =>
      RULES.map((pair) => (pair[0] === name ? ([name, value] as const) : pair))
    for (const [name, value, said] of [
      ['perOrder', '1,234', 'At most for an order (R$): give an amount'],
      ['perDay', '-5', 'At most for a day of a fleet (R$): give an amount'],
      ['itemsPerOrder', '0', 'Debts in an order: give a whole number from 1'],
      ['dueWithinDays', '1.5', 'due within (days): give a whole number'],
      ['byName', 'Norte = 1\nSul', 'line 2'],
      ['byName', 'Sul = 1\n\nSul = 2', 'line 3: Sul has a limit above'],
      ['byName', 'Polo Sul = 1\npolo\u00a0 sul = 2', 'line 2: polo\u00a0 sul has a limit above'],
      ['byName', `${'x'.repeat(201)} = 1`, 'of 200 characters at most'],
    ] as const) {
      const refused = await send(pages, '/settings/policy', changed(name, value))
      expect({ name, status: refused.status }).toEqual({ name, status: 422 })
      expect(await refused.text()).toContain(said)
    }
    const none = await send(
      pages,
      '/settings/policy',
      RULES.filter(([name]) => name !== 'kinds'),
    )
    expect(none.status).toBe(422)
    expect(await pages.text('/settings')).toContain('The rules of the start hold')

    // A page that was opened before somebody else's change takes nothing of it back.
    const former = await pages.text('/settings')
    const shown = /name="shown" value="([0-9a-f]{64})"/.exec(former)?.[1] ?? ''
    const fromFormer = [...changed('perRun', '7,00'), ['shown', shown] as const]
    expect((await send(pages, '/settings/policy', RULES)).status).toBe(409)
    const asShown = [...RULES, ['shown', shown] as const]
    expect((await send(pages, '/settings/policy', asShown)).status).toBe(303)
    const stale = await send(pages, '/settings/policy', fromFormer)
    expect({ status: stale.status, shown: shown.length }).toEqual({ status: 409, shown: 64 })
    expect(await stale.text()).toContain('somebody else changed the rules')
    const page = await pages.text('/settings')
    expect(page).toContain('Changed by ')
    expect(page).toContain('No vehicle has these cost centres')
    for (const shown of [
      'value="boleto" selected',
      'name="approveUpTo" value="1,500.00"',
      'name="perOrder" value="2,000.00"',
      'name="perRun" value=""',
      'name="perDay" value="10,000.50"',
      'name="dueWithinDays" value="45"',
      'value="instalments" selected',
      'value="ticket" checked',
    ])
      expect(page).toContain(shown)
    expect(page).not.toContain('value="ipva" checked')
    const centres = /name="byName" rows="4">([^<]*)/.exec(page)?.[1] ?? ''
    expect(centres).toMatch(/^A = B = 7.50\nNorte 11[.*/]+-81~[0-9a-f]{8} = 100.00$/)
    const decided = await pages.text('/proposals')
    expect(decided).toMatch(/per fleet and month, cost centre A = B<\/dt>\s*<dd>R\$.7\.50</)
    expect(decided).toMatch(
      /per fleet and month, cost centre Norte 11[^<]*<\/dt>\s*<dd>R\$.100\.00</,
    )
    expect(decided).toMatch(
      /<dt>per fleet and month, .*without a limit of its own<\/dt>\s*<dd>no limit</,
    )
    expect(decided).toContain('<dt>per fleet and day<')
    // What the page shows is what it takes: sent again it is the same policy.
    const again = [...RULES].map(([name, value]) => {
      const shown = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
      const kept = name === 'byName' ? centres : shown
      return [name, name === 'kinds' ? value : (kept ?? value)] as const
    })
    const newest = /name="shown" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? ''
    const same = await send(pages, '/settings/policy', [...again, ['shown', newest]])
    expect(same.status).toBe(303)
    await send(pages, '/runs', [['mode', 'open-or-join']])
    await Array.fromAsync(pages.events())
    await pages.stop()
    await using world = await openWorld({
      FROTA_DATA_DIR: pages.dataDir,
      FROTA_REPORTS_DIR: pages.reportsDir,
    })
    const { entries } = await world.json(['audit'])
    const policies = (entries as { what: string; facts: object; actor: object }[]).filter(
      ({ what }) => what === 'policy-changed',
    )
    // That of the first run, and the edited one: once, whoever decides by it.
    expect(policies).toHaveLength(2)
    expect(policies.at(-1)).toMatchObject({
      facts: { method: 'boleto', approveUpTo: '1500.00', twoPeopleAbove: '900.00' },
    })
  })
})
