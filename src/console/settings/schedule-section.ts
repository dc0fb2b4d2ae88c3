/** Schedules on the page of settings: the next times, how the last night ended, what to change. */
import { nextNights } from '../../app/worker/schedule-policy.ts'
import { html, type Html } from '../../html.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { type PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { rowsView } from '../tables/rows-table.ts'
import { text, type TableColumn } from '../tables/table-columns.ts'
import { readQuery } from '../tables/table-query.ts'
import { select } from './policy-form.ts'
import { settingsWords } from './settings-words.ts'

const NEXT_SHOWN = 2

export const SCHEDULES_QUERY = { filters: ['q'], sorts: ['name'] } as const

export function scheduleSection(
  setting: PageSetting,
  schedules: readonly Schedule[],
  nowMs: number,
): Html {
  const words = settingsWords(setting.locale)
  const { add, name, begins, ends, days, addButton } = words
  const query = readQuery({}, SCHEDULES_QUERY)
  const columns = scheduleColumns(setting, nowMs)
  const table = { path: '/settings/schedules', query, columns, rows: schedules }
  const fields = html`<div class="fields">
      <label>${name} <input name="name" maxlength="40" required /></label>
      <label>${days} ${select('days', words.dayChoices, '*')}</label>
      <label>${begins} <input name="begins" type="time" value="20:00" required /></label>
      <label>${ends} <input name="ends" type="time" value="06:00" required /></label>
    </div>
    <p class="actions"><button class="button">${addButton}</button></p>`
  return html`<section>
    <h2 id="schedules">${words.schedules}</h2>
    <p class="soft">${words.schedulesLead}</p>
    ${schedules.length === 0 ? html`<p>${words.schedulesNone}</p>` : rowsView(setting, table)}
    <h3>${add}</h3>
    ${postForm(setting, '/settings/schedules', {}, fields)}
  </section>`
}

export function scheduleColumns(setting: PageSetting, nowMs: number): TableColumn<Schedule>[] {
  const words = settingsWords(setting.locale)
  const next = (schedule: Schedule): string => nextTimes(setting, schedule, nowMs)
  return [
    text(words.name, ({ name }) => name, { sort: 'name' }),
    text(words.fleets, ({ fleets }) => fleets?.join(', ') ?? words.allFleets),
    {
      title: words.next,
      kind: 'text',
      value: next,
      cell: (schedule) => [next(schedule), changes(setting, schedule)],
    },
    text(words.last, (one) => lastNight(setting, one), { wide: true }),
  ]
}

function nextTimes(setting: PageSetting, schedule: Schedule, nowMs: number): string {
  if (schedule.paused) return settingsWords(setting.locale).paused
  const { display } = setting
  return nextNights(schedule, nowMs, NEXT_SHOWN)
    .map((ms) => display.instant(new Date(ms).toISOString()))
    .join('; ')
}

function lastNight({ display, texts }: PageSetting, { last }: Schedule): string {
  if (last === null) return ''
  const at = display.instant(last.startedAt.toISOString())
  return `${at}, ${texts.states[last.outcome ?? 'running']}`
}

function changes(setting: PageSetting, { name, paused }: Schedule): Html {
  const words = settingsWords(setting.locale)
  const button = (what: 'pause' | 'resume' | 'remove'): Html =>
    html`<button class="button quiet" name="what" value="${what}">${words[what]}</button>`
  const buttons = [button(paused ? 'resume' : 'pause'), button('remove')]
  return postForm(setting, '/settings/schedules/change', { name }, buttons)
}
