/** What a person may start without a file: one button each. */
import { html, type Content, type Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import type { WorkKind } from '../../ledger/runs/run-requests.ts'
import type { PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'

export const AGAIN_MODES = [
  'open-or-join',
  'resume',
  'retry',
] as const satisfies readonly WorkKind[]

type AgainMode = (typeof AGAIN_MODES)[number]

/** Nothing while a run is under way, or for whoever may start none. */
export function againForms(setting: PageSetting, modes: readonly AgainMode[]): Content {
  const { again, againNote } = setting.texts.run
  if (!mayStart(setting)) return null
  const button = (mode: AgainMode, at: number): Html =>
    postForm(
      setting,
      '/runs',
      { mode },
      html`<p class="actions">
        <button class="button ${at > 0 ? 'quiet' : ''}">${again[mode]}</button>
        <span class="soft">${againNote[mode]}</span>
      </p>`,
    )
  return modes.map(button)
}

/** Asks about one vehicle that was asked before, and about no other. */
export function askAgainForm(
  setting: PageSetting,
  { id: vehicle, plate }: { readonly id: string; readonly plate: string },
): Content {
  if (!mayStart(setting)) return null
  const { askAgain, askAgainNote } = setting.texts.run
  const wish = { mode: 'retry', vehicle }
  return postForm(
    setting,
    '/runs',
    wish,
    html`<p class="actions">
      <button class="button">${fill(askAgain, { plate })}</button>
      <span class="soft">${askAgainNote}</span>
    </p>`,
  )
}

function mayStart({ visitor, busy }: PageSetting): boolean {
  return !busy && isAllowed(visitor.role, 'run')
}
