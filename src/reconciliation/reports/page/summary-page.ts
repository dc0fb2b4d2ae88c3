/**
 * summary.html: one file that a browser shows without a network and without running anything. Its
 * policy allows one style sheet, by hash, and pictures that are in the page itself.
 */
import { createHash } from 'node:crypto'
import { exact, html, Html } from '../../../html.ts'
import { fill } from '../words/messages.ts'
import { breakdown } from './page-breakdown.ts'
import { allChecks, files, outsideSums, runFacts, topVehicles } from './page-closing.ts'
import { exceptions } from './page-exceptions.ts'
import type { PageFacts } from './page-facts.ts'
import { alarm, cards, heading, hero, rollForward, simulatedBanner } from './page-opening.ts'
import { boletos, orders, pixCodes } from './page-orders.ts'
import { pageStyle } from './page-style.ts'

export function summaryPage(facts: PageFacts): string {
  const { run, texts } = facts
  const hash = createHash('sha256').update(pageStyle).digest('base64')
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
    `base-uri 'none'; form-action 'none'`
  const title = fill(texts.page.title, { fleet: run.fleetName })
  return html`<!doctype html>
    <html lang="${run.settings.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${exact(policy)}" />
        <meta name="referrer" content="no-referrer" />
        <title>${run.simulated ? 'SIMULADO · ' : ''}${title}</title>
        ${new Html(`<style>${pageStyle}</style>`)}
      </head>
      <body class="${run.simulated ? 'is-simulated' : ''}">
        ${simulatedBanner(facts)} ${heading(facts)}
        <main>
          ${alarm(facts)} ${hero(facts)} ${cards(facts)} ${rollForward(facts)} ${exceptions(facts)}
          ${breakdown(facts)} ${orders(facts)} ${pixCodes(facts)} ${boletos(facts)}
          ${topVehicles(facts)} ${files(facts)} ${runFacts(facts)} ${outsideSums(facts)}
          ${allChecks(facts)}
        </main>
      </body>
    </html> `.text
}
