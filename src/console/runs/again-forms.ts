/** What a person may start without a file: one button each. */
import { html } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import { isAllowed } from '../access/permissions.ts'
import type { WorkKind } from '../../ledger/runs/run-requests.ts'
import { formTokenField } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'

export const AGAIN_MODES = [
  'open-or-join',
  'resume',
  'retry',
] as const satisfies readonly WorkKind[]

type AgainMode = (typeof AGAIN_MODES)[number]

/** Nothing while a run is under way, or for whoever may start none. */
export function againForms(
  { texts, visitor, busy }: PageSetting,
  modes: readonly AgainMode[],
): Content {
  if (busy || !isAllowed(visitor.role, 'run')) return null
  const button = (mode: AgainMode, at: number): Html =>
    html`<form method="post" action="/runs">
      ${formTokenField(visitor.formToken)}<input type="hidden" name="mode" value="${mode}" />
      <p class="actions">
        <button class="button ${at > 0 ? 'quiet' : ''}">${texts.run.again[mode]}</button>
        <span class="soft">${texts.run.againNote[mode]}</span>
      </p>
    </form>`
  return modes.map(button)
}
