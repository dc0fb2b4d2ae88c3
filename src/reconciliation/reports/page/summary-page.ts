/** summary.html: what a run found, on one page. */
import { html } from '../../../html.ts'
import { fill } from '../words/messages.ts'
import { breakdown } from './page-breakdown.ts'
import { allChecks, files, outsideSums, runFacts, topVehicles } from './page-closing.ts'
import { pageDocument } from './page-document.ts'
import { exceptions } from './page-exceptions.ts'
import type { PageFacts } from './page-facts.ts'
import { alarm, aboveTitle, cards, hero, rollForward } from './page-opening.ts'
import { boletos, orders, pixCodes } from './page-orders.ts'

export function summaryPage(facts: PageFacts): string {
  const { run, texts } = facts
  return pageDocument({
    locale: run.settings.locale,
    simulated: run.simulated,
    title: fill(texts.page.title, { fleet: run.fleetName }),
    above: aboveTitle(facts),
    main: html`
      ${alarm(facts)} ${hero(facts)} ${cards(facts)} ${rollForward(facts)} ${exceptions(facts)}
      ${breakdown(facts)} ${orders(facts)} ${pixCodes(facts)} ${boletos(facts)}
      ${topVehicles(facts)} ${files(facts)} ${runFacts(facts)} ${outsideSums(facts)}
      ${allChecks(facts)}
    `,
  })
}
