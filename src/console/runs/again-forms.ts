/** What a person may start without a file: one button each. */
import { html } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import { isAllowed } from '../access/permissions.ts'
import type { RunAgain } from '../frame/console-tools.ts'
import { formTokenField } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'

export const AGAIN_MODES = [
  'open-or-join',
  'resume',
  'retry',
] as const satisfies readonly RunAgain['mode'][]

/** Nothing while a run is under way, or for whoever may start none. */
export function againForms(
  { texts, visitor, busy }: PageSetting,
  modes: readonly RunAgain['mode'][],
): Content {
  if (busy || !isAllowed(visitor.role, 'run')) return null
  const button = (mode: RunAgain['mode'], at: number): Html =>
    html`<form method="post" action="/runs">
      ${formTokenField(visitor.formToken)}<input type="hidden" name="mode" value="${mode}" />
      <p class="actions">
        <button class="button ${at > 0 ? 'quiet' : ''}">${texts.run.again[mode]}</button>
        <span class="soft">${texts.run.againNote[mode]}</span>
      </p>
    </form>`
  return modes.map(button)
}
