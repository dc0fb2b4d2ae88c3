/** close.html: a month on A4. */
import { sumCents } from '../../../fleet/money.ts'
import { exact, html, type Content, type Html } from '../../../html.ts'
import { pageDocument } from '../../reports/page/page-document.ts'
import { pageSection, pageTable } from '../../reports/page/page-table.ts'
import { othersSay } from '../../reports/words/outside.ts'
import { checkFigure, displayFor, type Display } from '../../reports/words/display.ts'
import { messagesOf } from '../../reports/words/reports.ts'
import type { Sum } from '../../reports/tally.ts'
import { fill } from '../../reports/words/messages.ts'
import { bookWordsOf, fileWord } from '../words/book-words.ts'
import { charted, moneyBar, type PageContext } from './page-context.ts'
import { rollTables } from './roll-tables.ts'
import type { MonthFacts } from './month-facts.ts'
import { booksDiffer, waitingOf, waitingWords } from './waiting.ts'
import { isDiscrepancy, type TrailClass } from '../classes/class-of.ts'
import { classWordsOf } from '../words/class-words.ts'

export function closePage(facts: MonthFacts): string {
  const { settings } = facts
  const words = bookWordsOf(settings.locale)
  const texts = messagesOf(settings.locale)
  const display = displayFor(settings.locale, settings.zone)
  const context: PageContext = { ...facts, words, texts, display }
  const month = display.month(settings.month)
  return pageDocument({
    locale: settings.locale,
    simulated: settings.simulated,
    title: fill(words.page.title, { month, fleet: settings.fleet.name }),
    above: fill(words.page.asOf, { at: display.instant(settings.at.toISOString()) }),
    main: html`
      ${standing(context)} ${rollTables(context)} ${payments(context)} ${classesTable(context)}
      ${exceptions(context)} ${unbooked(context)} ${checksTable(context)} ${files(context)}
    `,
  })
}

function standing({ settings, checks, tally, notes, words, display }: PageContext): Html {
  const { closing, month, at, revision, freshDays } = settings
  const { page } = words
  const { all: waiting, service } = waitingOf({ tally, checks })
  const wrong = booksDiffer(checks).length
  const books =
    wrong === 0
      ? html`<p class="good">
          ${fill(page.closes, { n: display.count(checks.length - service) })}
        </p>`
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
  const { old } = tally
  return html`<div class="card status">
    ${books}
    ${
      service > 0 &&
      html`<p class="warn">${fill(page.outsideDiffers, { n: display.count(service) })}</p>`
    }
    ${state} ${notes.map((note) => html`<p class="warn">${exact(note)}</p>`)}
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
  const rows = sumRows(tally.natures, (nature) => [natures[nature]], display)
  if (rows.length === 0) return null
  const sum = sumCents(tally.natures.values())
  const weeks = [...tally.weeks].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bars = weeks.map(([day, cents]) => {
    return moneyBar(fill(page.week, { day: display.date(day).slice(0, 5) }), cents, display)
  })
  const table = pageTable(['', 'n', 'n'], { rows, foot: [page.total, '', display.money(sum)] })
  const note = html`<p class="soft small">${page.paymentsNote}</p>`
  return html`<div class="two">
    ${pageSection(page.paymentsTitle, note, table)} ${charted(page.byWeek, bars)}
  </div>`
}

function exceptions({ settings, tally, checks, words, texts, display }: PageContext): Html {
  const { page } = words
  const waiting = waitingOf({ tally, checks })
  if (waiting.all === 0) {
    return pageSection(page.exceptionsTitle, html`<p>${page.noExceptions}</p>`)
  }
  const bars = [...tally.ages].map(([age, { rows, cents }]) => ({
    name: texts.ages[age],
    label: `${display.count(rows)} · ${display.money(cents)}`,
    length: rows,
    alarming: age === 'over-60',
  }))
  const table = pageTable(['', '', 'n'], {
    rows: tally.shown.map(({ plate, sentence, amountCents }) => [
      html`<span class="plate">${plate}</span>`,
      sentence,
      amountCents === null ? '' : display.money(amountCents),
    ]),
  })
  const where = html`<p class="soft">${waitingWords(waiting, settings.locale)}</p>`
  return html`${pageSection(page.exceptionsTitle, where, tally.exceptions > 0 && table)}
  ${tally.exceptions > 0 && charted(page.byAge, bars)}`
}

function unbooked({ journal, files: listed, words, display }: PageContext): Html | null {
  const rows = sumRows(journal.unbooked, (reason) => [words.unbooked[reason]], display)
  if (rows.length === 0) return null
  const file = listed.find(({ name }) => name.startsWith('journal.'))?.name ?? ''
  return pageSection(
    words.page.unbookedTitle,
    html`<p class="soft small">${fill(words.page.unbookedNote, { file })}</p>`,
    pageTable(['', 'n', 'n'], { rows }),
  )
}

function checksTable({ settings, checks, others, words, display }: PageContext): Html {
  const { page } = words
  const said = othersSay(others, settings.locale, display)
  return pageSection(
    page.check,
    said !== '' && html`<p class="soft small">${said}.</p>`,
    pageTable(['', 'n', 'n'], {
      head: [page.check, page.expected, page.found],
      rows: checks.map((check) => [
        html`${check.closes ? '✓' : '✗'} ${words.checks[check.code]}
        ${check.of !== '' && html`<span class="soft">${check.of}</span>`}`,
        checkFigure(check.unit, check.expected, display),
        checkFigure(check.unit, check.found, display),
      ]),
    }),
  )
}

function files({ files: listed, words, display }: PageContext): Html {
  return pageSection(
    words.page.files,
    pageTable(['', '', 'n', ''], {
      rows: listed.map(({ name, rows, sha256 }) => [
        fileWord(words, name),
        html`<a href="${name}">${name}</a>`,
        rows === undefined ? '' : display.count(rows),
        html`<code class="small">${sha256.slice(0, 12)}…</code>`,
      ]),
    }),
  )
}

function classesTable({ settings, classes, words, display }: PageContext): Html | null {
  const { page } = words
  const { classes: names, todo } = classWordsOf(settings.locale)
  const nameOf = (name: TrailClass): Content =>
    isDiscrepancy(name) ? html`<b>${names[name]}</b>` : names[name]
  const rows = sumRows(classes, (name) => [nameOf(name), todo[name]], display)
  if (rows.length === 0) return null
  return pageSection(
    page.classesTitle,
    html`<p class="soft small">${fill(page.classesNote, { file: 'classes.csv' })}</p>`,
    pageTable(['', '', 'n', 'n'], { rows }),
  )
}

/** A row for each name of which there is anything: what `cellsOf` says, how often and how much. */
function sumRows<Name extends string>(
  sums: ReadonlyMap<Name, Readonly<Sum>>,
  cellsOf: (name: Name) => Content[],
  display: Display,
): Content[][] {
  return [...sums]
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, cents }]) => [...cellsOf(name), display.count(rows), display.money(cents)])
}
