/**
 * The pictures of the pages in docs/manual/pictures: `npm run pictures`. A fleet of the fixtures on a
 * fixed day at the simulated service, so that the same pages are shown each time.
 */
import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startWallClock } from '../../src/clock.ts'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'

const FOLDER = 'docs/manual/pictures'
const DAY = '2026-11-23T09:00:00-03:00'
const WIDTH = 1000
const HEIGHT = 620

startWallClock({ thenMs: Date.parse(DAY) })
await mkdir(FOLDER, { recursive: true })
await using pages = await openTestConsole({
  FROTA_ORDER_METHOD: 'pix',
  FROTA_APPROVE_UP_TO: '1500',
  FROTA_PERSON: 'Ana Souza',
})
const file = await openAsBlob('fixtures/fleets/small.csv')
const verdict = (await pages.upload(file, 'frota.csv')).headers.get('location') ?? ''
await pages.start(verdict)
await Array.fromAsync(pages.events())
const rows = (await file.text()).replace('XPB4036', 'XPB4O3S')
const refused = (await pages.upload(new Blob([rows]), 'frota.csv')).headers.get('location') ?? ''
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
await page.goto(pages.url)
const shown: Readonly<Record<string, string>> = {
  hoje: '/',
  propostas: '/proposals',
  vencimentos: '/due?days=30',
  meses: '/months',
  planilha: `${refused}#rows`,
}
for (const [name, path] of Object.entries(shown)) {
  await page.goto(`${pages.origin}${path}`)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}
await browser.close()
