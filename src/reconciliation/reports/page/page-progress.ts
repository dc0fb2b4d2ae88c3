/** How far the campaign came: one bar, its legend, and the sentence about what carries over. */
import type { MemberState } from '../../../ledger/schema/tables.ts'
import { html, type Html } from '../../../html.ts'
import { carriedOverSentence } from '../carried-over.ts'
import { fill } from '../words/messages.ts'
import type { PageFacts } from './page-facts.ts'
import { keysOf } from '../../../fields.ts'

/** The bar's segments in order, with their colours. */
const SEGMENTS = {
  answered: '#1f6f5c',
  open: '#d5dbe1',
  failed: '#d92d20',
  stuck: '#f79009',
  excluded: '#98a2b3',
} as const satisfies Record<MemberState, string>

/** Units of the bar, which is stretched to the width of the page. */
const BAR_WIDTH = 1000

export function progress(facts: PageFacts): Html {
  const { totals, texts, display } = facts
  const { open, answered, failed, stuck, excluded } = totals.members
  const members = open + answered + failed + stuck + excluded
  const answeredText = fill(texts.page.answered, {
    answered: display.count(answered),
    members: display.count(members),
  })
  return html`<div class="${open > 0 ? 'progress warn' : 'progress'}">
    <b>${answeredText}.</b> ${carryOver(facts, members)} ${members > 0 && bar(facts, members)}
  </div>`
}

function carryOver({ run, scope, totals, texts, display }: PageFacts, members: number): string {
  const { open, answered } = totals.members
  if (open === 0) {
    return answered === members && scope.campaign !== null ? texts.page.allAnswered : ''
  }
  return carriedOverSentence(open, run.carriedOverUntil, texts, display)
}

function bar({ totals, texts, display }: PageFacts, members: number): Html {
  const present = keysOf(SEGMENTS).filter((state) => totals.members[state] > 0)
  let x = 0
  const parts = present.map((state) => {
    const width = (totals.members[state] / members) * BAR_WIDTH
    const part = html`<rect
      x="${x.toFixed(1)}"
      width="${width.toFixed(1)}"
      height="10"
      fill="${SEGMENTS[state]}"
    />`
    x += width
    return part
  })
  const legend = present.map(
    (state) =>
      html`<span class="key"
        ><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="3" fill="${SEGMENTS[state]}" /></svg
        >${texts.memberStates[state]}: ${display.count(totals.members[state])}</span
      >`,
  )
  return html`<svg
      class="bar"
      viewBox="0 0 ${BAR_WIDTH} 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${parts}
    </svg>
    <div class="keys small">${legend}</div>`
}
