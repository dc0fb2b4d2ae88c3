/** The top of the page: what is owed, whether the books close, what is still to come. */
import { differences } from './check-totals.ts'
import type { Check } from './check-totals.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { fill, plural } from './messages.ts'
import type { PageFacts } from './page-facts.ts'
import type { Sum } from './tally.ts'

export function simulatedBanner({ run, texts }: PageFacts): Html | null {
  if (!run.simulated) return null
  const { simulated, simulatedNote } = texts.page
  return html`<div class="simulated" role="note">
    <strong>${simulated}</strong>${simulatedNote}
  </div>`
}

export function heading({ run, texts, display, startedAt, endedAt }: PageFacts): Html {
  const { page, runStates } = texts
  const number = fill(page.run, { n: run.number })
  return html`<header>
    <p class="soft small">
      ${number} · ${display.instant(startedAt)} – ${display.instant(endedAt)} ·
      ${runStates[run.state]}
    </p>
    <h1>${fill(page.title, { fleet: run.fleetName })}</h1>
  </header>`
}

export function hero(facts: PageFacts): Html {
  const { tally, texts, display } = facts
  const { page } = texts
  const vehicles = plural(page.vehicles, tally.vehiclesOwing, {
    n: display.count(tally.vehiclesOwing),
  })
  return html`<div class="hero">
    <div class="card">
      <p class="label">${page.headline}</p>
      <p class="big">${display.money(tally.owed.cents)}</p>
      <p class="soft">
        ${plural(page.headlineNote, tally.owed.rows, { n: display.count(tally.owed.rows), vehicles })}
      </p>
    </div>
    <div class="card status">${status(facts)}</div>
  </div>`
}

function status(facts: PageFacts): Html[] {
  const { checks, scope, texts, display } = facts
  const { page } = texts
  const wrong = differences(checks).length
  const books =
    wrong === 0
      ? html`<p class="good">
          <b>${page.closesTitle}.</b> ${fill(page.closes, { n: display.count(checks.length) })}
        </p>`
      : html`<p class="bad"><b>${page.differsTitle}.</b> ${plural(page.differs, wrong)}</p>`
  const superseded =
    scope.laterRun === null
      ? []
      : [html`<p class="warn">${fill(page.superseded, { n: scope.laterRun })}</p>`]
  return [books, progress(facts), ...superseded]
}

function progress({ run, scope, totals, texts, display }: PageFacts): Html {
  const { page } = texts
  const { open, answered, failed, stuck, excluded } = totals.members
  const members = open + answered + failed + stuck + excluded
  const answeredText = fill(page.answered, {
    answered: display.count(answered),
    members: display.count(members),
  })
  if (open === 0) {
    const all = answered === members && scope.campaign !== null
    return html`<p><b>${answeredText}.</b> ${all ? page.allAnswered : ''}</p>`
  }
  const until = run.carriedOverUntil
  const carried =
    until === null
      ? plural(page.carriedOverOpen, open, { n: display.count(open) })
      : plural(page.carriedOver, open, {
          n: display.count(open),
          until: display.instant(until.toISOString()),
        })
  return html`<p class="warn"><b>${answeredText}.</b> ${carried}</p>`
}

/** A difference stands above everything, in full. */
export function alarm({ checks, texts, display }: PageFacts): Html | null {
  const wrong = differences(checks)
  if (wrong.length === 0) return null
  const { page } = texts
  const figure = (check: Check, value: bigint | string): string => {
    if (typeof value === 'string') return `${value.slice(0, 12)}…`
    return check.unit === 'cents' ? display.money(value) : display.count(Number(value))
  }
  return html`<section class="alarm" role="alert">
    <h2>${page.differsTitle}</h2>
    <p>${plural(page.differs, wrong.length)}</p>
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>${page.check}</th>
            <th class="n">${page.expected}</th>
            <th class="n">${page.found}</th>
          </tr>
        </thead>
        <tbody>
          ${wrong.map(
            (check) =>
              html`<tr>
                <td>${texts.checks[check.code]}${check.of === '' ? '' : ` (${check.of})`}</td>
                <td class="n">${figure(check, check.expected)}</td>
                <td class="n">${figure(check, check.found)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

export function cards({ tally, texts, display }: PageFacts): Html {
  const { page } = texts
  const card = (label: string, sum: Sum, className = ''): Html =>
    html`<div class="card ${sum.rows > 0 ? className : ''}">
      <p class="label">${label}</p>
      <b>${display.money(sum.cents)}</b><span class="soft small">${display.count(sum.rows)}</span>
    </div>`
  return html`<div class="cards">
    ${card(page.overdue, tally.overdue, 'bad')} ${card(page.fresh, tally.fresh)}
    ${card(page.unpayable, tally.unpayable)} ${card(page.awaiting, tally.awaiting)}
    ${card(page.gone, tally.gone)}
  </div>`
}

/** Both ways of paying IPVA, and which of them is counted nowhere. */
export function ipva({ tally, texts, display }: PageFacts): Html | null {
  if (tally.single.rows === 0) return null
  const { page } = texts
  return html`<section>
    <h2>${page.ipvaTitle}</h2>
    <div class="cards">
      <div class="card">
        <p class="label">${page.single}</p>
        <b>${display.money(tally.single.cents)}</b>
      </div>
      <div class="card">
        <p class="label">${page.instalments}</p>
        <b>${display.money(tally.instalments.cents)}</b>
      </div>
    </div>
    <p class="soft">${page.ipvaNote}</p>
  </section>`
}
