/** Who may sign in, in which role: for administrators. */
import { EVERY_FLEET } from '../../app/people/person-input.ts'
import { html, type Html } from '../../html.ts'
import type { Member } from '../../ledger/people/people.ts'
import { ROLES, type Role } from '../../ledger/schema/tables-people.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { option, postForm } from '../frame/post-form.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { rowsView } from '../tables/rows-table.ts'
import { text, type TableColumn } from '../tables/table-columns.ts'
import type { TableQuery } from '../tables/table-query.ts'
import { factorWords } from './factor-words.ts'
import { peopleWords } from './people-words.ts'

export interface ShownMember extends Member {
  /** Says which of their fleets are not there; empty where all are. */
  readonly notYet: string
}

export interface ShownPeople {
  readonly people: readonly ShownMember[]
  readonly nowMs: number
  readonly query: TableQuery
}

export const PEOPLE_QUERY = { filters: ['q'], sorts: ['name', 'role'] } as const

export function peoplePage(setting: PageSetting, { people, nowMs, query }: ShownPeople): string {
  const words = peopleWords(setting.locale)
  const search = words.name
  const table = {
    path: '/people',
    query,
    columns: peopleColumns(setting, nowMs),
    rows: people,
    search,
  }
  const added = html`<div class="fields">
      <label>${words.name} <input name="name" maxlength="80" required /></label>
      ${fields(setting, 'viewer', EVERY_FLEET)}
    </div>
    <p class="actions"><button class="button">${words.addButton}</button></p>`
  const body = html`<section>
      <h1>${words.people}</h1>
      <p class="soft">${words.lead}</p>
      ${people.length === 0 ? html`<p>${words.none}</p>` : rowsView(setting, table)}
    </section>
    <section>
      <h2>${words.add}</h2>
      ${postForm(setting, '/people', {}, added)}
    </section>`
  return page(setting, { title: words.people, body })
}

export function peopleColumns(setting: PageSetting, nowMs: number): TableColumn<ShownMember>[] {
  const words = peopleWords(setting.locale)
  return [
    text(words.name, ({ name }) => name, { sort: 'name' }),
    text(words.role, ({ role }) => words.roles[role], { sort: 'role', wide: true }),
    text(words.fleets, fleetsText, { wide: true }),
    text(words.state, (member) => stateOf(setting, member, nowMs), { wide: true }),
    text(words.change, () => null, { cell: (member) => actions(setting, member) }),
  ]
}

function actions(setting: PageSetting, member: Member): Html {
  const words = peopleWords(setting.locale)
  const at = `/people/${member.id}`
  const button = (label: string, kind = 'quiet'): Html =>
    html`<p class="actions">
      <button class="button ${kind}" aria-label="${label}: ${member.name}">${label}</button>
    </p>`
  const fleets = member.fleets?.map(setting.keyOf).join(', ') ?? EVERY_FLEET
  const change = html`${fields(setting, member.role, fleets)} ${button(words.change, '')}`
  const link = button(words.link)
  const reset = button(factorWords(setting.locale).reset)
  const remove = html`<label class="check"
      ><input type="checkbox" name="sure" value="yes" required />
      ${fill(words.removeSure, { name: member.name })}</label
    >
    ${button(words.remove)}`
  return html`<details>
    <summary aria-label="${words.change}: ${member.name}">${words.change}</summary>
    ${postForm(setting, at, {}, change)} ${postForm(setting, `${at}/link`, {}, link)}
    ${member.hasFactor && postForm(setting, `${at}/factor`, {}, reset)}
    ${postForm(setting, `${at}/remove`, {}, remove)}
  </details>`
}

/** The only page on which the link is ever shown. */
export function linkPage(
  setting: PageSetting,
  { name, address, until, note }: { name: string; address: string; until: Date; note: string },
): string {
  const words = peopleWords(setting.locale)
  const at = setting.display.instant(until.toISOString())
  const title = fill(words.given, { name })
  const body = html`<section>
    <h1>${title}</h1>
    <p>${fill(words.givenLead, { name, at })}</p>
    <p><code>${address}</code></p>
    ${note !== '' && html`<p class="warning-box" role="status">${note}</p>`}
    <p class="actions"><a class="button quiet" href="/people">${words.back}</a></p>
  </section>`
  return page(setting, { title, body })
}

function fields({ locale }: PageSetting, role: Role, fleets: string): Html {
  const words = peopleWords(locale)
  return html`<label
      >${words.role}
      <select name="role">
        ${ROLES.map((each) => option(each, words.roles[each], each === role))}
      </select></label
    ><label
      >${words.fleets} <input name="fleets" value="${fleets}" maxlength="2000" required /><span
        class="soft"
        >${words.fleetsHelp}</span
      ></label
    >`
}

function fleetsText({ fleets, notYet }: ShownMember): string {
  return `${fleets?.join(', ') ?? EVERY_FLEET}${notYet === '' ? '' : ` (${notYet})`}`
}

function stateOf({ locale, display }: PageSetting, member: Member, nowMs: number): string {
  const words = peopleWords(locale)
  if (member.hasPassword) {
    return member.hasFactor ? factorWords(locale).withFactor : words.hasPassword
  }
  const until = member.linkUntil
  if (until === null || until.getTime() <= nowMs) return words.noPassword
  return fill(words.linkOpen, { at: display.instant(until.toISOString()) })
}
