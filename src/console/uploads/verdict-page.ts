/** What was understood of an upload: the file, its rows by verdict, and the first things to fix. */
import { differenceLines } from '../../app/intake/difference-lines.ts'
import { html, type Content, type Html } from '../../html.ts'
import { GROUPS_SHOWN_MAX } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { IssueGroup } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { SeenDraft } from './drafts.ts'
import { draftWords } from './draft-words.ts'
import { editedRows, reasonOf, rowsToEdit } from './edit-rows.ts'
import type { JudgedDraft } from './judge-draft.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { readingForm } from './reading-form.ts'
import { startSection } from './start-section.ts'
import { understoodSection } from './understood-section.ts'

type JudgedUpload = SeenDraft<JudgedDraft>

/**
 * `fleets`: those that the file may be of instead, where it seems to be of another one. `taken`:
 * lines that somebody else changed while they were typed here.
 */
export function verdictPage(
  setting: PageSetting,
  draft: JudgedUpload,
  {
    fleets,
    taken = new Set(),
  }: { fleets: readonly string[]; taken?: ReadonlySet<number> | undefined },
): string {
  const { texts } = setting
  const { counts: found, issues: groups, toEdit } = draft.judged
  const { verdict } = texts
  const hasProblems = found.rejected + found.duplicate > 0
  const shown = groups.slice(0, GROUPS_SHOWN_MAX)
  // Rows that the form shows have their reasons there.
  const isAll = found.rejected === toEdit.length
  const problems = isAll ? [] : shown.filter(({ rejects }) => rejects)
  const repairs = shown.filter(({ rejects }) => !rejects)
  const file = download(texts, draft, hasProblems)
  const { meanwhile } = draftWords(setting.locale)
  const body = html`${[...taken].map(
      (line) => html`<p class="problem" data-taken="${line}">${fill(meanwhile, { line })}</p>`,
    )}
    <section>
      <p class="soft small">${draft.name}</p>
      <h1>${verdict.title}</h1>
      ${counts(texts, draft.judged)} ${difference(setting, draft.judged)}
      ${startSection(setting, draft, fleets)}
    </section>
    ${rowsToEdit(setting, draft)} ${editedRows(setting, draft)}
    ${issues(setting, verdict.problems, problems)} ${understoodSection(setting, draft)}
    ${otherwise(setting, draft)} ${issues(setting, verdict.repairs, repairs)}
    ${groups.length > 0 && html`<section>${file}</section>`}`
  return page(setting, { title: verdict.title, body })
}

function counts({ verdict }: ConsoleTexts, { counts: found }: JudgedDraft): Html {
  const names = ['read', 'accepted', 'repaired', 'rejected', 'duplicate', 'skipped'] as const
  const bad: readonly string[] = ['rejected', 'duplicate']
  return html`<div class="cards counts">
    ${names.map((name) => {
      const tone = found[name] > 0 && bad.includes(name) ? 'bad' : ''
      return html`<div class="card ${tone}" data-count="${name}">
        <p class="label">${verdict.counts[name]}</p>
        <b>${found[name]}</b>
      </div>`
    })}
  </div>`
}

function difference(setting: PageSetting, { difference: found, counts }: JudgedDraft): Content {
  // A file of which no row can be used would seem to take every vehicle out of the fleet.
  if (counts.accepted + counts.repaired === 0) return null
  const { texts, zone, visitor } = setting
  // How a start is refused tells of the others, without their fleet's name.
  const moved = found.moved.filter(({ fleet }) => visitor.fleets?.includes(fleet) !== false)
  const lines = differenceLines({ ...found, moved }, zone, setting)
  return html`<h2>${texts.verdict.difference}</h2>
    <ul class="difference">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`
}

function otherwise(setting: PageSetting, draft: JudgedUpload): Html {
  const { reading } = setting.texts
  return html`<section>
    <details>
      <summary>${reading.otherwise}</summary>
      <p class="soft small">${reading.otherwiseNote}</p>
      ${readingForm(setting, draft)}
    </details>
  </section>`
}

function download({ verdict }: ConsoleTexts, { id }: SeenDraft, hasProblems: boolean): Html {
  const toFix = html`<a class="button quiet" href="/uploads/${id}/to-fix"
    >${verdict.rejectedFile}</a
  >`
  return html`<p class="actions">
      <a class="button quiet" href="/uploads/${id}/checked">${verdict.checkedFile}</a>
      ${hasProblems && toFix}
    </p>
    <p class="soft small">${verdict.checkedNote}</p>`
}

function issues(setting: PageSetting, title: string, groups: readonly IssueGroup[]): Content {
  if (groups.length === 0) return null
  const { verdict } = setting.texts
  return html`<section>
    <h2>${title}</h2>
    ${plainTable(
      [
        [verdict.count, 'n'],
        verdict.line,
        [verdict.columnHead, 'wide'],
        [verdict.value, 'wide'],
        verdict.reason,
      ],
      groups.map((group) => issueRow(setting, group)),
      { className: 'issues' },
    )}
  </section>`
}

function issueRow(setting: PageSetting, { issue, lines, count }: IssueGroup): Html {
  const rest = count > lines.length ? ', …' : ''
  return html`<tr>
    <td class="n">${count.toLocaleString(setting.locale)}</td>
    <td>${lines.join(', ')}${rest}</td>
    <td class="wide">${issue.column}</td>
    <td class="value wide">${issue.value}</td>
    <td>${reasonOf(setting, issue)}</td>
  </tr>`
}
