/**
 * A whole month by people who open no terminal: upload, edit, start, stop, continue, two approvals,
 * pay, check, close. Only who pays is no page: that is the bank, played at the service.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWallClock } from '../../src/clock.ts'
import { openTestConsole } from '../console/open-console.ts'
import type { TestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { fleet, openWorld, startingAt, startService } from '../support/run-frota.ts'
import type { World } from '../support/run-frota.ts'

const STORY_MS_MAX = 120_000
const PASSWORD = 'cinco barcos no lago sereno'
const DAY_MS = 24 * 3_600_000
const OCTOBER = '2026-10-20T12:00:00-03:00'

let browser: Browser
let home: World

beforeAll(async () => {
  browser = await openBrowser()
  home = await openWorld({ ...startingAt(OCTOBER), FROTA_TEST_SCALE: '200' })
})
afterAll(async () => {
  await browser.close()
  await home[Symbol.asyncDispose]()
})

/** A browser of its own, as another person has. */
async function newVisitor(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
  return context.newPage()
}

/** The administrator adds a person on the page; the person opens the link and signs in. */
async function enter(admin: Page, pages: TestConsole, name: string): Promise<Page> {
  await admin.goto(`${pages.origin}/people`)
  const adding = admin.locator('form[action="/people"]')
  await adding.getByLabel('Nome', { exact: true }).fill(name)
  await adding.getByLabel('Papel').selectOption('approver')
  await adding.getByRole('button', { name: 'Incluir' }).click()
  const link = await admin.locator('main code').textContent()
  const page = await newVisitor()
  await page.goto(link ?? '')
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByLabel('A mesma senha de novo').fill(PASSWORD)
  await page.getByRole('button', { name: 'Guardar a senha' }).click()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Senha').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Hoje' }).waitFor()
  return page
}

/** Approves the first proposal of the page; returns what the page then says. */
async function approveFirst(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/proposals`)
  await page.locator('input[type="checkbox"][name="plan"]').first().check()
  await page.getByRole('button', { name: 'Aprovar as escolhidas' }).click()
  await page.getByRole('heading', { name: 'O que foi decidido' }).waitFor()
  return page.locator('main').innerText()
}

test(
  'a fleet manager and two approvers do a month in the browser',
  async () => {
    const service = await startService(home)
    const { url, apiKey, accountId } = service.facts
    const policy = join(home.dir, 'policy.json')
    await writeFile(policy, JSON.stringify({ twoPeopleAbove: '0.01' }))
    const environment = {
      FROTA_DATA_DIR: join(home.dir, 'console-data'),
      FROTA_REPORTS_DIR: join(home.dir, 'reports'),
      FROTA_API_URL: url,
      FROTA_API_KEY: apiKey,
      FROTA_ACCOUNT_ID: accountId,
      FROTA_ORDER_METHOD: 'pix',
      FROTA_ORDER_POLICY_FILE: policy,
      FROTA_PERSON: 'Rosa Dias',
    }
    startWallClock({ thenMs: Date.parse(OCTOBER), realMs: Date.now() })
    {
      await using pages = await openTestConsole(environment)
      const rosa = await newVisitor()
      await rosa.goto(pages.url)
      await rosa.getByLabel('Planilha (CSV').setInputFiles(fleet('small.csv'))
      await rosa.getByRole('button', { name: 'Conferir a planilha' }).click()
      await rosa.getByRole('button', { name: 'Iniciar conciliação' }).click()
      await rosa.locator('[data-stage="consultations"]').waitFor()
      await rosa.getByRole('button', { name: 'Parar em ordem' }).click()
      await rosa.getByText('parada em ordem').waitFor()
      await rosa.getByRole('button', { name: 'Continuar o que ficou aberto' }).click()
      await rosa.getByText('concluída').waitFor()

      await rosa.getByRole('link', { name: 'Veículos' }).click()
      await rosa.locator('td a.plate').first().click()
      await rosa.getByLabel('Apelido').fill('Van da Rosa')
      await rosa.getByRole('button', { name: 'Salvar' }).click()
      await rosa.goto(`${pages.origin}/vehicles?q=Van+da+Rosa`)
      expect(await rosa.locator('td a.plate').count()).toBe(1)

      const ana = await enter(rosa, pages, 'Ana Souza')
      const bia = await enter(rosa, pages, 'Bia Lima')
      expect(await approveFirst(ana, pages.origin)).toContain('falta uma segunda pessoa')
      expect(await approveFirst(bia, pages.origin)).toContain('aprovad')

      await rosa.goto(`${pages.origin}/runs`)
      await rosa.getByRole('button', { name: 'Conciliar agora' }).click()
      await rosa.getByText('concluída').waitFor()
      await bia.goto(`${pages.origin}/pay`)
      const check = bia.locator('form[action$="/check"]').first()
      const order = /\/pay\/([0-9a-f-]{36})/.exec((await check.getAttribute('action')) ?? '')?.[1]
      const headers = { 'x-api-key': apiKey, 'x-account-id': accountId }
      const paying = `${url}/api/v1/orders/${order}/simulate-pix`
      expect((await fetch(paying, { method: 'POST', headers })).status).toBe(200)
      await check.getByRole('button', { name: 'Já paguei: conferir' }).click()
      await bia
        .getByText(/pag[oa]/i)
        .first()
        .waitFor()
      expect(await bia.locator(`form[action="/pay/${order}/check"]`).count()).toBe(0)
    }

    // Two weeks later; the console was closed meanwhile.
    startWallClock({ thenMs: Date.parse(OCTOBER) + 14 * DAY_MS, realMs: Date.now() })
    await using later = await openTestConsole(environment)
    const closer = await newVisitor()
    await closer.goto(`${later.origin}/sign-in`)
    await closer.getByLabel('Nome').fill('Bia Lima')
    await closer.getByLabel('Senha').fill(PASSWORD)
    await closer.getByRole('button', { name: 'Entrar' }).click()
    await closer.getByRole('link', { name: 'Meses' }).first().click()
    await closer.locator('form[action="/months/2026-10/preview"] button').click()
    const open = closer.getByLabel('Fechar mesmo com o que espera')
    if ((await open.count()) > 0) {
      await open.check()
      await closer.getByLabel('Por que fechar com pendências').fill('conferido com o cliente')
    }
    await closer.getByRole('button', { name: /^Fechar / }).click()
    await closer.getByText('Fechado por Bia Lima').waitFor()
    await closer.goto(`${later.origin}/`)
    expect(await closer.locator('main').innerText()).toContain('por Bia Lima')
  },
  STORY_MS_MAX,
)
