/**
 * close.html: a month on A4. It opens without a network and runs nothing, like summary.html, whose
 * style sheet it shares.
 */
import { createHash } from 'node:crypto'
import { exact, html, Html } from '../../../html.ts'
import { pageStyle } from '../../reports/page/page-style.ts'
import { displayFor } from '../../reports/words/display.ts'
import { messagesOf } from '../../reports/words/locales.ts'
import { fill } from '../../reports/words/messages.ts'
import { bookWordsOf, fileWord } from '../words/book-words.ts'
import { closes } from './book-checks.ts'
import type { BookCheck } from './book-checks.ts'
import { classesTable } from './classes-table.ts'
import { charted, lengthOf } from './page-context.ts'
import type { PageContext } from './page-context.ts'
import { rollTables } from './roll-tables.ts'
import type { MonthFacts } from './month-facts.ts'

export function closePage(facts: MonthFacts): string {
  const { settings } = facts
  const words = bookWordsOf(settings.locale)
  const texts = messagesOf(settings.locale)
  const display = displayFor(settings.locale, settings.zone)
  const context: PageContext = { ...facts, words, texts, display }
  const hash = createHash('sha256').update(pageStyle).digest('base64')
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
    `base-uri 'none'; form-action 'none'`
  const month = display.month(settings.month)
  const title = fill(words.page.title, { month, fleet: settings.fleet.name })
  const { simulated } = settings
  return html`<!doctype html>
    <html lang="${settings.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${exact(policy)}" />
        <meta name="referrer" content="no-referrer" />
        <title>${simulated ? 'SIMULADO · ' : ''}${title}</title>
        ${new Html(`<style>${pageStyle}</style>`)}
      </head>
      <body class="${simulated ? 'is-simulated' : ''}">
        ${
          simulated &&
          html`<aside class="simulated">
            <strong>${texts.page.simulated}</strong>${texts.page.simulatedNote}
          </aside>`
        }
        <header>
          <p class="soft small">
            ${fill(words.page.asOf, { at: display.instant(settings.at.toISOString()) })}
          </p>
          <h1>${title}</h1>
        </header>
        <main>
          ${standing(context)} ${rollTables(context)} ${payments(context)} ${classesTable(context)}
          ${exceptions(context)} ${unbooked(context)} ${checksTable(context)} ${files(context)}
        </main>
      </body>
    </html> `.text
}

function standing({ settings, checks, tally, words, display }: PageContext): Html {
  const { closing, month, at, revision, freshDays } = settings
  const { page } = words
  const wrong = checks.filter((check) => !closes(check)).length
  const books =
    wrong === 0
      ? html`<p class="good">${fill(page.closes, { n: display.count(checks.length) })}</p>`
      : html`<p class="bad"><b>${fill(page.differs, { n: display.count(wrong) })}</b></p>`
  const state =
    closing === null
      ? html`<p class="warn"><b>${page.preview}.</b> ${fill(page.previewNote, { month })}</p>`
      : html`<p>
          ${fill(page.closed, {
            person: closing.person,
            at: display.instant(at.toISOString()),
            revision,
          })}
        </p>`
  const { old, waiting } = tally
  return html`<div class="card status">
    ${books} ${state}
    ${
      closing !== null &&
      waiting > 0 &&
      html`<p class="warn">${fill(page.withOpen, { n: waiting, reason: closing.reason })}</p>`
    }
    ${
      old.vehicles > 0 &&
      html`<p class="warn">
        ${fill(page.old, {
          amount: display.money(old.cents),
          n: display.count(old.vehicles),
          days: freshDays,
          day: display.date(old.oldest),
        })}
      </p>`
    }
  </div>`
}

function payments({ tally, words, display }: PageContext): Html | null {
  const { page, natures } = words
  const rows = [...tally.natures].filter(([, { rows: count }]) => count > 0)
  if (rows.length === 0) return null
  const sum = rows.reduce((cents, [, each]) => cents + each.cents, 0n)
  const weeks = [...tally.weeks].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bars = weeks.map(([day, cents]) => ({
    name: fill(page.week, { day: display.date(day).slice(0, 5) }),
    label: display.money(cents),
    length: lengthOf(cents),
  }))
  return html`<div class="two">
    <section>
      <h2>${page.paymentsTitle}</h2>
      <p class="soft small">${page.paymentsNote}</p>
      <table>
        <tbody>
          ${rows.map(
            ([nature, { rows: count, cents }]) =>
              html`<tr>
                <td>${natures[nature]}</td>
                <td class="n">${display.count(count)}</td>
                <td class="n">${display.money(cents)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <td>${page.total}</td>
            <td></td>
            <td class="n">${display.money(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
    ${charted(page.byWeek, bars)}
  </div>`
}

function exceptions({ tally, words, texts, display }: PageContext): Html {
  const { page } = words
  if (tally.waiting === 0) {
    return html`<section>
      <h2>${page.exceptionsTitle}</h2>
      <p>${page.noExceptions}</p>
    </section>`
  }
  const bars = [...tally.ages].map(([age, { rows, cents }]) => ({
    name: texts.ages[age],
    label: `${display.count(rows)} · ${display.money(cents)}`,
    length: rows,
    alarming: age === 'over-60',
  }))
  return html`<section>
      <h2>${page.exceptionsTitle}</h2>
      <table>
        <tbody>
          ${tally.shown.map(
            (line) =>
              html`<tr>
                <td><span class="plate">${line.plate}</span></td>
                <td>${line.sentence}</td>
                <td class="n">
                  ${line.amountCents === null ? '' : display.money(line.amountCents)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${
        tally.waiting > tally.shown.length &&
        html`<p class="soft">exceptions.csv: ${display.count(tally.waiting)}</p>`
      }
    </section>
    ${charted(page.byAge, bars)}`
}

function unbooked({ journal, files: listed, words, display }: PageContext): Html | null {
  const rows = [...journal.unbooked].filter(([, { rows: count }]) => count > 0)
  if (rows.length === 0) return null
  const file = listed.find(({ name }) => name.startsWith('journal.'))?.name ?? ''
  return html`<section>
    <h2>${words.page.unbookedTitle}</h2>
    <p class="soft small">${fill(words.page.unbookedNote, { file })}</p>
    <table>
      <tbody>
        ${rows.map(
          ([reason, { rows: count, cents }]) =>
            html`<tr>
              <td>${words.unbooked[reason]}</td>
              <td class="n">${display.count(count)}</td>
              <td class="n">${display.money(cents)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

function checksTable({ checks, words, display }: PageContext): Html {
  const { page } = words
  const figure = ({ unit }: BookCheck, value: bigint): string =>
    unit === 'cents' ? display.money(value) : display.count(Number(value))
  return html`<section>
    <h2>${page.check}</h2>
    <table>
      <thead>
        <tr>
          <th>${page.check}</th>
          <th class="n">${page.expected}</th>
          <th class="n">${page.found}</th>
        </tr>
      </thead>
      <tbody>
        ${checks.map(
          (check) =>
            html`<tr>
              <td>
                ${closes(check) ? '✓' : '✗'} ${words.checks[check.code]}
                ${check.of !== '' && html`<span class="soft">${check.of}</span>`}
              </td>
              <td class="n">${figure(check, check.expected)}</td>
              <td class="n">${figure(check, check.found)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

function files({ files: listed, words, display }: PageContext): Html {
  return html`<section>
    <h2>${words.page.files}</h2>
    <table>
      <tbody>
        ${listed.map(
          ({ name, rows, sha256 }) =>
            html`<tr>
              <td>${fileWord(words, name)}</td>
              <td><a href="${name}">${name}</a></td>
              <td class="n">${rows === null ? '' : display.count(rows)}</td>
              <td><code class="small">${sha256.slice(0, 12)}…</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
