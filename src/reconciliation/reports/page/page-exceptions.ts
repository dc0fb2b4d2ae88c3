/** The list of what a person should look at, on the page of a run and on the console. */
import { byUrgency, exceptionKinds, isForPerson } from '../exception-kinds.ts'
import type { ExceptionGroup } from '../exception-groups.ts'
import type { ExceptionLine } from '../files/exception-line.ts'
import type { Display } from '../words/display.ts'
import { html, type Content, type Html } from '../../../html.ts'
import { plural, type Messages } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { pageSection } from './page-table.ts'

interface Showing {
  readonly texts: Messages
  readonly display: Display
  /** What may be done about one, on a page that can do it. */
  readonly actions?: (line: ExceptionLine) => Content
}

/** First the exceptions that are for a person, then the others. */
export function exceptions(facts: PageFacts): Html {
  const { tally, texts } = facts
  const groups = [...tally.exceptions]
    .map(([code, group]) => ({ code, ...group }))
    .sort((a, b) => byUrgency(a.code, b.code))
  const others = groups.filter(({ code }) => !isForPerson(code))
  return html`${personSection(
    groups.filter(({ code }) => isForPerson(code)),
    facts,
  )}
  ${others.length > 0 && section(texts.page.exceptions, others, facts)}`
}

export function personSection(groups: readonly ExceptionGroup[], showing: Showing): Html {
  const { texts, display } = showing
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  if (rows > 0) {
    return section(`${texts.page.forPerson}: ${display.count(rows)}`, groups, showing)
  }
  const nothing = html`<p class="soft">${texts.page.nothingForPerson}</p>`
  return pageSection(texts.page.forPerson, nothing)
}

function section(title: string, groups: readonly ExceptionGroup[], showing: Showing): Html {
  return pageSection(
    title,
    groups.map((group) => issue(group, showing)),
  )
}

function issue({ code, rows, shown }: ExceptionGroup, showing: Showing): Html {
  const { texts, display } = showing
  const { severity } = exceptionKinds[code]
  const more = rows - shown.length
  const moreText = plural(texts.page.moreRows, more, {
    n: display.count(more),
    file: 'exceptions.csv',
  })
  const item = (line: ExceptionLine): Html =>
    html`<li>
      <div>${whose(line)}</div>
      <div class="what">${whatOf(line, showing)}</div>
      <div class="right">${figures(line, showing)}</div>
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

function whatOf(line: ExceptionLine, { actions }: Showing): Content {
  return [withCode(line.sentence), errorOf(line), actions?.(line) ?? null]
}

function whose({ plate, nickname }: ExceptionLine): Html {
  return html`<span class="plate">${plate === '' ? '–' : plate}</span>
    <div class="soft small">${nickname}</div>`
}

/** The amount, and the age once it is a day. */
function figures({ amountCents, ageDays }: ExceptionLine, { texts, display }: Showing): Html {
  const age = plural(texts.page.days, ageDays, { n: display.count(ageDays) })
  return html`${amountCents !== null && html`<div>${display.money(amountCents)}</div>`}
  ${ageDays > 0 && html`<div class="soft small">${age}</div>`}`
}

/** Puts what a sentence has between backticks, such as commands and files, into <code>. */
export function withCode(sentence: string): Html[] {
  return sentence
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** All of the service's own words, because whoever calls its support needs the code. */
function errorOf({ error }: ExceptionLine): Html | null {
  if (error === null) return null
  const words = [error.code, error.title, error.message, error.action].filter((one) => one !== '')
  return html`<br /><span class="soft small">${words.join(' · ')}</span>`
}
