/** The top of the page: what is owed, whether the totals close, what is still to come. */
import { differences, type Check } from '../check-totals.ts'
import { givenUpSentence } from '../given-up.ts'
import { html, type Html } from '../../../html.ts'
import { checkFigure } from '../words/display.ts'
import { fill, plural, type Messages } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { progress } from './page-progress.ts'
import { pageSection, pageTable } from './page-table.ts'
import { oldAnswersSentence } from '../old-answers.ts'
import type { Sum } from '../tally.ts'

export function aboveTitle({ run, texts, display, startedAt, endedAt }: PageFacts): string {
  const ended = run.endedAt?.toISOString() ?? endedAt
  const number = fill(texts.page.run, { n: run.number })
  const span = `${display.instant(startedAt)} – ${display.instant(ended)}`
  return `${number} · ${span} · ${texts.runStates[run.state]}`
}

export function hero(facts: PageFacts): Html {
  const { tally, texts, display } = facts
  const { page } = texts
  const n = display.count(tally.owed.rows)
  const vehicles = plural(page.vehicles, tally.vehiclesOwing, {
    n: display.count(tally.vehiclesOwing),
  })
  return html`<div class="hero">
    <div class="card">
      <p class="label">${page.headline}</p>
      <p class="big">${display.money(tally.owed.cents)}</p>
      <p class="soft">${plural(page.headlineNote, tally.owed.rows, { n, vehicles })}</p>
      ${ipva(facts)}
    </div>
    <div class="card status">${status(facts)}</div>
  </div>`
}

function status(facts: PageFacts): Html[] {
  const { checks, scope, texts, display, isNow, endedAt, run } = facts
  const { page } = texts
  const wrong = differences(checks).length
  const books =
    wrong === 0
      ? html`<p class="good">
          <b>${page.closesTitle}.</b> ${fill(page.closes, { n: display.count(checks.length) })}
        </p>`
      : html`<p class="bad"><b>${page.differsTitle}.</b> ${plural(page.differs, wrong)}</p>`
  const superseded =
    scope.laterRun === null || isNow
      ? []
      : [html`<p class="warn">${fill(page.superseded, { n: scope.laterRun })}</p>`]
  const sentence = givenUpSentence(run.givenUp, texts)
  const givenUp = sentence === undefined ? [] : [html`<p class="bad"><b>${sentence}</b></p>`]
  const oldSentence = oldAnswersSentence(facts.tally.old, texts, display)
  const old = oldSentence === undefined ? [] : [html`<p class="warn">${oldSentence}</p>`]
  const at = fill(page.asOf, { at: display.instant(endedAt), n: run.number })
  const now = isNow ? [html`<p>${at}</p>`] : []
  return [books, progress(facts), ...old, ...givenUp, ...superseded, ...now]
}

/** Differences are shown first, in full. */
export function alarm({ checks, texts, display }: PageFacts): Html | null {
  const wrong = differences(checks)
  if (wrong.length === 0) return null
  const { page } = texts
  return html`<section class="alarm" role="alert">
    <h2>${page.differsTitle}</h2>
    <p>${plural(page.differs, wrong.length)}</p>
    ${pageTable(['', 'n', 'n'], {
      head: [page.check, page.expected, page.found],
      rows: wrong.map((check) => [
        checkName(check, texts),
        checkFigure(check.unit, check.expected, display),
        checkFigure(check.unit, check.found, display),
      ]),
    })}
  </section>`
}

/** The check's sentence, with what of where one code has several lines. */
export function checkName({ code, of }: Check, texts: Messages): string {
  return of === '' ? texts.checks[code] : `${texts.checks[code]} (${of})`
}

export function cards({ tally, texts, display }: PageFacts): Html {
  const { page } = texts
  const debtCount = (rows: number): string =>
    plural(page.debtCount, rows, { n: display.count(rows) })
  const card = (label: string, sum: Sum, className = ''): Html =>
    html`<div class="card ${sum.rows > 0 ? className : ''}">
      <p class="label">${label}</p>
      <b>${display.money(sum.cents)}</b><span class="soft small">${debtCount(sum.rows)}</span>
    </div>`
  return html`<div class="cards">
    ${card(page.overdue, tally.overdue, 'bad')} ${card(page.unpayable, tally.unpayable)}
    ${card(page.awaiting, tally.awaiting)}
  </div>`
}

/** Owed before, what came and went, owed now: a column that adds up. */
export function rollForward({ roll, tally, texts, display }: PageFacts): Html | null {
  const { page } = texts
  if (roll === null) return null
  const { moved, openingCents } = roll
  if (moved.length === 0 && openingCents === 0n) return null
  const before = { name: page.owedBefore, cents: openingCents }
  return pageSection(
    page.rollTitle,
    pageTable(['', 'n'], {
      rows: [before, ...moved].map(({ name, cents }) => [name, display.money(cents)]),
      foot: [page.owedNow, display.money(tally.owed.cents)],
    }),
  )
}

/** The cost of both ways of paying IPVA; only one of them is part of what is owed. */
function ipva({ tally, texts, display }: PageFacts): Html | null {
  if (tally.single.rows === 0) return null
  const { page } = texts
  return html`<div class="ways">
    <div><span class="label">${page.single}</span><b>${display.money(tally.single.cents)}</b></div>
    <div>
      <span class="label">${page.instalments}</span><b>${display.money(tally.instalments.cents)}</b>
    </div>
    <p class="soft small">${page.ipvaNote}</p>
  </div>`
}
