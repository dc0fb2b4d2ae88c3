/** The lower half of the page: vehicles, files, facts of the run and every check. */
import type { ReportImport } from '../../../ledger/reports/report-rows.ts'
import type { Check } from '../check-totals.ts'
import { html } from '../../../html.ts'
import type { Html } from '../../../html.ts'
import { outsideDiffers } from '../outside.ts'
import { outsideSays, outsideSummary, outsideTitle } from '../words/outside.ts'
import { fill, plural } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import type { VehicleLine } from '../reports-of-vehicle.ts'

export function topVehicles({ tally, texts, display }: PageFacts): Html {
  const { page } = texts
  if (tally.top.length === 0) {
    return html`<section>
      <h2>${page.topVehicles}</h2>
      <p class="soft">${page.noDebts}</p>
    </section>`
  }
  const more = tally.vehiclesOwing - tally.top.length
  const moreText = plural(page.moreVehicles, more, { n: display.count(more) })
  const row = ({ vehicle, owedDebts, owedCents, overdueCents }: VehicleLine): Html =>
    html`<tr>
      <td><span class="plate">${vehicle.plate}</span></td>
      <td>${vehicle.nickname}</td>
      <td>${vehicle.uf}</td>
      <td class="n">${display.count(owedDebts)}</td>
      <td class="n">${overdueCents === 0n ? '–' : display.money(overdueCents)}</td>
      <td class="n">${display.money(owedCents)}</td>
    </tr>`
  return html`<section>
    <h2>${page.topVehicles}</h2>
    <div class="table" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${page.plate}</th>
            <th>${page.vehicle}</th>
            <th>${page.uf}</th>
            <th class="n">${page.debts}</th>
            <th class="n">${page.overdue}</th>
            <th class="n">${page.headline}</th>
          </tr>
        </thead>
        <tbody>
          ${tally.top.map(row)}
        </tbody>
      </table>
    </div>
    ${more > 0 && html`<p class="soft">${moreText}</p>`}
  </section>`
}

export function files({ files: listed, texts, display }: PageFacts): Html {
  const { page } = texts
  const meanings: Readonly<Record<string, string>> = page.fileMeanings
  return html`<section>
    <h2>${page.files}</h2>
    <div class="table" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>${page.file}</th>
            <td></td>
            <th class="n">${page.rows}</th>
            <th class="n">${page.controlTotal}</th>
            <th>SHA-256</th>
          </tr>
        </thead>
        <tbody>
          ${listed.map(
            (file) =>
              html`<tr>
                <td><a href="${file.name}">${file.name}</a></td>
                <td class="soft">${meanings[file.name] ?? ''}</td>
                <td class="n">${file.rows === null ? '' : display.count(file.rows)}</td>
                <td class="n">
                  ${file.control === null ? '' : display.money(file.cents[file.control] ?? 0n)}
                </td>
                <td><code class="small">${file.sha256.slice(0, 12)}…</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
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

function countsOf(file: ReportImport): Record<string, number> {
  const { read, accepted, repaired, rejected, duplicate, skipped } = file
  return { read, accepted, repaired, rejected, duplicate, skipped }
}

/** The service's own sums, shown open where any differs. */
export function outsideSums({ outside, run, display }: PageFacts): Html {
  const { locale } = run.settings
  const wrong = outsideDiffers(outside).map((line) => outsideSays(line, locale, display))
  return html`<section>
    <h2>${outsideTitle(locale)}</h2>
    <p class="soft">${outsideSummary(outside, locale, display)}.</p>
    ${wrong.map((said) => html`<p class="bad">${said}.</p>`)}
  </section>`
}

export function allChecks({ checks, texts, display }: PageFacts): Html {
  const { page } = texts
  const figure = (check: Check): string => {
    if (typeof check.found === 'string') return `${check.found.slice(0, 12)}…`
    return check.unit === 'cents' ? display.money(check.found) : display.count(Number(check.found))
  }
  return html`<section>
    <details>
      <summary>${page.checksTitle} (${display.count(checks.length)})</summary>
      <div class="table" tabindex="0">
        <table>
          <tbody>
            ${checks.map(
              (check) =>
                html`<tr>
                  <td>${texts.checks[check.code]}${check.of === '' ? '' : ` (${check.of})`}</td>
                  <td class="n">${figure(check)}</td>
                  <td class="n">
                    <span class="tag ${check.closes ? 'good' : 'bad'}"
                      >${check.closes ? page.ok : page.notOk}</span
                    >
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}
