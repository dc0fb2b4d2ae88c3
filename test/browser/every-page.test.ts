/** Every page with real contents in two languages: axe, two widths, light and dark, paper. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { DEBT_KINDS } from '../../src/contract/debt-item.ts'
import { openTestConsole, type TestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { openWorld } from '../support/run-frota.ts'
import { axeFindings, printFindings } from './printed-page.ts'

const WALK_MS_MAX = 480_000

const browser = await openBrowser()
afterAll(() => browser.close())

/** Some orders wait for their payment, and proposals above the limit for a person. */
const RULES = {
  method: 'pix',
  approveUpTo: '1500',
  centrePeriod: 'month',
  prefer: 'single',
  instalmentsDueWithinDays: '30',
  itemsPerOrder: '50',
  byName: 'Norte = 90000',
}
const LISTS = [
  '/',
  '/due?days=90',
  '/upload',
  '/vehicles',
  '/debts',
  '/proposals',
  '/pay',
  '/pay/others',
  '/pay/paid',
  '/runs',
  '/months',
  '/exceptions',
  '/people',
  '/settings',
  '/settings/schedules',
  '/fleets',
  '/sign-in',
  '/sign-in/code',
]
const NIGHT = { name: 'nightly', days: '*', begins: '20:00', ends: '06:00' }

/**
 * Loaded once, with everything opened that a person may open: at two widths, of which the phone's is
 * dark; then the colours of the other two; then as somebody with a dark screen prints it.
 */
async function findingsOf(page: Page, path: string): Promise<string[]> {
  const findings: string[] = []
  const look = async (
    { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' },
    rules?: string[],
  ): Promise<void> => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const where = `${path.replace(/[0-9a-f-]{36}/, 'ID')} ${width} ${colorScheme}`
    for (const found of await axeFindings(page, rules)) findings.push(`${where}: ${found}`)
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
    const wide = await page.evaluate<number>(overflow)
    if (wide > 0) findings.push(`${where}: ${wide} px too wide`)
  }
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
  await look({ width: 1100, colorScheme: 'light' })
  await look({ width: 1100, colorScheme: 'dark' }, ['color-contrast'])
  await look({ width: 390, colorScheme: 'dark' })
  await look({ width: 390, colorScheme: 'light' }, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1100, height: 844 })
  const printed = await printFindings(page)
  await page.emulateMedia({ media: 'screen' })
  return [...findings, ...printed.map((found) => `${path} on paper: ${found}`)]
}

/** The addresses of the first of many alike, as a list links to them. */
async function linkedFrom(page: Page, path: string, pattern: RegExp): Promise<string> {
  await page.goto(path)
  const found = pattern.exec(await page.content())?.[1]
  if (found === undefined) throw new Error(`${path} links to no ${String(pattern)}`)
  return found
}

/** The page with a person's link, which is shown once, as the answer of a form. */
async function invited(page: Page, { origin }: TestConsole, name: string): Promise<Page> {
  await page.goto(`${origin}/people`)
  const adding = page.locator('form[action="/people"][method="post"]')
  await adding.locator('[name="name"]').fill(name)
  await adding.locator('button').click()
  await page.locator('main code').waitFor()
  return page
}

/** The path of every page, filled by what people do in a month. */
async function fillPages(pages: TestConsole, page: Page): Promise<string[]> {
  const settings = await pages.text('/settings')
  const shown = /name="shown" value="([0-9a-f]{64})"/.exec(settings)?.[1] ?? ''
  const rules = new URLSearchParams({ ...RULES, form_token: pages.formToken, shown })
  for (const kind of DEBT_KINDS) rules.append('kinds', kind)
  expect((await pages.post('/settings/policy', rules)).status).toBe(303)
  expect((await pages.send('/settings/schedules', NIGHT)).status).toBe(303)
  const verdict = await pages.reconcile('small.csv')
  await page.goto(pages.url)
  const at = (path: string): string => `${pages.origin}${path}`
  const plate = await linkedFrom(page, at('/pay'), /class="plate">(\w{7})</)
  const named = at(`/vehicles?q=${plate}`)
  const vehicle = await linkedFrom(page, named, /href="(\/vehicles\/[0-9a-f-]{36})"/)
  // So that it has a history.
  await page.goto(at(vehicle))
  await page.locator('input[name="nickname"]').fill('Van 9')
  await page.locator('input[name="nickname"]').press('Enter')
  await page.locator('.warning-box').waitFor()
  const proposal = await linkedFrom(page, at('/proposals'), /href="(\/proposals\/[0-9a-f-]{36})"/)
  const month = await linkedFrom(page, at('/months'), /action="(\/months\/\d{4}-\d\d)\/preview"/)
  await pages.send(`${month}/preview`)
  const [link = ''] = /\/link\/\S+/.exec(await pages.people('add', 'Bia', '--role', 'viewer')) ?? []
  // One of another fleet, with rows to edit and one that was edited; and one without a header.
  const draft = await pages.verdictOf('plates.csv')
  expect((await pages.send(`${draft}/rows`, { cell_5_0: 'JKL3O45' })).status).toBe(303)
  const odd = await pages.verdictOf('no-header.csv')
  return [
    ...LISTS,
    link,
    vehicle,
    ...['debts', 'orders', 'answers', 'history'].map((list) => `${vehicle}/${list}`),
    proposal,
    month,
    verdict,
    draft,
    odd,
    '/runs/1',
    '/vehicles?q=no',
  ]
}

test(
  'no page in either language has a finding of axe, is wider than a phone, or is cut on paper',
  async () => {
    await using home = await openWorld()
    // The second console opens what the first one left.
    const environment = {
      FROTA_PERSON: 'Ana Souza',
      FROTA_DATA_DIR: join(home.dir, 'console-data'),
      FROTA_REPORTS_DIR: join(home.dir, 'reports'),
    }
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    let paths: string[] | undefined
    const findings: string[] = []
    for (const locale of ['pt-BR', 'en']) {
      await using pages = await openTestConsole({ ...environment, FROTA_LOCALE: locale })
      paths ??= await fillPages(pages, page)
      await page.goto(pages.url)
      for (const path of paths) {
        const answer = await page.goto(`${pages.origin}${path}`)
        if (answer?.status() !== 200) findings.push(`${path}: ${answer?.status()}`)
        const found = await findingsOf(page, path)
        findings.push(...found.map((one) => `${locale} ${one}`))
      }
      findings.push(...(await findingsOf(await invited(page, pages, locale), 'invited')))
    }
    await context.close()
    expect(findings).toEqual([])
  },
  WALK_MS_MAX,
)

test('a password is masked, filled by what keeps passwords, and may be pasted', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const [link = ''] = /\/link\/\S+/.exec(await pages.people('add', 'Bia', '--role', 'viewer')) ?? []
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const copied = 'cinco gatos no telhado'
  for (const [path, known] of [
    ['/sign-in', ['current-password']],
    [link, ['new-password', 'new-password']],
  ] as const) {
    await page.goto(`${pages.origin}${path}`)
    await page.evaluate(`navigator.clipboard.writeText('${copied}')`)
    const fields = await page.locator('input[type="password"]').all()
    expect(await Promise.all(fields.map((each) => each.getAttribute('autocomplete')))).toEqual(
      known,
    )
    for (const field of fields) {
      await field.press('Control+V')
      expect(await field.inputValue()).toBe(copied)
    }
  }
  await context.close()
})
