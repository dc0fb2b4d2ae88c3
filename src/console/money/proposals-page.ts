/** The proposals of a fleet: a table to choose from, the limits in force, and one proposal alone. */
import { html, type Content, type Html } from '../../html.ts'
import type { PlanListing } from '../../ledger/orders/plans.ts'
import type { ProposalLine } from '../../ledger/orders/proposal-lines.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { ofFleet } from '../frame/of-fleet.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { postForm } from '../frame/post-form.ts'
import { plainTable, term } from '../frame/plain-table.ts'
import { money, text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { foundRows, rowsView } from '../tables/rows-table.ts'
import { moneyWords } from './money-words.ts'
import { whyNot, type Bounced } from '../../app/orders/outcome-words.ts'
import type { Locale } from '../../bilingual.ts'
import { isKeyOf } from '../../fields.ts'
import { REASON_CHARACTERS_MAX } from '../../app/given-reason.ts'

export interface ShownProposals {
  readonly query: TableQuery
  readonly plans: readonly PlanListing[]
  readonly policy: OrderPolicy
}

export function proposalsPage(setting: PageSetting, shown: ShownProposals): string {
  const words = moneyWords(setting.locale)
  const decides = isAllowed(setting.visitor.role, 'decide')
  const { query, plans } = shown
  const columns = planColumns(setting)
  const found = foundRows({ columns, rows: plans, query })
  const total = found.reduce(
    (sum, { totalCents, debtsCents }) => sum + (totalCents ?? debtsCents),
    0n,
  )
  const table = rowsView(setting, {
    path: '/proposals',
    query,
    columns,
    rows: plans,
    search: words.search,
    sums: html`<b>${setting.display.money(total)}</b>`,
    ...(decides ? { tick: (plan: PlanListing) => tickOf(setting, plan) } : {}),
  })
  const body = html`<section>
      <h1>${words.proposals}</h1>
      ${plans.length === 0 ? html`<p>${words.none}</p>` : table}
      ${decides && found.length > 0 && decisionForm(setting)}
    </section>
    ${plans.length > 0 && fileSection(setting, decides)} ${limits(setting, shown.policy)}`
  return page(setting, { title: words.proposals, body })
}

/**
 * The hash binds the decision to what this page shows. After a step back the browser would restore
 * ticks by their place, on rows that moved there since: it is told not to.
 */
function tickOf({ locale }: PageSetting, { id, hash, plate, ...plan }: PlanListing): Html {
  const label = fill(moneyWords(locale).select, { plate })
  const cents = String(plan.totalCents ?? plan.debtsCents)
  return html`<input
    type="checkbox"
    form="decide"
    name="plan"
    value="${id}:${hash}"
    autocomplete="off"
    data-cents="${cents}"
    aria-label="${label}"
  />`
}

function decisionForm(setting: PageSetting): Html {
  const words = moneyWords(setting.locale)
  // Enter in a field presses the first button, which must not approve what a person is rejecting.
  // Without a dialog around it a form of this method goes nowhere.
  const fields = html`<button formmethod="dialog" hidden></button>
    <p class="soft" data-selection="${words.selection}" hidden></p>
    <label class="check" data-select-all hidden
      ><input type="checkbox" autocomplete="off" /> ${words.selectAll}</label
    >
    <label
      >${words.reason}
      <input name="reason" maxlength="${REASON_CHARACTERS_MAX}" autocomplete="off" />
    </label>
    <p class="actions">
      <button class="button" name="verdict" value="approve">${words.approve}</button>
      <button class="button quiet" name="verdict" value="reject">${words.reject}</button>
      <button class="button quiet" name="verdict" value="withdraw">${words.withdraw}</button>
    </p>
    <p class="soft small">${words.nextRun}</p>`
  return postForm(setting, '/proposals', {}, fields, html`id="decide"`)
}

/** The same file as the command line's, bound to what it shows. */
function fileSection(setting: PageSetting, decides: boolean): Html {
  const words = moneyWords(setting.locale)
  const fields = html`<label
      >${words.fileIn} <input type="file" name="file" accept=".csv,.xlsx,.ods,text/csv" required
    /></label>
    <p class="actions"><button class="button">${words.fileSend}</button></p>`
  const form = postForm(setting, '/proposals/file', {}, fields, html`enctype="multipart/form-data"`)
  return html`<section>
    <h2>${words.inFile}</h2>
    <p class="soft">${words.fileNote}</p>
    <p><a href="${ofFleet(setting, '/proposals/file')}">${words.fileOut}</a></p>
    ${decides && form}
  </section>`
}

export function planColumns({ locale }: PageSetting): TableColumn<PlanListing>[] {
  const words = moneyWords(locale)
  return [
    text(words.plate, ({ plate }) => plate, {
      sort: 'plate',
      cell: ({ plate, id }) => html`<a class="plate" href="/proposals/${id}">${plate}</a>`,
    }),
    { title: words.renavam, kind: 'code', cell: null, value: ({ renavam }) => renavam },
    text(words.costCentre, ({ costCentre }) => costCentre, { wide: true }),
    { title: words.items, kind: 'integer', wide: true, value: ({ items }) => items },
    money(words.debts, ({ debtsCents }) => debtsCents, { wide: true }),
    money(words.fee, ({ feeCents }) => feeCents, { wide: true }),
    money(words.total, ({ totalCents, debtsCents }) => totalCents ?? debtsCents, { sort: 'total' }),
    text(words.method, ({ method }) => words.methods[method], { wide: true }),
    text(words.state, (plan) => stateOf(plan, locale)),
  ]
}

function stateOf(plan: PlanListing, locale: PageSetting['locale']): string {
  const words = moneyWords(locale)
  const { reasons } = messagesOf(locale)
  const { state, approvedBy = '', waitsFor, reason, feeCents } = plan
  if (state === 'proposed' && approvedBy !== '') {
    return fill(words.awaitsSecond, { people: approvedBy })
  }
  // A proposal has a reason only after its approval was taken back.
  const why = waitsFor ?? (state === 'proposed' ? reason : null)
  const word = state === 'approved' ? words.approved : words.proposed
  const fee = feeCents === null ? ` · ${words.fee}: ${words.feeUnknown}` : ''
  return why === null ? `${word}${fee}` : `${word}: ${wordFor(reasons, why)}`
}

function limits({ locale, display }: PageSetting, policy: OrderPolicy): Html {
  const words = moneyWords(locale)
  const { limitRows: names } = words
  const money = (cents: bigint | null): string =>
    cents === null ? words.noLimit : display.money(cents)
  const { approveUpToCents: automatic, perCostCentre } = policy
  const period = words.periods[perCostCentre.period]
  const ofCentre = (name: string): string =>
    fill(names.ofCostCentre, { period, name: name === '' ? words.noCostCentre : name })
  const named = [...perCostCentre.byKey.values()]
  const rows: readonly (readonly [string, string])[] = [
    [names.approveUpTo, automatic === 0n ? words.noAutomatic : display.money(automatic)],
    [names.perOrder, money(policy.perOrderCents)],
    [names.perRun, money(policy.perRunCents)],
    [names.perDay, money(policy.perDayCents)],
    ...named.map(({ name, cents }) => [ofCentre(name), money(cents)] as const),
    [fill(names.perCostCentre, { period }), money(perCostCentre.defaultCents)],
    [names.twoPeople, money(policy.twoPeopleAboveCents)],
  ]
  return html`<section>
    <h2>${words.limits}</h2>
    <dl>${rows.map(([name, value]) => term(name, value))}</dl>
  </section>`
}

export interface DecidedRow {
  readonly plate: string
  /** Of the plan, any of its lines; undefined for what is no plan of the fleet. */
  readonly line: ProposalLine | undefined
  readonly outcome: string
}

export function decidedPage(setting: PageSetting, rows: readonly DecidedRow[]): string {
  const words = moneyWords(setting.locale)
  const body = html`<section role="status">
    <h1>${words.decided}</h1>
    <p class="soft">
      ${fill(words.decidedBy, { person: pageWords(setting.visitor.person.name, setting.locale) })}
    </p>
    <ul>
      ${rows.map((row) => decidedLine(setting, row))}
    </ul>
    <p class="actions"><a class="button" href="/proposals">${words.back}</a></p>
  </section>`
  return page(setting, { title: words.decided, body })
}

function decidedLine({ locale, display }: PageSetting, { plate, line, outcome }: DecidedRow): Html {
  const said = pageWords(outcome, locale)
  if (line === undefined) return html`<li><span class="plate">${plate}</span> ${said}</li>`
  const { planId, items, totalCents, debtsCents } = line
  const { items: debts } = moneyWords(locale)
  return html`<li>
    <a class="plate" href="/proposals/${planId}">${plate}</a> ${said} ·
    <b>${display.money(totalCents ?? debtsCents)}</b> · ${debts}: ${items}
  </li>`
}

export function planPage(setting: PageSetting, lines: readonly ProposalLine[]): string {
  const [first] = lines
  const { locale, display } = setting
  const words = moneyWords(locale)
  const { kinds } = messagesOf(locale)
  const title = fill(words.plan, { plate: first?.plate ?? '' })
  const money = (cents: bigint | null | undefined): Content =>
    cents === null || cents === undefined ? words.feeUnknown : display.money(cents)
  const row = (line: ProposalLine): Html =>
    html`<tr>
      <td>${line.description}<br /><span class="soft small">${wordFor(kinds, line.kind)}</span></td>
      <td>${display.date(line.dueDate)}</td>
      <td class="n">${display.money(line.amountCents)}</td>
    </tr>`
  const sum = (name: string, cents: bigint | null | undefined): Html =>
    html`<tr>
      <td colspan="2">${name}</td>
      <td class="n">${money(cents)}</td>
    </tr>`
  const body = html`<section>
    <h1>${title}</h1>
    <p class="soft">RENAVAM ${first?.renavam ?? ''} · ${words.methods[first?.method ?? 'pix']}</p>
    ${plainTable([words.description, words.due, [words.amount, 'n']], lines.map(row), {
      foot: [sum(words.fee, first?.feeCents), sum(words.total, first?.totalCents)],
    })}
    <p class="actions"><a class="button quiet" href="/proposals">${words.back}</a></p>
  </section>`
  return page(setting, { title, body })
}

/** On a page no file is written again to decide anew. */
export function whyNotOnPage(bounced: Bounced, locale: Locale): string {
  const { bounces } = moneyWords(locale)
  if (!isKeyOf(bounces, bounced.why)) return pageWords(whyNot(bounced, locale), locale)
  const about = 'about' in bounced ? wordFor(messagesOf(locale).reasons, bounced.about ?? '') : ''
  return fill(bounces[bounced.why], { about })
}
