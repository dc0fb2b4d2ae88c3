/** Every page with real contents: axe finds nothing, nothing overflows, in two languages and widths. */
import { openAsBlob } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEBT_KINDS } from '../../src/contract/debt-item.ts'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { axeFindings } from './printed-page.ts'

const SETUP_MS_MAX = 240_000

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
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
const NIGHT = { name: 'nightly', days: '*', begins: '20:00', ends: '06:00' }

/** The addresses of the first of many alike, as a list links to them. */
async function linkedFrom(page: Page, path: string, pattern: RegExp): Promise<string> {
  await page.goto(path)
  const found = pattern.exec(await page.content())?.[1]
  if (found === undefined) throw new Error(`${path} links to no ${String(pattern)}`)
  return found
}

test.each(['pt-BR', 'en'])(
  'no page in %s has a finding of axe or is wider than a phone',
  async (locale) => {
    await using pages = await openTestConsole({ FROTA_PERSON: 'Ana Souza', FROTA_LOCALE: locale })
    const form_token = await pages.formToken()
    const rules = new URLSearchParams({ ...RULES, form_token })
    for (const kind of DEBT_KINDS) rules.append('kinds', kind)
    expect((await pages.post('/settings/policy', rules)).status).toBe(303)
    const night = new URLSearchParams({ ...NIGHT, form_token })
    expect((await pages.post('/settings/schedules', night)).status).toBe(303)
    const sent = await pages.upload(await openAsBlob('fixtures/fleets/small.csv'), 'small.csv')
    const verdict = sent.headers.get('location') ?? ''
    await pages.start(verdict)
    await Array.fromAsync(pages.events())
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(pages.url)
    const at = (path: string): string => `${pages.origin}${path}`
    const vehicle = await linkedFrom(page, at('/vehicles'), /href="(\/vehicles\/[0-9a-f-]{36})"/)
    const proposal = await linkedFrom(page, at('/proposals'), /href="(\/proposals\/[0-9a-f-]{36})"/)
    const month = await linkedFrom(page, at('/months'), /action="(\/months\/\d{4}-\d\d)\/preview"/)
    await pages.post(`${month}/preview`, new URLSearchParams({ form_token }))
    const lists = [
      '/',
      '/due?days=90',
      '/upload',
      '/vehicles',
      '/debts',
      '/proposals',
      '/pay',
      '/runs',
      '/months',
      '/exceptions',
      '/people',
      '/settings',
      '/fleets',
      '/sign-in',
    ]
    const [added = ''] =
      /\/link\/\S+/.exec(await pages.people('add', 'Bia', '--role', 'viewer')) ?? []
    // One of another fleet, with rows to edit and one that was edited; and one without a header.
    const plates = await pages.upload(await openAsBlob('fixtures/fleets/plates.csv'), 'plates.csv')
    const draft = plates.headers.get('location') ?? ''
    const edit = new URLSearchParams({ form_token, cell_5_0: 'JKL3O45' })
    expect((await pages.post(`${draft}/rows`, edit)).status).toBe(303)
    const odd = await pages.upload(await openAsBlob('fixtures/fleets/no-header.csv'), 'odd.csv')
    const findings: string[] = []
    for (const path of [
      ...lists,
      added,
      vehicle,
      proposal,
      month,
      verdict,
      draft,
      odd.headers.get('location') ?? '',
      '/runs/1',
      '/vehicles?q=no',
    ]) {
      for (const width of [1100, 390]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 844 })
          const answer = await page.goto(at(path))
          const where = `${path.replace(/[0-9a-f-]{36}/, 'ID')} ${width} ${colorScheme}`
          if (answer?.status() !== 200) findings.push(`${where}: ${answer?.status()}`)
          // Forms that a person opens are part of the page.
          await page.evaluate(
            'for (const one of document.querySelectorAll("details")) one.open = true',
          )
          for (const found of await axeFindings(page)) findings.push(`${where}: ${found}`)
          const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
          const wide = await page.evaluate<number>(overflow)
          if (wide > 0) findings.push(`${where}: ${wide} px too wide`)
        }
      }
    }
    await context.close()
    expect(findings).toEqual([])
  },
  SETUP_MS_MAX,
)
