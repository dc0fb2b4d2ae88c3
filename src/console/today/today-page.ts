/** The first page: what waits, what falls due, how complete the figures are, where the work is. */
import { FRESH_DAYS } from '../../app/books/close-month.ts'
import { html, type Content, type Html } from '../../html.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { dayBefore, debtsDue } from '../frame/debts-address.ts'
import { pageWords } from '../frame/page-words.ts'
import { page, type PageSetting } from '../frame/page.ts'
import type { Amount } from '../../ledger/listings/fleet-sums.ts'
import { undatedLine } from '../due/due-page.ts'
import { moneyWords } from '../money/money-words.ts'
import type { Today } from './read-today.ts'
import { todayWords, type TodayWords } from './today-words.ts'

type Showing = PageSetting & { readonly words: TodayWords }

const NOTHING: Amount = { count: 0, cents: 0n }

export function todayPage(setting: PageSetting, today: Today): string {
  const words = todayWords(setting.locale)
  const showing: Showing = { ...setting, words }
  const body = html`<section>
      <h1>${words.title}, ${setting.display.date(today.day)}</h1>
      <h2>${words.waits}</h2>
      ${waits(showing, today)}
    </section>
    <section>
      <h2>${words.owes}</h2>
      ${amounts(showing, today)} ${undatedLine(showing, today.sums.undated)}
      ${completeness(showing, today)}
    </section>
    <section>
      <h2>${words.work}</h2>
      ${work(showing, today)}
    </section>
    <section>
      <h2>${words.months}</h2>
      ${months(showing, today)}
    </section>`
  return page(setting, { title: words.title, body })
}

function waits({ visitor, words, display, locale }: Showing, today: Today): Content {
  const line = (address: string, forms: readonly [string, string], of: Amount): Content =>
    of.count > 0 &&
    html`<li>
      <a href="${address}"
        >${plural(forms, of.count, {
          n: display.count(of.count),
          money: display.money(of.cents),
        })}</a
      >
    </li>`
  const { out } = today.progress
  const [pay, mayPay] = [moneyWords(locale), isAllowed(visitor.role, 'pay')]
  const plain = (count: number): Amount => ({ count, cents: 0n })
  const lines = [
    today.isMoneyBlocked && html`<li><strong>${words.blocked}</strong></li>`,
    out.length > 0 && html`<li>${fill(words.out, { names: out.join(', ') })}</li>`,
    line('/proposals', words.approve, today.toApprove),
    mayPay && line('/pay', pay.toPay, today.orders.payable),
    mayPay && line('/pay', pay.notToPay, today.orders.shut),
    line('/exceptions', words.resolve, plain(today.toResolve)),
    line('/exceptions?code=row-rejected', words.mend, plain(today.toMend)),
  ].filter((each) => each !== false)
  return lines.length === 0
    ? html`<p>${words.nothingWaits}</p>`
    : html`<ul>
        ${lines}
      </ul>`
}

function amounts({ words, display }: Showing, { day, until: [days7 = day], sums }: Today): Html {
  const { overdue, owed } = sums
  const [week = NOTHING, month = NOTHING] = sums.until
  const card = (label: string, address: string, { count, cents }: Amount, tone = ''): Html =>
    html`<div class="card ${tone}">
      <p class="label">${label}</p>
      <b><a href="${address}">${display.money(cents)}</a></b>
      <p class="soft small">${plural(words.debts, count, { n: display.count(count) })}</p>
    </div>`
  const late = overdue.count > 0 ? 'bad' : ''
  return html`<div class="cards">
    ${card(words.overdue, debtsDue('', dayBefore(day)), overdue, late)}
    ${card(words.week, debtsDue(day, days7), week)} ${card(words.month, '/due?days=30', month)}
    ${card(words.owed, debtsDue('', ''), owed)}
  </div>`
}

/** "613 of 800 known": whoever reads a sum must know of how much of the fleet it is. */
function completeness({ words, display }: Showing, { sums }: Today): Html {
  const { vehicles, stale, neverAnswered: never } = sums
  const known = display.count(vehicles - stale.count)
  const money = display.money(stale.cents)
  const older = stale.count - never
  const others = plural(words.others, older, { n: display.count(older), money })
  const unknown = plural(words.never, never, { n: display.count(never) })
  return html`<p>
    ${fill(words.known, { known, all: display.count(vehicles), days: FRESH_DAYS })}
    ${older > 0 && html`<a href="/vehicles?age=${FRESH_DAYS}">${others}</a>`}
    ${never > 0 && html`<a href="/vehicles?age=never">${unknown}</a>`}
  </p>`
}

function work({ texts, busy, words, display }: Showing, { progress, run }: Today): Html {
  const { stages, finish } = progress
  const { waiting } = stages.consultations
  const queued = plural(words.waiting, waiting, { n: display.count(waiting) })
  const until =
    finish !== undefined && `; ${fill(words.finish, { at: display.instant(finish.toISOString()) })}`
  const at = run === undefined ? '' : display.instant((run.endedAt ?? run.startedAt).toISOString())
  const { quota } = stages
  const { free, max } = quota?.consultations ?? { free: 0, max: 0 }
  const slots = { free, max, orders: quota?.orders.free ?? 0, ordersMax: quota?.orders.max ?? 0 }
  return html`<p>
      ${
        busy
          ? html`<a href="/runs/current"
              >${run?.state === 'running' ? words.running : words.asked}</a
            >`
          : run !== undefined &&
            html`<a href="/runs/${run.number}"
              >${fill(words.last, { n: run.number, state: texts.states[run.state], at })}</a
            >`
      }
    </p>
    <p>${waiting === 0 ? words.nothingQueued : `${queued}${until || ''}.`}</p>
    ${quota !== undefined && html`<p class="soft">${fill(words.quota, slots)}</p>`}`
}

function months({ words, display, locale }: Showing, { close }: Today): Html {
  const text =
    close === undefined
      ? words.notClosed
      : fill(words.closed, {
          month: display.month(close.month),
          person: pageWords(close.closedBy, locale),
          money: display.money(close.closingCents),
        })
  return html`<p><a href="/months">${text}</a></p>`
}
