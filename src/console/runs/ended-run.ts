/** Page of an ended run: how it ended, its totals, what carries over, and its files. */
import { inLocale } from '../../bilingual.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import { rowsForPerson } from '../../reconciliation/reports/exception-kinds.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'
import { carriedOverSentence } from '../../reconciliation/reports/carried-over.ts'
import { givenUpSentence } from '../../reconciliation/reports/given-up.ts'
import { html, type Content, type Html } from '../../html.ts'
import type { OrderStore } from '../../ledger/orders/orders-sql.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import type { Manifest } from '../../reconciliation/reports/manifest.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { moneyWords } from '../money/money-words.ts'
import type { OrdersNow } from '../money/read-orders-for-page.ts'
import { againForms } from './again-forms.ts'
import { filesOfFleet, ofFleet } from '../frame/of-fleet.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { plainTable } from '../frame/plain-table.ts'
import { listedNames, SUMMARY } from './report-file.ts'
import { isKeyOf } from '../../fields.ts'
import { isAllowed } from '../access/permissions.ts'

interface RunOrders extends OrdersNow {
  readonly open: Awaited<ReturnType<OrderStore['openSums']>>
}

export interface EndedRun {
  readonly run: Run
  readonly manifest: Manifest | undefined
  readonly orders: RunOrders | undefined
}

/** States of runs that left something open. */
const GOES_ON: readonly Run['state'][] = ['carried-over', 'stopped', 'interrupted', 'failed']

export function runPage(setting: PageSetting, ended: EndedRun): string {
  const { run, manifest, orders } = ended
  const { texts, locale, display } = setting
  const title = fill(texts.run.title, { n: run.number })
  const why = run.failure && pageWords(inLocale(run.failure, locale), locale)
  const givenUp = givenUpSentence(run.givenUp, messagesOf(locale))
  const body = html`<section>
      <p class="soft small">
        ${display.instant(run.startedAt.toISOString())}
        ${run.endedAt !== null && ` – ${display.instant(run.endedAt.toISOString())}`}
      </p>
      <h1>${title} ${stateTag(texts, run)}</h1>
      ${givenUp !== undefined && problem(texts.run.givenUp, pageWords(givenUp, locale))}
      ${why !== null && problem(texts.run[run.state === 'failed' ? 'failure' : 'filesNone'], why)}
      ${
        run.state === 'running' &&
        html`<p class="warning-box">${fill(texts.run.elsewhere, { holder: run.holder })}</p>`
      }
      ${manifest !== undefined && totals(setting, manifest)}
      ${manifest !== undefined && carriedOver(setting, run, manifest)}
      ${GOES_ON.includes(run.state) && againForms(setting, ['resume'])}
    </section>
    ${ordersNow(setting, run, orders)} ${files(setting, run, manifest)}`
  return page(setting, {
    title: `${title}: ${texts.states[run.state]}`,
    body,
    simulated: run.simulated,
  })
}

export function stateTag({ states }: ConsoleTexts, { state }: Run): Html {
  const tones = { done: 'good', failed: 'bad', interrupted: 'bad', running: 'warn' } as const
  const tone = isKeyOf(tones, state) ? tones[state] : 'warn'
  return html`<span class="tag ${tone}" data-state="${state}">${states[state]}</span>`
}

export function problem(title: string, message: string): Html {
  return html`<div class="problem" role="alert">
    <b>${title}</b>
    <p>${message}</p>
  </div>`
}

function totals(setting: PageSetting, manifest: Manifest): Html {
  const {
    texts: { run },
    display,
  } = setting
  const sum = (name: string): { rows: number; cents: string } =>
    manifest.sums[name] ?? { rows: 0, cents: '0' }
  const table = (name: string): Html =>
    ofFleet(setting, `/runs/${manifest.run.number}/table/${name}`)
  const card = (label: string, name: string): Html =>
    html`<div class="card">
      <p class="label">${label}</p>
      <b><a href="${table('debts')}">${display.money(BigInt(sum(name).cents))}</a></b>
      <p class="soft small">
        ${plural(run.items, sum(name).rows, { n: display.count(sum(name).rows) })}
      </p>
    </div>`
  // The folder may be of an earlier version, without this field.
  const { byCode } = manifest.exceptions
  const forPerson = rowsForPerson(byCode)
  const all = Object.values(byCode).reduce((rows, more) => rows + more, 0)
  return html`${!manifest.closes && problem(run.failure, run.differs)}
    <div class="cards">
      ${card(run.owed, 'owed')} ${card(run.overdue, 'overdue')}
      <div class="card ${forPerson > 0 ? 'bad' : ''}">
        <p class="label">${run.forPerson}</p>
        <b><a href="${table('exceptions')}">${forPerson}</a></b>
        <p class="soft small">${plural(run.otherExceptions, all - forPerson)}</p>
      </div>
    </div>`
}

function carriedOver({ texts, locale, display }: PageSetting, run: Run, of: Manifest): Content {
  const { open } = of.stages.members
  if (open === 0 || run.state !== 'carried-over') return null
  const sentence = carriedOverSentence(open, run.carriedOverUntil, messagesOf(locale), display)
  return html`<p class="warning-box">${sentence} ${texts.run.carriedHow}</p>`
}

function files(setting: PageSetting, run: Run, manifest: Manifest | undefined): Content {
  const { display } = setting
  const { run: texts } = setting.texts
  if (run.state === 'running') return null
  if (manifest === undefined) {
    const elsewhere = fill(texts.filesElsewhere, { holder: run.holder })
    return html`<section><p>${run.reportsDir === null ? texts.filesNone : elsewhere}</p></section>`
  }
  const address = `/runs/${run.number}`
  const base = filesOfFleet(setting, address)
  const rows = listedNames(manifest)
    .filter((name) => name !== SUMMARY)
    .map((name) => {
      const file = manifest.files[name]
      return html`<tr>
        <td>
          <a href="${base}/${name}">${name}</a>
          ${asTable(setting, address, name)}
        </td>
        <td class="n">${file?.rows === undefined ? '' : rowCount(file.rows, display)}</td>
        <td class="n">${file === undefined ? '' : `${kilobytes(file.bytes, display)} kB`}</td>
      </tr>`
    })
  return html`<section>
    <h2>${texts.files}</h2>
    <p class="actions">
      <a class="button" href="${base}/${SUMMARY}">${texts.summary}</a>
      <a href="${ofFleet(setting, `${address}/files.zip`)}">${texts.zip}</a>
    </p>
    ${plainTable([texts.fileName, [texts.fileRows, 'n'], [texts.fileSize, 'n']], rows)}
  </section>`
}

/** A journal of fixed width. */
export const JOURNAL_TEXT = 'journal.txt'

export function asTable(setting: PageSetting, base: string, name: string): Content {
  if (!name.endsWith('.csv') && name !== JOURNAL_TEXT) return null
  const address = ofFleet(setting, `${base}/table/${name.slice(0, -4)}`)
  return html`<a href="${address}">${setting.texts.run.table}</a>`
}

function rowCount(rows: number | null, display: Display): string {
  return rows === null ? '' : display.count(rows)
}

function kilobytes(bytes: number, display: Display): string {
  return display.count(Math.max(1, Math.round(bytes / 1000)))
}

/** More than a person compares by eye; orders.csv and `frota orders` have them all. */
const PLATES_SHOWN_MAX = 50

/** A report shows to be paid what existed when its run ended and was not known as paid then. */
export function paidAfter(orders: OrdersNow['orders'], endedAt: Date): OrdersNow['orders'] {
  return orders.filter(
    ({ standing, createdAt, paidSeenAt }) =>
      (standing === 'paid' || standing === 'settled') &&
      createdAt <= endedAt &&
      paidSeenAt !== null &&
      paidSeenAt > endedAt,
  )
}

/** How a fleet's orders stand now, beside a report that may show them as they stood then. */
function ordersNow(
  setting: PageSetting,
  { endedAt }: Pick<Run, 'endedAt'>,
  now: RunOrders | undefined,
): Content {
  if (now === undefined || endedAt === null) return null
  const { orders, open, unread } = now
  const paid = paidAfter(orders, endedAt)
  const { payable, shut } = open
  if (payable.count + shut.count === 0 && paid.length === 0) return null
  const { texts, locale, display, visitor } = setting
  const { run } = texts
  const { toPay, notToPay } = moneyWords(locale)
  const rows = isAllowed(visitor.role, 'pay') ? '/pay' : '/debts?state=ordered'
  const line = (forms: readonly [string, string], { count, cents }: typeof shut): Content =>
    count > 0 &&
    html`<p><a href="${rows}">${plural(forms, count, { money: display.money(cents) })}</a></p>`
  const shown = paid.slice(0, PLATES_SHOWN_MAX).map(({ plate }) => plate)
  const plates = `${shown.join(', ')}${paid.length > shown.length ? ', …' : ''}`
  return html`<section data-orders="now">
    <h2>${run.ordersNow}</h2>
    ${
      paid.length > 0 &&
      html`<p class="warning-box" role="alert">
        ${plural(run.ordersPaid, paid.length, { plates })}
      </p>`
    }
    ${line(toPay, payable)} ${line(notToPay, shut)}
    ${unread !== undefined && html`<p class="warning-box">${pageWords(unread, locale)}</p>`}
  </section>`
}
