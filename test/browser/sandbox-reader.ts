/** Somebody who works with the sandbox in a real browser, and hears whatever the page complains of. */
import type { Browser, Page } from 'playwright-core'
import { newVehicle } from '../service/support/fleet.ts'
import { type Account, type Bench, MINUTE_MS } from '../service/support/open-service.ts'

export interface Reader {
  readonly page: Page
  /** Errors of scripts, of the page's policy and of the console, but for answers like 401. */
  readonly said: string[]
}

export async function openReader(
  browser: Browser,
  url: string,
  options: { width?: number; query?: string; colorScheme?: 'light' | 'dark' } = {},
): Promise<Reader> {
  const { width = 1280, query = '', colorScheme = 'light' } = options
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme,
    locale: 'pt-BR',
  })
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  await page.goto(`${url}/sandbox${query}`)
  return { page, said }
}

/** `base` other than the page's own server is typed. */
export async function connect(page: Page, as: Account, base?: string): Promise<void> {
  if (base !== undefined) {
    await page.locator('#base').selectOption('typed')
    await page.locator('#address').fill(base)
  }
  await page.locator('#api-key').fill(as.apiKey)
  await page.locator('#account').fill(as.accountId)
}

/** Waits for words in the outcome of a step. */
export async function told(page: Page, step: string, words: string | RegExp): Promise<void> {
  await page.locator(`#${step}-outcome`).filter({ hasText: words, visible: true }).waitFor()
}

export async function registerByHand(
  page: Page,
  vehicle: ReturnType<typeof newVehicle>,
  nickname = '',
): Promise<void> {
  await page.locator('#plate').fill(vehicle.plate)
  await page.locator('#renavam').fill(vehicle.renavam)
  await page.locator('#uf').selectOption(vehicle.uf)
  await page.locator('#owner-document').fill(vehicle.owner_document)
  await page.locator('#nickname').fill(nickname)
  await page.locator('#vehicle-form button[type=submit]').click()
}

/** Finds a registered vehicle by its plate, chooses it and waits for its debts. */
export async function consultByHand(page: Page, bench: Bench, plate: string): Promise<void> {
  await page.locator('#vehicles-q').fill(plate)
  await page.locator('#vehicles-form button[type=submit]').click()
  await page.locator('#vehicles-list li', { hasText: plate }).locator('button').first().click()
  await page.locator('#consult').click()
  await page.locator('.exchange code', { hasText: '/api/v1/consultations/' }).first().waitFor()
  bench.clock.step(MINUTE_MS)
  await page.locator('#debt-items li').first().waitFor()
}
