/** Two files dropped on the page, a refused row edited in place, and its vehicle in the fleet. */
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { axeFindings } from './printed-page.ts'

const HEADER = 'placa;renavam;uf;cpf_cnpj;apelido'
const GOOD = 'ABC1C34;00639884962;SP;11222333000181;Van 1'
const REFUSED = [
  'JKL3O4S;26827649960;RJ;52998224725;Van 2',
  'ZZZ-0000;01315049861;SP;11222333000181;Van 3',
]
const FILE = [HEADER, GOOD, ...REFUSED, ''].join('\n')
const STORY_MS_MAX = 90_000

const browser = await openBrowser()
afterAll(() => browser.close())

/** As a person lets go of files above the page's heading, far from the form's field. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const dropped = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer()
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) {
      dropped.items.add(new File([text], name, { type: 'text/csv' }))
    }
    return dropped
  })()`)
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: dropped })
  expect(await page.locator('body.dropping').count()).toBe(1)
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
}

test(
  'files are dropped anywhere, a row is judged when it is left, and the rest is as it was',
  async () => {
    await using pages = await openTestConsole({ FROTA_PERSON: 'Ana Souza' })
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(pages.url)
    await page.goto(`${pages.origin}/upload`)
    await drop(page, { 'março.csv': FILE, 'vazia.csv': '' })
    await page.getByRole('link', { name: 'vazia.csv' }).waitFor()
    expect(await page.locator('#waiting tbody tr').count()).toBe(2)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'março.csv' }).click()

    const rejected = page.locator('[data-count="rejected"] b')
    expect(await rejected.textContent()).toBe('2')
    // By the keyboard: the first row is typed and left, the second is being typed meanwhile.
    await page.locator('[name="cell_3_0"]').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('JKL3O45')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('DEF5')
    await page.getByText('placa: JKL3O45').waitFor()
    expect(await rejected.textContent()).toBe('1')
    const second = page.locator('[name="cell_4_0"]')
    expect(await second.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.type('G6')
    expect(await second.inputValue()).toBe('DEF5G6')
    // A row that is left for a button is judged, and the button keeps the focus.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.getByText('placa: DEF5G6').waitFor()
    const focused = 'document.activeElement.textContent'
    expect(await page.evaluate<string>(focused)).toBe('Conferir as linhas')
    await second.fill('DEF5G67')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText('placa: DEF5G67').waitFor()
    expect(await rejected.textContent()).toBe('0')
    expect(await page.locator('[data-row]').count()).toBe(0)
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')

    await page.getByRole('button', { name: 'Iniciar conciliação' }).click()
    await page.getByText('concluída').waitFor({ timeout: STORY_MS_MAX })
    await page.goto(`${pages.origin}/vehicles?q=DEF5G67`)
    expect(await page.locator('td a.plate').count()).toBe(1)

    // A file of other vehicles is asked about, on a phone, in the dark.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${pages.origin}/upload`)
    await drop(page, {
      'outra.csv': `${HEADER}\n${GOOD.replace('ABC1C34;00639884962', 'GHI2345;01284762677')}\n`,
    })
    await page.getByRole('alert').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
    expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
    await page.getByLabel('É desta frota').fill('Filial')
    await page.getByRole('button', { name: 'Conferir com essa frota' }).click()
    await page.getByText('todos são novos: 1').waitFor()
    await context.close()
  },
  STORY_MS_MAX,
)

test('a row that is left for the button that starts is judged first, and the click is not lost', async () => {
  await using pages = await openTestConsole()
  const page = await browser.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  await drop(page, { 'março.csv': FILE })
  const rejected = page.locator('[data-count="rejected"] b')
  await page.locator('[name="cell_3_0"]').fill('JKL3O45')
  await page.keyboard.press('Enter')
  await page.getByText('placa: JKL3O45').waitFor()
  expect(await rejected.textContent()).toBe('1')
  // The row is gone; the keyboard goes on in the next one.
  expect(await page.evaluate('document.activeElement.name')).toBe('cell_4_0')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('DEF5G67')
  await page.getByRole('button', { name: 'Iniciar conciliação' }).hover()
  const judged = page.waitForResponse((answer) => answer.url().endsWith('/rows'))
  await page.mouse.down()
  await (await judged).finished()
  await page.mouse.up()
  await page.waitForURL(/\/runs\//)
  await page.getByText('concluída').waitFor({ timeout: STORY_MS_MAX })
  await page.goto(`${pages.origin}/vehicles?q=DEF5G67`)
  expect(await page.locator('td a.plate').count()).toBe(1)
  await page.close()
})

test('a row that another tab changed is told in view, and the other rows are judged', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const context = await browser.newContext({ viewport: { width: 1200, height: 400 } })
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(pages.url)
  await first.goto(`${pages.origin}/upload`)
  await drop(first, { 'one.csv': FILE })
  await first.locator('[data-row]').first().waitFor()
  await second.goto(first.url())
  await first.locator('[name="cell_3_0"]').fill('JKL3O45')
  await first.keyboard.press('Enter')
  await first.getByText('placa: JKL3O45').waitFor()

  await second.locator('[name="cell_3_0"]').fill('JKL3O46')
  await second.locator('[name="cell_4_0"]').fill('DEF5G67')
  await second.keyboard.press('Enter')
  const told = second.getByRole('alert')
  await told.getByText('Line 3 was changed meanwhile').waitFor()
  expect(await told.textContent()).toContain('“JKL3O46”')
  const { y = 0, height = 400 } = (await told.boundingBox()) ?? {}
  expect(y >= 0 && y + height <= 400).toBe(true)
  await second.getByText('placa: DEF5G67').waitFor()
  expect(await second.locator('[data-count="accepted"] b').textContent()).toBe('3')
  await context.close()
})

test('the focus stays in a row of which one value became right, and goes on from there', async () => {
  await using pages = await openTestConsole()
  const page = await browser.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  const [first = '', second = ''] = REFUSED
  const third = second.replace('ZZZ-0000;01315049861', 'XX;01284762677')
  const rows = [first, second.replace('01315049861', '1'), third]
  await drop(page, { 'um.csv': `${HEADER}\n${GOOD}\n${rows.join('\n')}\n` })
  await page.locator('[name="cell_4_0"]').fill('DEF5G67')
  await page.keyboard.press('Enter')
  await page.locator('[name="cell_4_1"]:focus').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('01315049861')
  await page.keyboard.press('Enter')
  await page.locator('[name="cell_5_0"]:focus').waitFor()
  expect(await page.locator('[data-count="rejected"] b').textContent()).toBe('2')
  await page.close()
})

test('what is ticked and typed below the rows while one is judged stays, and so does the focus', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const page = await browser.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  await drop(page, { 'one.csv': FILE })
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rows', async (route) => {
    await asked
    await route.continue()
  })
  await page.locator('[name="cell_3_0"]').fill('JKL3O45')
  const reading = page.locator('form[action$="/reading"]')
  await reading.evaluate((form) => form.closest('details')?.setAttribute('open', ''))
  await reading.locator('[name="strict"]').check()
  await reading.locator('[name="column_nickname"]').selectOption('1')
  await reading.locator('[name="owner_document"]').fill('529')
  answer()
  await page.getByText('placa: JKL3O45').waitFor()
  expect(await page.evaluate('document.activeElement.name')).toBe('owner_document')
  await page.keyboard.type('9')
  expect(await reading.locator('[name="owner_document"]').inputValue()).toBe('5299')
  expect(await reading.locator('[name="strict"]').isChecked()).toBe(true)
  expect(await reading.locator('[name="column_nickname"]').inputValue()).toBe('1')
  await page.close()
})

test('a row that could not be sent is judged before the file is started', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const page = await browser.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  await drop(page, { 'one.csv': FILE })
  await page.route('**/rows', (route) => route.abort())
  await page.locator('[name="cell_3_0"]').fill('JKL3O45')
  await page.locator('[name="cell_4_0"]').focus()
  await page.getByRole('alert').getByText('did not arrive').waitFor()
  await page.unroute('**/rows')
  const sent: string[] = []
  page.on('request', (each) => each.method() === 'POST' && sent.push(each.url()))
  await page.getByRole('button', { name: 'Start the reconciliation' }).click()
  await page.waitForURL(/\/runs\//)
  expect(sent.map((url) => url.split('/').at(-1))).toEqual(['rows', 'run'])
  await page.close()
})

test('without scripts several files are sent, and rows edited, by plain forms', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  const buffer = Buffer.from(FILE)
  await page.getByLabel('Spreadsheet (CSV').setInputFiles([
    { name: 'one.csv', mimeType: 'text/csv', buffer },
    { name: 'two.csv', mimeType: 'text/csv', buffer },
  ])
  await page.getByRole('button', { name: 'Check the file' }).click()
  expect(await page.locator('#waiting tbody tr').count()).toBe(2)
  await page.getByRole('link', { name: 'one.csv' }).click()
  expect(await page.locator('#rows noscript p').isVisible()).toBe(true)
  await page.locator('[name="cell_3_0"]').fill('JKL3O45')
  await page.locator('[name="out_4"]').check()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  expect(await page.locator('[data-count="accepted"] b').textContent()).toBe('2')
  expect(await page.locator('[data-count="skipped"] b').textContent()).toBe('1')
  expect(await page.locator('main').innerText()).toMatch(/ \(on this computer\)/)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  expect(await page.locator('[data-count="rejected"] b').textContent()).toBe('1')
  await context.close()
})

test('the watched folder is a table whose verdicts are downloaded, with and without scripts', async () => {
  const inbox = await mkdtemp(join(tmpdir(), 'frota-inbox-'))
  const done = join(inbox, 'done')
  await mkdir(done)
  await mkdir(join(inbox, 'refused'))
  await writeFile(join(inbox, 'waits.csv'), FILE)
  await utimes(join(inbox, 'waits.csv'), 1, 1)
  await writeFile(join(done, '20261120-101500-april.csv'), FILE)
  await writeFile(join(done, '20261120-101500-april.csv.veredito.csv'), 'the verdict')
  const refused = join(inbox, 'refused', '20261121-101500-may.csv')
  await writeFile(refused, '')
  await writeFile(`${refused}.motivo.txt`, '\uFEFFmay.csv: refused\r\n\r\nThe file is empty.\r\n')
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en', FROTA_INBOX_DIR: inbox })
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ bypassCSP: true, javaScriptEnabled })
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(pages.url)
    await page.goto(`${pages.origin}/upload`)
    const table = page.locator('section', { hasText: 'Watched folder' })
    const rows = table.locator('tbody tr')
    const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(texts.toSorted()).toEqual([
      expect.stringMatching(/^april\.csv imported/),
      expect.stringMatching(/^may\.csv refused The file is empty/),
      expect.stringMatching(/^waits\.csv waits/),
    ])
    const downloading = page.waitForEvent('download')
    await rows.filter({ hasText: 'april.csv' }).getByRole('link').click()
    const saved = await (await downloading).path()
    expect(await readFile(saved, 'utf8')).toBe('the verdict')
    // Without scripts axe cannot look; the page is the same.
    expect(javaScriptEnabled ? await axeFindings(page) : []).toEqual([])
    await context.close()
  }
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pages.url)
  await page.goto(`${pages.origin}/upload`)
  await page.getByRole('button', { name: 'Open: waits.csv' }).click()
  expect(await page.locator('[data-count="accepted"] b').textContent()).toBe('1')
  await page.getByRole('button', { name: 'Start' }).waitFor()
  await context.close()
  await rm(inbox, { recursive: true })
})
