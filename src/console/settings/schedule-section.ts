/** Schedules on the page of settings: the next times, how the last night ended, what to change. */
import { nextNights } from '../../app/worker/next-nights.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { formTokenField } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { select } from './policy-form.ts'
import { settingsWords } from './settings-words.ts'

const NEXT_SHOWN = 2

export function scheduleSection(
  setting: PageSetting,
  schedules: readonly Schedule[],
  nowMs: number,
): Html {
  const words = settingsWords(setting.locale)
  const { add, name, begins, ends, days, addButton } = words
  const row = (schedule: Schedule): Html =>
    html`<tr>
      <td>${schedule.name}</td>
      <td>${schedule.fleets?.join(', ') ?? words.allFleets}</td>
      <td>${nextTimes(setting, schedule, nowMs)}</td>
      <td class="wide">${lastNight(setting, schedule)}</td>
      <td>${changes(setting, schedule)}</td>
    </tr>`
  const headings = [name, words.fleets, words.next, [words.last, 'wide'], ''] as const
  return html`<section>
    <h2 id="schedules">${words.schedules}</h2>
    <p class="soft">${words.schedulesLead}</p>
    ${
      schedules.length === 0
        ? html`<p>${words.schedulesNone}</p>`
        : plainTable(headings, schedules.map(row))
    }
    <h3>${add}</h3>
    <form method="post" action="/settings/schedules">
      ${formTokenField(setting.visitor.formToken)}
      <div class="fields">
        <label>${name} <input name="name" maxlength="40" required /></label>
        <label>${days} ${select('days', words.dayChoices, '*')}</label>
        <label>${begins} <input name="begins" type="time" value="20:00" required /></label>
        <label>${ends} <input name="ends" type="time" value="06:00" required /></label>
      </div>
      <p class="actions"><button class="button">${addButton}</button></p>
    </form>
  </section>`
}

function nextTimes(setting: PageSetting, schedule: Schedule, nowMs: number): string {
  if (schedule.paused) return settingsWords(setting.locale).paused
  const display = displayFor(setting.locale, setting.zone)
  return nextNights(schedule, nowMs, NEXT_SHOWN)
    .map((ms) => display.instant(new Date(ms).toISOString()))
    .join('; ')
}

function lastNight({ locale, zone, texts }: PageSetting, { last }: Schedule): string {
  if (last === null) return ''
  const at = displayFor(locale, zone).instant(last.startedAt.toISOString())
  const state = last.outcome === null ? settingsWords(locale).running : texts.states[last.outcome]
  return `${at}, ${state}`
}

function changes({ locale, visitor }: PageSetting, { name, paused }: Schedule): Html {
  const words = settingsWords(locale)
  const button = (what: 'pause' | 'resume' | 'remove'): Html =>
    html`<button class="button quiet" name="what" value="${what}">${words[what]}</button>`
  return html`<form method="post" action="/settings/schedules/change">
    ${formTokenField(visitor.formToken)}<input type="hidden" name="name" value="${name}" />
    ${button(paused ? 'resume' : 'pause')} ${button('remove')}
  </form>`
}
