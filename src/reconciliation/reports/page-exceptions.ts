/** The page's list of what a person should look at, the gravest first. */
import { severityOf } from './exception-line.ts'
import type { ExceptionLine, LineCode } from './exception-line.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { plural } from './messages.ts'
import type { PageFacts } from './page-facts.ts'

const GRAVITY = { error: 0, warning: 1, notice: 2 } as const

export function exceptions(facts: PageFacts): Html {
  const { tally, texts } = facts
  const codes = [...tally.exceptions.keys()].sort(
    (a, b) => GRAVITY[severityOf[a]] - GRAVITY[severityOf[b]],
  )
  const body =
    codes.length === 0
      ? html`<p class="soft">${texts.page.noExceptions}</p>`
      : codes.map((code) => issue(facts, code))
  return html`<section>
    <h2>${texts.page.exceptions}</h2>
    ${body}
  </section>`
}

function issue(facts: PageFacts, code: LineCode): Html {
  const { tally, texts, display } = facts
  const { rows, shown } = tally.exceptions.get(code) ?? { rows: 0, shown: [] }
  const severity = severityOf[code]
  const more = rows - shown.length
  const moreText = plural(texts.page.moreRows, more, {
    n: display.count(more),
    file: 'exceptions.csv',
  })
  const item = (line: ExceptionLine): Html =>
    html`<li>
      <div>${whose(line)}</div>
      <div class="what">${withCode(line.sentence)}${errorOf(line)}</div>
      <div class="right">${figures(line, facts)}</div>
    </li>`
  return html`<div class="issue ${severity}">
    <header>
      <h3>${texts.exceptions[code].title}</h3>
      <span class="tag">${texts.severities[severity]} · ${display.count(rows)}</span>
    </header>
    <ul>
      ${shown.map(item)}
    </ul>
    ${more > 0 && html`<p class="soft small">${moreText}</p>`}
  </div>`
}

function whose({ plate, nickname }: ExceptionLine): Html {
  return html`<span class="plate">${plate === '' ? '–' : plate}</span>
    <div class="soft small">${nickname}</div>`
}

/** The amount, and the age once it is a day. */
function figures({ amountCents, ageDays }: ExceptionLine, { texts, display }: PageFacts): Html {
  const age = plural(texts.page.days, ageDays, { n: display.count(ageDays) })
  return html`${amountCents !== null && html`<div>${display.money(amountCents)}</div>`}
  ${ageDays > 0 && html`<div class="soft small">${age}</div>`}`
}

/** Sentences name commands and files between backticks. */
function withCode(sentence: string): Html[] {
  return sentence
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** The service's own words, all of them: whoever calls its support needs the code. */
function errorOf({ error }: ExceptionLine): Html | null {
  if (error === null) return null
  const words = [error.code, error.title, error.message, error.action].filter((one) => one !== '')
  return html`<br /><span class="soft small">${words.join(' · ')}</span>`
}
