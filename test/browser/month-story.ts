/**
 * A month of work in the browser, step by step, as people do it who open no terminal. The steps are
 * the same on the embedded default (story.test.ts) and in an office (test/profile).
 */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { payPix } from '../support/pay-pix.ts'
import type { ServiceFacts } from '../support/run-frota.ts'

export const OCTOBER = '2026-10-20T12:00:00-03:00'
export const NOVEMBER = '2026-11-03T12:00:00-03:00'
const PASSWORD = 'cinco barcos no lago sereno'
/** Ceilings for a hung story: several processes share two cores. */
export const STORY_MS_MAX = 600_000
const WAIT_MS_MAX = 180_000

/** A browser of its own, as another person has; an office's certificate is the test's own. */
export async function newVisitor(browser: Browser): Promise<Page> {
  const viewport = { width: 1100, height: 900 }
  const context = await browser.newContext({ viewport, ignoreHTTPSErrors: true })
  context.setDefaultTimeout(WAIT_MS_MAX)
  return context.newPage()
}

/** On the page of settings: every order above a cent needs two people. */
export async function setRules(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/settings`)
  await page.getByLabel('Meio de pagamento').selectOption('pix')
  await page.getByLabel('Duas pessoas acima de').fill('0,01')
  await page.getByRole('button', { name: 'Guardar as regras' }).click()
  await page.getByText('Mudadas por').waitFor()
}

/**
 * `meanwhile`: what happens to the machines while the second run is under way. Without it the run
 * may have little left to ask, and be over before the page sees it at work.
 */
export async function uploadStopAndContinue(
  page: Page,
  { origin, file }: { origin: string; file: string },
  meanwhile?: () => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/upload`)
  await page.getByLabel('Planilha (CSV').setInputFiles(file)
  await page.getByRole('button', { name: 'Conferir a planilha' }).click()
  await page.getByRole('button', { name: 'Iniciar conciliação' }).click()
  await page.locator('[data-stage="consult"]').waitFor()
  await page.getByRole('button', { name: 'Parar em ordem' }).click()
  await page.getByText('parada em ordem').waitFor()
  await page.getByRole('button', { name: 'Continuar o que ficou aberto' }).click()
  if (meanwhile !== undefined) {
    await page.locator('[data-stage="consult"]').waitFor()
    await meanwhile()
  }
  await page.getByText('concluída').waitFor()
}

export async function editAVehicle(page: Page, origin: string): Promise<void> {
  await page.getByRole('link', { name: 'Veículos' }).click()
  await page.locator('td a.plate').first().click()
  await page.getByLabel('Apelido').fill('Van da Rosa')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.goto(`${origin}/vehicles?q=Van+da+Rosa`)
  expect(await page.locator('td a.plate').count()).toBe(1)
}

/** The administrator adds a person on the page, who gets in by the link. */
export async function enter(
  admin: Page,
  origin: string,
  { name, role }: { name: string; role: string },
): Promise<Page> {
  await admin.goto(`${origin}/people`)
  const adding = admin.locator('form[method="post"][action="/people"]')
  await adding.getByLabel('Nome', { exact: true }).fill(name)
  await adding.getByLabel('Papel').selectOption(role)
  await adding.getByRole('button', { name: 'Incluir' }).click()
  const link = await admin.locator('main code').textContent()
  const browser = admin.context().browser()
  if (browser === null || link === null) throw new Error('The page shows no link.')
  return enterByLink(browser, link, name)
}

export async function enterByLink(browser: Browser, link: string, name: string): Promise<Page> {
  const page = await newVisitor(browser)
  await page.goto(link)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByLabel('A mesma senha de novo').fill(PASSWORD)
  await page.getByRole('button', { name: 'Guardar a senha' }).click()
  await signIn(page, name)
  return page
}

/** On the page that asks who it is. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Senha').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('link', { name: 'Hoje' }).waitFor()
}

/** Approves the first proposal of the page; returns what the page then says. */
export async function approveFirst(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/proposals`)
  await page.locator('input[type="checkbox"][name="plan"]').first().check()
  await page.getByRole('button', { name: 'Aprovar as escolhidas' }).click()
  await page.getByRole('heading', { name: 'O que foi decidido' }).waitFor()
  return page.locator('main').innerText()
}

export async function runAgain(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/runs`)
  await page.getByRole('button', { name: 'Conciliar agora' }).click()
  await page.getByText('concluída').waitFor()
}

export async function payAndCheck(page: Page, origin: string, facts: ServiceFacts): Promise<void> {
  await page.goto(`${origin}/pay`)
  const check = page.locator('form[action$="/check"]').first()
  const order = /\/pay\/([0-9a-f-]{36})/.exec((await check.getAttribute('action')) ?? '')?.[1]
  await payPix(facts, order)
  await check.getByRole('button', { name: 'Já paguei: conferir' }).click()
  await page
    .getByText(/pag[oa]/i)
    .first()
    .waitFor()
  expect(await page.locator(`form[action="/pay/${order}/check"]`).count()).toBe(0)
}

export async function closeOctober(page: Page, origin: string, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Meses' }).first().click()
  await page.locator('form[action="/months/2026-10/preview"] button').click()
  const open = page.getByLabel('Fechar mesmo com o que espera')
  if ((await open.count()) > 0) {
    await open.check()
    await page.getByLabel('Por que fechar com pendências').fill('conferido com o cliente')
  }
  await page.getByRole('button', { name: /^Fechar / }).click()
  await page.getByText(`Fechado por ${name}`).waitFor()
  await page.goto(`${origin}/`)
  expect(await page.locator('main').innerText()).toContain(`por ${name}`)
}
