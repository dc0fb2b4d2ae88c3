/** The lower half of the page: vehicles, files, facts of the run and every check. */
import { html, type Html } from '../../../html.ts'
import { countsOf } from '../manifest.ts'
import { outsideDiffers } from '../outside.ts'
import { othersSay, outsideSays, outsideSummary, outsideTitle } from '../words/outside.ts'
import { fill, plural } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { checkName } from './page-opening.ts'
import { checkFigure } from '../words/display.ts'
import { pageSection, pageTable } from './page-table.ts'

export function topVehicles({ tally, texts, display }: PageFacts): Html {
  const { page } = texts
  if (tally.top.length === 0) {
    return pageSection(page.topVehicles, html`<p class="soft">${page.noDebts}</p>`)
  }
  const more = tally.vehiclesOwing - tally.top.length
  const moreText = plural(page.moreVehicles, more, { n: display.count(more) })
  return pageSection(
    page.topVehicles,
    pageTable(['', '', '', 'n', 'n', 'n'], {
      head: [page.plate, page.vehicle, page.uf, page.debts, page.overdue, page.headline],
      rows: tally.top.map(({ vehicle, owedDebts, owedCents, overdueCents }) => [
        html`<span class="plate">${vehicle.plate}</span>`,
        vehicle.nickname,
        vehicle.uf,
        display.count(owedDebts),
        overdueCents === 0n ? '–' : display.money(overdueCents),
        display.money(owedCents),
      ]),
    }),
    more > 0 && html`<p class="soft">${moreText}</p>`,
  )
}

/** The total of each file that a person compares, by its column. */
const CONTROL: Readonly<Record<string, string>> = {
  'debts.csv': 'owed',
  'vehicles.csv': 'owed',
  'orders.csv': 'total',
  'order_items.csv': 'amount',
}

export function files({ files: listed, texts, display }: PageFacts): Html {
  const { page } = texts
  const meanings: Readonly<Record<string, string>> = page.fileMeanings
  return pageSection(
    page.files,
    pageTable(['', 'soft', 'n', 'n', ''], {
      head: [page.file, '', page.rows, page.controlTotal, 'SHA-256'],
      rows: listed.map(({ name, rows, cents, sha256 }) => {
        const control = cents?.[CONTROL[name] ?? '']
        return [
          html`<a href="${name}">${name}</a>`,
          meanings[name] ?? '',
          rows === undefined ? '' : display.count(rows),
          control === undefined ? '' : display.money(control),
          html`<code class="small">${sha256.slice(0, 12)}…</code>`,
        ]
      }),
    }),
  )
}

export function runFacts(facts: PageFacts): Html {
  const { run, scope, texts, display, startedAt, endedAt } = facts
  const { page } = texts
  const file = scope.import
  const origin = run.settings.serviceOrigin
  const rows = file === null ? '' : fill(page.importedRows, countsOf(file))
  const line = (name: string, value: string): Html | null =>
    value === ''
      ? null
      : html`<dt>${name}</dt>
          <dd>${value}</dd>`
  const sources = [
    file === null ? null : line(page.importedFile, `${file.fileName} — ${rows}`),
    line(page.auditHead, run.auditHead ?? ''),
  ]
  return html`<section>
    <h2>${page.facts}</h2>
    <dl>
      ${line(page.command, run.command)}
      ${line(page.service, run.simulated ? `${page.simulated} · ${origin}` : origin)}
      ${line(page.started, display.instant(startedAt))}
      ${line(page.ended, display.instant(endedAt))}
      ${line(page.campaignSince, display.instant(scope.campaign?.openedAt ?? null))} ${sources}
    </dl>
  </section>`
}

/** The service's own sums, shown open where any differs. */
export function outsideSums({ outside, run, display }: PageFacts): Html {
  const { locale } = run.settings
  const wrong = outsideDiffers(outside).map((line) => outsideSays(line, locale, display))
  const others = othersSay(outside.askedAt === null ? [] : outside.others, locale, display)
  return pageSection(
    outsideTitle(locale),
    html`<p class="soft">${outsideSummary(outside, locale, display).replace(/\.?$/, '.')}</p>`,
    others !== '' && html`<p class="soft">${others}.</p>`,
    wrong.map((said) => html`<p class="bad">${said}.</p>`),
  )
}

export function allChecks({ checks, texts, display }: PageFacts): Html {
  const { page } = texts
  return html`<section>
    <details>
      <summary>${page.checksTitle} (${display.count(checks.length)})</summary>
      ${pageTable(['', 'n', 'n'], {
        rows: checks.map((check) => [
          checkName(check, texts),
          checkFigure(check.unit, check.found, display),
          html`<span class="tag ${check.closes ? 'good' : 'bad'}"
            >${check.closes ? page.ok : page.notOk}</span
          >`,
        ]),
      })}
    </details>
  </section>`
}
