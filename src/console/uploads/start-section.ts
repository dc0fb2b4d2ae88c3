/** How a judged file is started: what a person may ask with it, or why it may be another fleet's. */
import { inLocale } from '../../bilingual.ts'
import { html, type Content, type Html } from '../../html.ts'
import { takenUnseen } from '../../reconciliation/intake/import-refusal.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { option, postForm, tick } from '../frame/post-form.ts'
import type { PageSetting } from '../frame/page.ts'
import { draftWords } from './draft-words.ts'
import type { SeenDraft } from './drafts.ts'
import type { JudgedDraft } from './judge-draft.ts'

type JudgedUpload = SeenDraft<JudgedDraft>

export function startSection(
  setting: PageSetting,
  draft: JudgedUpload,
  fleets: readonly string[],
): Html {
  const { verdict } = setting.texts
  const { counts, difference } = draft.judged
  const another = html`<a class="button quiet" href="/upload">${verdict.another}</a>`
  if (counts.accepted + counts.repaired === 0) {
    return html`<p class="warning-box">${verdict.none}</p>
      <p class="actions">${another}</p>`
  }
  const isOther = difference.refusal !== null
  const taken = takenUnseen(difference.moved, setting.visitor.fleets)
  if (taken !== undefined) {
    return html`${isOther && guard(setting, draft, fleets)}
      <p class="warning-box">${inLocale(taken, setting.locale)}</p>
      <p class="actions">${another}</p>`
  }
  const label = isOther ? draftWords(setting.locale).replace : verdict.start
  const quiet = isOther ? 'quiet' : ''
  const fields = html`${asked(setting, draft.judged)}
    <p class="actions"><button class="button ${quiet}">${label}</button> ${another}</p>
    <p class="soft small">${verdict.startNote}</p>`
  const hidden: Record<string, string> = isOther ? { other_fleet: 'yes' } : {}
  const busy = html`data-busy="${verdict.starting}"`
  return html`${isOther && guard(setting, draft, fleets)}
  ${postForm(setting, `/uploads/${draft.id}/run`, hidden, fields, busy)}`
}

function guard(setting: PageSetting, draft: JudgedUpload, fleets: readonly string[]): Html {
  const words = draftWords(setting.locale)
  const { taken, overlap } = draft.judged.difference
  const missing = overlap.current - overlap.shared
  const facts = { ...overlap, missing, fleet: draft.fleet, ...taken }
  const choices = fleets.map((name) => option(setting.keyOf(name), name))
  // Who works for all fleets may name a new one.
  const names =
    setting.visitor.fleets === null
      ? html`<input name="fleet" maxlength="100" list="fleets" required />
          <datalist id="fleets">${choices}</datalist>`
      : html`<select name="fleet">
          ${choices}
        </select>`
  const fields = html`<label>${words.guardFleet} ${names}</label>
    <p class="actions"><button class="button">${words.guardMove}</button></p>`
  const move = postForm(setting, `/uploads/${draft.id}/fleet`, {}, fields)
  const isSome = setting.visitor.fleets === null || fleets.length > 0
  return html`<div class="problem" role="alert">
    <b>${words.guard}</b>
    <p>${fill(taken === null ? words.guardText : words.guardTaken, facts)}</p>
    ${isSome && move}
  </div>`
}

/** Only what this file would change. */
function asked({ locale }: PageSetting, { difference }: JudgedDraft): Content {
  const words = draftWords(locale)
  const { ownersKept, removals } = difference
  const { missing: n, held } = removals
  const owners = tick('update_owners', fill(words.updateOwners, { n: ownersKept }))
  if (n === 0) return ownersKept > 0 && owners
  // The usual sentence names options of the command line.
  const why = held !== null && ('code' in held ? words.removeMost : inLocale(held, locale))
  const missing =
    why === false
      ? tick('deactivate_missing', fill(words.removeMissing, { n }))
      : html`<p class="soft small">${fill(words.removeHeld, { n, why })}</p>`
  return html`${ownersKept > 0 && owners} ${missing}`
}
