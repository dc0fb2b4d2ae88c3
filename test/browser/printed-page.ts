/** What axe finds on a page, and what would be cut if it were printed on A4. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** A4 at 96 dots an inch, less the margins of the page's style (14 mm). */
const A4_WIDTH = 794 - 2 * 53
const A4_HEIGHT = 1123 - 2 * 53

/**
 * All that axe finds, or what these rules of it find. The page's context must bypass its content
 * policy, since axe is a script; it stays in the page until the next one is loaded.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.addScriptTag({ path: AXE })
  const chosen = rules === undefined ? {} : { runOnly: rules }
  const options = JSON.stringify({ ...chosen, resultTypes: ['violations'] })
  return page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  )
}

export async function cutOnA4(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: A4_WIDTH, height: A4_HEIGHT })
  await page.emulateMedia({ media: 'print' })
  return page.evaluate<string[]>(`[...document.querySelectorAll('main, table, td, th, img')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 ||
      each.getBoundingClientRect().right > ${A4_WIDTH} + 1)
    .map((each) => each.tagName + ' ' + each.textContent.slice(0, 40))`)
}
