import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { buildFixedLedger } from '../reconciliation/reports/fixed-ledger.ts'
import { at, IMPORT } from '../reconciliation/reports/ledger-builder.ts'
import { openBrowser } from '../support/browser.ts'
import { setUpReports } from '../reconciliation/reports/reports-setup.ts'
import { axeFindings, cutOnA4 } from './printed-page.ts'

test('the page asks for nothing, complains of nothing and fits a phone', async () => {
  await using setup = await setUpReports(buildFixedLedger)
  const run = await setup.builder.run(7, {
    import_id: IMPORT,
    state: 'carried-over',
    carried_over_until: at('21', 3),
  })
  const { directory } = await setup.report(run)
  const address = pathToFileURL(join(directory, 'summary.html')).href
  const browser = await openBrowser()
  try {
    const viewport = { width: 390, height: 844 }
    const page = await browser.newPage({ viewport, bypassCSP: true })
    const said: string[] = []
    const asked: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) asked.push(request.url())
    })
    await page.goto(address)
    expect({ said, asked }).toEqual({ said: [], asked: [address] })
    expect(await page.locator('script').count()).toBe(0)
    const broken = await page.locator('img').evaluateAll((images) => {
      const widths = images.map((image) => Number(Reflect.get(image, 'naturalWidth')))
      return widths.filter((width) => width === 0)
    })
    expect(broken).toEqual([])
    expect(await page.locator('img.qr').count()).toBe(1)
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
    expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
    expect(await cutOnA4(page)).toEqual([])
  } finally {
    await browser.close()
  }
})
