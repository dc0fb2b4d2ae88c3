/** A real Chromium, Debian's, that speaks to nobody but the page under test. */
import { chromium, type Browser } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
