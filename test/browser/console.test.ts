/** The whole flow in a real Chromium: upload, verdict, start, progress, reports; at two widths. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'

const browser = await openBrowser()

afterAll(() => browser.close())

interface Watched {
  readonly page: Page
  /** What the console, the page's errors and requests to other places said. */
  readonly said: string[]
}

async function watchedPage(origin: string, width: number): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width, height: 844 }, acceptDownloads: true })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) said.push(`asked ${url}`)
  })
  return { page, said }
}

async function fits(page: Page): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
}

test.each([1100, 390])('a person walks the whole flow at a width of %i', async (width) => {
  await using pages = await openTestConsole()
  const { page, said } = await watchedPage(pages.origin, width)
  await page.goto(pages.url)
  expect(page.url()).toBe(`${pages.origin}/upload`)
  await fits(page)

  await page.getByLabel('Planilha (CSV').setInputFiles('fixtures/fleets/no-header.csv')
  await page.getByRole('button', { name: 'Conferir a planilha' }).click()
  await page.getByText('A planilha foi recusada').waitFor()
  await fits(page)
  // The columns were guessed; a person only confirms them, and names one more.
  await page.getByLabel('Apelido').selectOption('coluna 5')
  await page.getByRole('button', { name: 'Conferir assim' }).click()
  await page.getByText('colunas indicadas pela posição').waitFor()
  await page.getByText('Ler de outro jeito').click()
  expect(await page.getByLabel('Apelido').inputValue()).toBe('5')
  await fits(page)
  await page.getByRole('link', { name: 'Enviar outra planilha' }).click()

  await page.getByLabel('Planilha (CSV').setInputFiles('fixtures/fleets/plates.csv')
  await page.getByRole('button', { name: 'Conferir a planilha' }).click()
  await page.getByRole('heading', { name: 'Linhas a corrigir aqui' }).waitFor()
  await fits(page)
  const rejected = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar só as linhas a corrigir' }).click()
  expect((await rejected).suggestedFilename()).toBe('frota-principal-linhas-a-corrigir.csv')
  await page.getByRole('link', { name: 'Enviar outra planilha' }).click()

  await page.getByLabel('Planilha (CSV').setInputFiles(join('fixtures/fleets', 'small.csv'))
  await page.getByRole('button', { name: 'Conferir a planilha' }).click()
  await page.getByRole('button', { name: 'Iniciar conciliação' }).click()
  await page.getByRole('heading', { name: 'Execução 1' }).waitFor()
  await page.getByText('concluída').waitFor()
  expect(page.url()).toBe(`${pages.origin}/runs/1`)
  await page.getByText('SIMULADO').first().waitFor()
  await fits(page)

  const debts = page.waitForEvent('download')
  await page.getByRole('link', { name: 'debts.csv' }).click()
  expect((await debts).suggestedFilename()).toBe('frota-principal-1-debts.csv')
  await page.getByRole('link', { name: 'Abrir o resumo' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(page.url()).toBe(`${pages.origin}/runs/1/files/of-principal/summary.html`)
  const fromSummary = page.waitForEvent('download')
  await page.getByRole('link', { name: 'orders.csv' }).first().click()
  expect((await fromSummary).suggestedFilename()).toBe('frota-principal-1-orders.csv')

  await page.goto(`${pages.origin}/runs`)
  await page.getByRole('link', { name: '1', exact: true }).waitFor()
  expect(said).toEqual([])
  await page.close()
})

test('the pages of the run follow it without a reload by hand, and say what a phone needs', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en', FROTA_TEST_SCALE: '1' })
  const { page, said } = await watchedPage(pages.origin, 390)
  await page.goto(pages.url)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles('fixtures/fleets/small.csv')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Start the reconciliation' }).click()
  await page.locator('[data-stage="consult"]').waitFor()
  await page.getByText('18/18 registered').waitFor()
  await fits(page)
  expect(await page.getByRole('progressbar').count()).toBe(4)
  await page.getByText('Quota left').waitFor()
  await page.waitForURL(`${pages.origin}/runs/1`)
  expect(said).toEqual([])
  await page.close()
})

test('a run that cannot be followed says so, also to whoever has to sign in again', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en', FROTA_TEST_SCALE: '1' })
  const { page } = await watchedPage(pages.origin, 390)
  await page.route('**/runs/current/events', (route) => route.fulfill({ status: 503 }))
  await page.goto(pages.url)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles('fixtures/fleets/small.csv')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Start the reconciliation' }).click()
  await page.getByText('frota does not answer').waitFor()
  await page.context().clearCookies()
  await page.getByText('Open the whole address').waitFor()
  expect(await page.getByText('frota does not answer').count()).toBe(0)
  await page.close()
})

test('the end of a run is told by the title, and by a notification to whoever wished one', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const context = await browser.newContext({ permissions: ['notifications'] })
  const page = await context.newPage()
  // As if another tab were looked at; what Chromium is asked to show outlives the page.
  await page.addInitScript(`
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.Notification = new Proxy(Notification, {
      construct(real, words) {
        sessionStorage.shown = (sessionStorage.shown ?? '') + words.join()
        return new real(...words)
      },
    })`)
  await page.goto(pages.url)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles('fixtures/fleets/small.csv')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Start the reconciliation' }).click()
  await page.locator('#live').waitFor()
  expect(await page.title()).toBe('Under way · frota')
  await page.waitForURL(`${pages.origin}/runs/1`)
  expect(await page.title()).toBe('SIMULADO · Run 1: done · frota')
  const shown = await page.evaluate<string>('sessionStorage.shown')
  expect(shown).toBe('The run has ended.')
  await context.close()
})

test('a row that was accepted while it is typed anew stays until it is left, and is told then', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const { page } = await watchedPage(pages.origin, 1200)
  await page.goto(pages.url)
  const buffer = Buffer.from(
    'plate,renavam,uf,owner_document\nJKL3O4S,26827649960,RJ,52998224725\n',
  )
  const file = { name: 'one.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('Spreadsheet (CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  const { promise: typedAnew, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rows', (route) => typedAnew.then(() => route.continue()))
  const plate = page.locator('[name="cell_2_0"]')
  await plate.fill('JKL3O45')
  await page.keyboard.press('Enter')
  await plate.fill('JKL3O4')
  const judged = page.waitForResponse(/\/uploads\/[0-9a-f-]+$/)
  answer()
  await (await judged).finished()
  await page.keyboard.type('6')
  expect(await plate.inputValue()).toBe('JKL3O46')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('“JKL3O46”').waitFor()
  await page.getByText('plate: JKL3O45').waitFor()
  await page.close()
})
