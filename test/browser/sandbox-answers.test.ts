/** The sandbox and its errors, hostile texts, secrets, languages and screens. */
import { afterAll, expect, test } from 'vitest'
import { newVehicle } from '../service/support/fleet.ts'
import { openBench } from '../service/support/open-service.ts'
import { openBrowser } from '../support/browser.ts'
import { connect, openReader, registerByHand, told } from './sandbox-reader.ts'

const bench = await openBench({ limits: { consultationsPerHour: 1 } })
const browser = await openBrowser()

afterAll(async () => {
  await browser.close()
  await bench[Symbol.asyncDispose]()
})

const CHECK = '#connection-form button[type=submit]'
const HOSTILE = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`

test('a wrong key and a foreign account are told as what they are', async () => {
  const { page } = await openReader(browser, bench.url)
  await connect(page, { ...bench.own, apiKey: 'svc_live_wrong' })
  await page.locator(CHECK).click()
  await told(page, 'connection', 'Chave recusada (401)')
  await connect(page, { ...bench.own, accountId: bench.random.uuid() })
  await page.locator('#vehicles-form button[type=submit]').click()
  await told(page, 'vehicles', 'Conta recusada (403)')
  await page.locator('#api-key').fill('chave com espaço')
  await page.locator(CHECK).click()
  await told(page, 'connection', 'letras que um cabeçalho não aceita')
  await page.close()
})

test('a refused value is said at its field, which gets the focus', async () => {
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await registerByHand(page, { ...newVehicle(5_000), plate: 'NOPE' })
  await told(page, 'vehicle', "Campo 'plate'")
  expect(await page.locator('#plate').getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate('document.activeElement.id')).toBe('plate')
  await registerByHand(page, newVehicle(5_000))
  await told(page, 'vehicle', 'cadastrado')
  expect(await page.locator('#plate').getAttribute('aria-invalid')).toBeNull()
  expect(said).toEqual([])
  await page.close()
})

test('a reached limit says when to try again', async () => {
  const { page } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await registerByHand(page, newVehicle(5_001))
  await told(page, 'vehicle', 'cadastrado')
  for (let asked = 0; asked < 2; asked++) {
    await page.locator('#consult').click()
    await page.locator('#consultation-outcome').filter({ visible: true }).waitFor()
    bench.clock.step(60_000)
    await page.locator('#consult:not([aria-disabled])').waitFor()
  }
  await told(page, 'consultation', 'Limite por hora atingido (429)')
  await told(page, 'consultation', /Tente de novo às \d\d:\d\d:\d\d \(em \d+ s\)/)
  await page.locator('.heads', { hasText: 'Retry-After:' }).waitFor()
  await page.close()
})

test('hostile texts stay texts', async () => {
  const { page, said } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  const vehicle = newVehicle(5_002)
  await registerByHand(page, vehicle, HOSTILE)
  await told(page, 'vehicle', 'cadastrado')
  await page.locator('#vehicles-q').fill(vehicle.plate)
  await page.locator('#vehicles-form button[type=submit]').click()
  await page.locator('#vehicles-list li', { hasText: '<script>' }).waitFor()
  expect(await page.title()).toBe('Sandbox · frota')
  expect(await page.locator('main img, main script, #log img').count()).toBe(0)
  const forbidden = `try { document.body.innerHTML = '<p>'; 'done' } catch { 'refused' }`
  expect(await page.evaluate(forbidden)).toBe('refused')
  expect(said.filter((words) => !words.includes('TrustedHTML'))).toEqual([])
  await page.close()
})

test('the key is in no address, in no store, and masked until somebody copies it', async () => {
  const { page } = await openReader(browser, bench.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await connect(page, bench.own)
  await page.locator(CHECK).click()
  await told(page, 'connection', '27 estados')
  const { apiKey } = bench.own
  expect(await page.locator('#log').textContent()).toContain('X-Api-Key: svc_live_••••••••')
  expect(await page.locator('body').textContent()).not.toContain(apiKey)
  const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
  expect(await page.evaluate(kept)).toBe('[{},{},""]')
  expect([page.url(), ...asked].join(' ')).not.toContain(apiKey)
  const entry = page.locator('.exchange').first()
  await entry.getByRole('button', { name: 'Copiar com a chave' }).click()
  await page.locator('#log-said', { hasText: 'Copiado.' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`X-Api-Key: ${apiKey}'`)
  await entry.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .not.toContain(apiKey)
  await page.reload()
  expect(await page.locator('#api-key').inputValue()).toBe('')
  await page.close()
})

test('another connection forgets what was chosen under the one before', async () => {
  const { page } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  await registerByHand(page, newVehicle(5_003))
  await page.locator('#chosen-vehicle').filter({ visible: true }).waitFor()
  await page.locator('#account').fill(bench.random.uuid())
  expect(await page.locator('#chosen-vehicle').isVisible()).toBe(false)
  expect(await page.locator('#banner').isVisible()).toBe(false)
  await page.locator('#consult').click()
  await told(page, 'consultation', 'Cadastre ou escolha um veículo primeiro')
  await page.close()
})

test('a deactivation is asked for twice', async () => {
  const { page } = await openReader(browser, bench.url)
  await connect(page, bench.own)
  const { plate } = newVehicle(5_004)
  await registerByHand(page, newVehicle(5_004))
  await told(page, 'vehicle', 'cadastrado')
  await page.locator('#vehicles-q').fill(plate)
  await page.locator('#vehicles-form button[type=submit]').click()
  await page.getByRole('button', { name: `Desativar ${plate}` }).click()
  expect(await page.locator('#vehicles-list li').count()).toBe(1)
  await page.getByRole('button', { name: `Confirmar desativação ${plate}` }).click()
  await told(page, 'vehicles', `Veículo ${plate} desativado`)
  expect(await page.locator('#chosen-vehicle').isVisible()).toBe(false)
  await page.close()
})

test.each([
  ['a phone in the dark', 390, 'dark'],
  ['a desk by day', 1280, 'light'],
] as const)('in English, on %s, it fits and every control has a name', async (...given) => {
  const [, width, colorScheme] = given
  const options = { width, colorScheme, query: '?lang=en' }
  const { page, said } = await openReader(browser, bench.url, options)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  await connect(page, bench.own)
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await told(page, 'connection', 'The service answers')
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
  const nameless = `[...document.querySelectorAll('input, select')]
    .filter((each) => each.labels.length === 0).map((each) => each.id)`
  expect(await page.evaluate(nameless)).toEqual([])
  await page.getByRole('link', { name: 'Português' }).click()
  await page.getByRole('button', { name: 'Verificar conexão' }).waitFor()
  expect(said).toEqual([])
  await page.close()
})
