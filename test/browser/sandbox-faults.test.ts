/** The sandbox in front of a service that misbehaves: it says what happened and goes on. */
import { afterAll, expect, test } from 'vitest'
import { newVehicle } from '../service/support/fleet.ts'
import { MINUTE_MS, openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'
import { connect, openReader, registerByHand, told } from './sandbox-reader.ts'

const bench = await openBench()
const browser = await openBrowser()

afterAll(async () => {
  await browser.close()
  await bench[Symbol.asyncDispose]()
})

/** The range of plates in which each letter calls for a fault. */
function faulty(letter: string, number: number) {
  return { ...newVehicle(number), plate: `ZZ${letter}1A23` }
}

test('an answer that is cut is no matter of CORS and may have been processed', async () => {
  await using other = await bench.again({ corsOrigins: [bench.url] })
  for (const [base, number] of [
    [undefined, 6_000],
    [other.url, 6_001],
  ] as const) {
    const { page } = await openReader(browser, bench.url)
    await connect(page, bench.own, base)
    await registerByHand(page, faulty('G', number))
    await told(page, 'vehicle', 'A resposta não chegou inteira')
    await told(page, 'vehicle', 'Um POST pode ter sido processado')
    await page.close()
  }
})

test('an answer of another shape ends the step and not the page', async () => {
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await page.route('**/api/v1/orders?*', (route) => route.fulfill({ json: { orders: [] } }))
  await page.locator('#records-form button[type=submit]').click()
  await told(page, 'records', 'A resposta não tem a forma da interface')
  await page.route('**/api/v1/orders/summary', (route) => route.fulfill({ body: '<html>' }))
  await page.locator('#records-totals').click()
  await told(page, 'records', 'A resposta não tem a forma da interface')
  await page.locator('#vehicles-totals').click()
  await told(page, 'vehicles', 'nunca consultados')
  expect(said).toEqual([])
  await page.close()
})

test('an answer that redirects is not followed', async () => {
  const { page } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await page.route('**/api/v1/coverage', (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://elsewhere.example/' } }),
  )
  await page.locator('#connection-form button[type=submit]').click()
  await told(page, 'connection', 'O endereço redireciona')
  await page.close()
})

test('a failed consultation tells all that the service says of it', async () => {
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await registerByHand(page, faulty('L', 6_002))
  await told(page, 'vehicle', 'cadastrado')
  await page.locator('#consult').click()
  await page.locator('.exchange code', { hasText: '/api/v1/consultations/' }).first().waitFor()
  bench.clock.step(MINUTE_MS)
  await told(page, 'consultation', 'A consulta falhou')
  await told(page, 'consultation', 'vehicle_not_found')
  expect(said).toEqual([])
  await page.close()
})

test('where payments are real, nothing is ordered without a tick', async () => {
  const { page } = await openReader(browser, bench.url)
  await page.route('**/health', (route) =>
    route.fulfill({ json: { abc_lookup: { mode: 'live' }, payments: { mode: 'live' } } }),
  )
  await connect(page, bench.own)
  const vehicle = newVehicle(6_010)
  const item = { id: bench.random.uuid(), kind: 'ticket', amount: '10.00', year: 2026 }
  const answer = { status: 'ready', total_amount: '10.00', items: [{ ...item, is_payable: true }] }
  await page.route('**/consultations/latest', (route) => route.fulfill({ json: answer }))
  let orders = 0
  await page.route('**/api/v1/orders', (route) => {
    orders++
    return route.fulfill({ status: 409, json: { detail: 'Não desta vez.' } })
  })
  await registerByHand(page, vehicle)
  await told(page, 'vehicle', 'cadastrado')
  await page.locator('#banner', { hasText: 'REAL' }).waitFor()
  await page.locator('#consultation-latest').click()
  await page.locator('#debts-all').click()
  await page.locator('#order-create').click()
  await told(page, 'order', 'marque a caixa acima')
  expect(orders).toBe(0)
  await page.getByLabel('Entendo que este pedido é real').check()
  await page.locator('#order-create').click()
  await told(page, 'order', 'Não desta vez.')
  expect(orders).toBe(1)
  await page.close()
})
