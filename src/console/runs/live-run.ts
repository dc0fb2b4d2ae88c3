/** The run under way: bars, quota and the expected end, as a fragment that is sent again and again. */
import { quotaWords, stageWords } from '../../app/stages/stage-words.ts'
import type { StageWords } from '../../app/stages/stage-words.ts'
import type { Stages } from '../../app/stages/read-stages.ts'
import { html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { term } from '../frame/plain-table.ts'
import { pageWords } from '../frame/page-words.ts'
import { postForm } from '../frame/post-form.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'

export function liveRunPage(setting: PageSetting, view: FollowedRun): string {
  const { run } = setting.texts
  const body = html`<section>
    <p class="warning-box" id="away" role="alert" hidden>${run.away}</p>
    <div
      id="live"
      data-events="/runs/current/events"
      data-ended="${run.endedNotice}"
      data-offers="${offersOf(view).join(' ')}"
    >
      ${liveRun(setting, view)}
    </div>
    <p class="soft small">${run.updated}</p>
    <button class="button quiet" id="notify" hidden>${run.notify}</button>
    ${isAllowed(setting.visitor.role, 'run') && endForm(setting, view)}
  </section>`
  // The fragment says itself whose answers they are, as soon as the run knows.
  return page(setting, { title: run.working, body, followed: true, simulated: false })
}

/** What waits is withdrawn, what works is stopped; both where one waits for the other. */
function offersOf(view: FollowedRun): ('stop' | 'withdraw')[] {
  const isQueued = view.phase === 'waiting' || view.queued !== undefined
  return [
    ...(view.phase === 'waiting' ? [] : (['stop'] as const)),
    ...(isQueued ? (['withdraw'] as const) : []),
  ]
}

function endForm(setting: PageSetting, view: FollowedRun): Content {
  const { run } = setting.texts
  const form = (what: 'stop' | 'withdraw'): Html => {
    const fields = html`<p class="actions"><button class="button quiet">${run[what]}</button></p>
      <p class="soft small">${run.endNote[what]}</p>`
    return postForm(setting, `/runs/current/${what}`, {}, fields)
  }
  return offersOf(view).map(form)
}

export function liveRun(setting: PageSetting, view: FollowedRun): Html {
  const { texts } = setting
  const { number, simulated } = view
  const banner = html`<p class="simulated">
    <strong>${texts.simulated}</strong>${texts.simulatedNote}
  </p>`
  const title = number === undefined ? texts.run.working : fill(texts.run.title, { n: number })
  return html`${simulated && banner}
    <p class="soft small">
      ${view.name}${view.by !== undefined && ` · ${pageWords(view.by, setting.locale)}`}
    </p>
    <h1 data-offers="${offersOf(view).join(' ')}">${title}</h1>
    ${view.stopping && html`<p class="warning-box" role="status">${texts.run.stopping}</p>`}
    ${
      view.queued !== undefined &&
      html`<p class="warning-box" role="status">
        ${fill(texts.run.queued, { name: view.queued })}
      </p>`
    }
    ${progress(setting, view)}`
}

function progress(setting: PageSetting, view: FollowedRun): Html {
  const { texts } = setting
  const { stages, phase } = view
  if (stages === undefined) {
    const note = phase === 'waiting' ? waitsText(setting, view) : texts.run.preparing
    return html`<p class="preparing" role="status">${note}</p>`
  }
  const bars = Object.entries(stageWords(stages, setting)).map(stageBar)
  return html`<div class="stages">${bars}</div>
    <dl>${quota(setting, stages)} ${finish(setting, view)}</dl>`
}

export function waitsText(
  { texts: { run }, display }: Pick<PageSetting, 'texts' | 'display'>,
  { waitsFor }: Pick<FollowedRun, 'waitsFor'>,
): string {
  if (waitsFor === undefined) return run.inLine
  if (waitsFor.kind !== 'night') return run.waitsFor[waitsFor.kind]
  const { name, until } = waitsFor
  if (until === null) return fill(run.waitsFor.openNight, { name })
  return fill(run.waitsFor.night, { name, until: display.instant(until.toISOString()) })
}

function stageBar([stage, { name, said, done, all }]: [string, StageWords]): Html {
  return html`<div class="stage" data-stage="${stage}">
    <b>${name}</b>
    <span>${said.join(' · ')}</span>
    <progress value="${all === 0 ? 0 : done}" max="${all || 1}" aria-label="${name}"></progress>
  </div>`
}

function quota(setting: PageSetting, { quota: left }: Stages): Content {
  if (left === undefined) return null
  const time = (at: Date): string => setting.display.instant(at.toISOString())
  return term(setting.texts.run.quota, quotaWords(left, setting, time).join(' · '))
}

function finish({ texts, display }: PageSetting, { finishAt }: FollowedRun): Content {
  if (finishAt === undefined) return null
  const at = display.instant(finishAt.toISOString())
  return term(texts.run.finish, fill(texts.run.finishAt, { at }))
}
