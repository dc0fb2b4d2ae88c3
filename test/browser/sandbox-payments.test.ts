/** The sandbox in a real Chromium: every way to pay, by clicking, from the key to the end. */
import { afterAll, expect, test } from 'vitest'
import { consulted, newVehicle } from '../service/support/fleet.ts'
import { MINUTE_MS, openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'
import {
  connect,
  consultByHand,
  openReader,
  type Reader,
  registerByHand,
  told,
} from './sandbox-reader.ts'

const bench = await openBench()
const browser = await openBrowser()

afterAll(async () => {
  await browser.close()
  await bench[Symbol.asyncDispose]()
})

/** A vehicle with something to pay that its own page will look up again. */
async function payablePlate(): Promise<string> {
  const payable = (items: readonly { is_payable: boolean }[]) =>
    items.some((item) => item.is_payable)
  const { number } = await consulted(bench, payable)
  return newVehicle(number).plate
}

async function orderBy(reader: Reader, method: string, plate: string): Promise<void> {
  const { page } = reader
  await connect(page, bench.own)
  await consultByHand(page, bench, plate)
  await page.locator('#debts-all').click()
  await page.locator(`input[name=method][value=${method}]`).check()
  await page.locator('#order-create').click()
  await page.locator('article[data-status=awaiting_payment]').waitFor()
}

async function untilStatus(reader: Reader, status: string): Promise<void> {
  const card = reader.page.locator(`article[data-status=${status}]`)
  await expect
    .poll(
      async () => {
        bench.clock.step(MINUTE_MS)
        return card.count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
}

test('somebody goes from the key to a settled Pix order by clicking', async () => {
  const reader = await openReader(browser, bench.url)
  const { page, said } = reader
  await connect(page, bench.own)
  await page.locator('#connection-form button[type=submit]').click()
  await told(page, 'connection', 'simulado (mock)')
  await told(page, 'connection', '27 estados atendidos')
  await page.locator('#banner', { hasText: 'SIMULADO' }).waitFor()

  const plate = await payablePlate()
  await registerByHand(page, newVehicle(2_999), 'da frota')
  await told(page, 'vehicle', `Veículo ${newVehicle(2_999).plate} cadastrado`)
  await consultByHand(page, bench, plate)
  await page.locator('#debts-all').click()
  for (const [method, rows] of [
    ['credit_card', 12],
    ['pix', 0],
  ] as const) {
    await page.locator(`input[name=method][value=${method}]`).check()
    // The preview of another method is gone.
    expect(await page.locator('#debts-outcome:visible, #preview-grid table').count()).toBe(0)
    await page.locator('#debts-form button[type=submit]').click()
    await told(page, 'debts', 'Nada foi criado')
    expect(await page.locator('#preview-grid tbody tr').count()).toBe(rows)
  }
  await page.locator('[data-item]:checked').first().uncheck()
  expect(await page.locator('#debts-outcome').isVisible()).toBe(false)
  await page.locator('#debts-all').click()

  await page.locator('#order-create').click()
  await page.locator('article[data-status=awaiting_payment]').waitFor()
  await page.locator('#records-form button[type=submit]').click()
  await page.locator('#records-list li', { hasText: 'aguardando pagamento' }).waitFor()
  const owed = await page.locator('#chosen-vehicle .line').textContent()
  await expect
    .poll(
      async () => {
        bench.clock.step(MINUTE_MS)
        return page.locator('.attempt pre.code').count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  expect(await page.locator('.attempt pre.code').textContent()).toMatch(/^000201.*6304[0-9A-F]{4}$/)
  await page.locator('#order-renew').click()
  await told(page, 'order', 'O código Pix atual ainda é válido')
  await page.locator('#order-simulate').click()
  await untilStatus(reader, 'settled')
  await told(page, 'order', 'O pedido chegou a um estado final')

  // What was shown before is renewed without another click.
  await page.locator('#records-list li', { hasText: 'liquidado' }).waitFor()
  await expect.poll(() => page.locator('#chosen-vehicle .line').textContent()).not.toBe(owed)
  const left = await page.locator('#chosen-vehicle .line').textContent()
  expect(await page.locator('#vehicles-list li', { hasText: plate }).textContent()).toContain(left)
  expect(said).toEqual([])
  await page.close()
})

test('an expired Pix code is replaced by another', async () => {
  const reader = await openReader(browser, bench.url)
  const { page, said } = reader
  await orderBy(reader, 'pix', await payablePlate())
  const code = page.locator('.attempt pre.code')
  await expect
    .poll(
      async () => {
        bench.clock.step(MINUTE_MS)
        return code.count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  const first = await code.textContent()
  bench.clock.step(25 * 60 * MINUTE_MS)
  await page.locator('#order-renew').click()
  await page
    .locator('.exchange code', { hasText: /\/pix$/ })
    .first()
    .waitFor()
  await expect
    .poll(
      async () => {
        bench.clock.step(MINUTE_MS)
        return (await code.count()) === 1 && (await code.textContent()) !== first
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
  expect(said).toEqual([])
  await page.close()
})

test('a boleto order shows its line and its barcode', async () => {
  const reader = await openReader(browser, bench.url)
  await orderBy(reader, 'boleto', await payablePlate())
  const codes = reader.page.locator('.attempt pre.code')
  expect((await codes.nth(0).textContent())?.replaceAll(/\D/g, '')).toMatch(/^\d{47}$/)
  expect(await codes.nth(1).textContent()).toMatch(/^\d{44}$/)
  expect(await reader.page.locator('#card-form').isVisible()).toBe(false)
  expect(reader.said).toEqual([])
  await reader.page.close()
})

test('a test card pays in instalments, and is nowhere to be read after it was sent', async () => {
  const reader = await openReader(browser, bench.url)
  const { page, said } = reader
  await orderBy(reader, 'credit_card', await payablePlate())
  await page.locator('#card-form details summary').click()
  const pay = page.locator('#card-form button[type=submit]')

  await page.locator('[data-card="4000000000009995"]').click()
  await pay.click()
  await page.locator('.attempt .note', { hasText: 'limite insuficiente' }).waitFor()
  for (const id of ['holder', 'number', 'expiry', 'cvc']) {
    expect(await page.locator(`#card-${id}`).inputValue()).toBe('')
  }

  await page.locator('[data-card="4111111111111111"]').click()
  await page.locator('#card-installments').selectOption('3')
  await pay.click()
  await page.locator('.attempt p', { hasText: 'final 1111 em 3x' }).waitFor()
  await untilStatus(reader, 'settled')
  const panel = await page.locator('#log').textContent()
  expect(panel).toContain('"number":"••••••••1111"')
  expect(panel).not.toContain('4111111111111111')
  expect(panel).not.toContain('"cvc":"123"')
  expect(said).toEqual([])
  await page.close()
})

test('a card that is not understood is said to be so at its field, and is gone all the same', async () => {
  const reader = await openReader(browser, bench.url)
  const { page } = reader
  await orderBy(reader, 'credit_card', await payablePlate())
  await page.locator('#card-holder').fill('FULANO DE TAL')
  await page.locator('#card-number').fill('4111')
  await page.locator('#card-expiry').fill('12/39')
  await page.locator('#card-cvc').fill('123')
  await page.locator('#card-form button[type=submit]').click()
  await told(page, 'order', "Campo 'number'")
  expect(await page.locator('#card-number').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('#card-number').inputValue()).toBe('')
  expect(await page.locator('#log').textContent()).not.toContain('4111"')
  await page.close()
})
