/** The pages without scripts, and with a keyboard alone. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startWallClock } from '../../src/clock.ts'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { payPix } from '../support/pay-pix.ts'
import { ANY_AMOUNT, OWING, plantedSheet } from '../support/planted-fleet.ts'
import { accessTo, fleet, openWorld, startingAt, startService } from '../support/run-frota.ts'
import { NOVEMBER, OCTOBER } from './month-story.ts'

const TABS_MAX = 120
const ORDERING = { FROTA_LOCALE: 'en', FROTA_ORDER_METHOD: 'pix', FROTA_PERSON: 'Ana Souza' }

const browser = await openBrowser()
afterAll(() => browser.close())

/** Presses Tab until what has the focus matches the selector. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press('Tab')
    const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`
    if (await page.evaluate<boolean>(isThere)) return
  }
  throw new Error(`Tab never reaches ${selector}`)
}

test('without scripts a file becomes a run, which the page follows, and orders are decided', async () => {
  await using pages = await openTestConsole(ORDERING)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pages.url)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles(fleet('small.csv'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Start the reconciliation' }).click()
  // The page loads itself again until the run has ended.
  await page.waitForURL(`${pages.origin}/runs/1`)
  await page.getByText('done').first().waitFor()
  await page.getByRole('link', { name: 'Proposals' }).click()
  await page.locator('input[name="plan"]').first().check()
  await page.getByRole('button', { name: 'Approve the chosen' }).click()
  expect(await page.locator('main').innerText()).toContain('approved')
  // On a phone a row says what the debt is and how it counts, within the screen.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${pages.origin}/debts?standing=alternative`)
  const row = page.locator('tbody tr').first()
  expect(await row.innerText()).toMatch(/IPVA \d{4} - Cota única\s+IPVA alternative, not added/)
  const { x = 0, width = 360 } = (await row.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(360)
  await context.close()
})

test('with a keyboard alone a page is reached, a proposal chosen and approved', async () => {
  await using pages = await openTestConsole(ORDERING)
  const page = await browser.newPage()
  await page.goto(pages.url)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles(fleet('small.csv'))
  await tabTo(page, 'form[action="/uploads"] button')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Start the reconciliation' }).waitFor()
  await tabTo(page, 'form[action$="/run"] button')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${pages.origin}/runs/1`)
  await tabTo(page, 'nav a[href="/proposals"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${pages.origin}/proposals`)
  await tabTo(page, 'input[name="plan"]')
  await page.keyboard.press('Space')
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  // Whoever gives a reason means to reject: Enter decides nothing.
  await page.keyboard.press('Enter')
  await tabTo(page, 'input[name="reason"]')
  await page.keyboard.type('appealed')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button[value="approve"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What was decided' }).waitFor()
  expect(sent).toEqual([`${pages.origin}/proposals`])
  expect(await page.locator('main').innerText()).toContain('approved')
  // Another row stands there now: a tick that the browser restored would decide about it.
  await page.goBack()
  await page.locator('input[name="plan"]').first().waitFor()
  expect(await page.locator('input[name="plan"]:checked').count()).toBe(0)
  await page.close()
})

test('with a keyboard alone an order is checked after its payment, and the month is closed', async () => {
  await using home = await openWorld({ ...startingAt(OCTOBER), FROTA_TEST_SCALE: '200' })
  const { facts } = await startService(home)
  startWallClock({ thenMs: Date.parse(OCTOBER) })
  await using pages = await openTestConsole({
    ...ORDERING,
    ...accessTo(facts),
    FROTA_APPROVE_UP_TO: ANY_AMOUNT,
  })
  const sheet = plantedSheet([OWING, OWING]).join('\n')
  await pages.reconcile(new Blob([sheet]))
  const page = await browser.newPage()
  await page.goto(pages.url)
  await tabTo(page, 'nav a[href="/pay"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${pages.origin}/pay`)
  expect(await page.locator('figure').count()).toBe(2)
  await tabTo(page, 'form[action$="/check"] button')
  const action = await page.evaluate<string>('document.activeElement.form.action')
  const order = /\/pay\/([0-9a-f-]{36})\/check$/.exec(action)?.[1]
  await payPix(facts, order)
  await page.keyboard.press('Enter')
  await page.getByText(/ZZZ1A0\d: awaiting payment → (paid|settl)/).waitFor()
  expect(await page.locator('figure').count()).toBe(1)

  startWallClock({ thenMs: Date.parse(NOVEMBER) })
  await tabTo(page, 'nav a[href="/months"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${pages.origin}/months`)
  await tabTo(page, 'form[action="/months/2026-10/preview"] button')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${pages.origin}/months/2026-10`)
  await tabTo(page, 'form[action="/months/2026-10/close"] button')
  await page.keyboard.press('Enter')
  await page.getByText('Closed by Ana Souza').waitFor()
  await page.close()
})

test('after a refused form the way back leads to what was typed', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(pages.url)
    await page.goto(`${pages.origin}/settings`)
    await page.getByLabel('At most for an order').fill('7000')
    await page.getByLabel('Two people above').fill('much')
    await page.getByRole('button', { name: 'Keep the rules' }).click()
    await page.getByText('Two people above (R$): ').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    const field = page.getByLabel('At most for an order')
    await field.waitFor()
    expect(page.url()).toBe(`${pages.origin}/settings`)
    // Without scripts the link opens the form anew.
    expect(await field.inputValue()).toBe(javaScriptEnabled ? '7000' : '')
    await context.close()
  }
})
