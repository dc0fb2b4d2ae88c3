/** What was understood of an upload: the file, its rows by verdict, and the first things to fix. */
import { differenceLines } from '../../app/intake/difference-lines.ts'
import { sayIn } from '../../bilingual.ts'
import { html } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { explainIssue } from '../../reconciliation/intake/reasons/explain.ts'
import { GROUPS_SHOWN_MAX } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { IssueGroup } from '../../reconciliation/intake/verdicts/group-issues.ts'
import type { Draft } from './drafts.ts'
import type { JudgedDraft } from './judge-draft.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { readingForm } from './reading-form.ts'
import { understoodSection } from './understood-section.ts'
import { tick } from './whole-file-fields.ts'

type JudgedUpload = Draft & { readonly judged: JudgedDraft }

export function verdictPage(setting: PageSetting, draft: JudgedUpload, formToken: string): string {
  const { texts } = setting
  const { counts: found, issues: groups } = draft.judged
  const { verdict } = texts
  const hasProblems = found.rejected + found.duplicate > 0
  const shown = groups.slice(0, GROUPS_SHOWN_MAX)
  const problems = shown.filter(({ rejects }) => rejects)
  const repairs = shown.filter(({ rejects }) => !rejects)
  const file = download(texts, draft, hasProblems)
  const body = html`<section>
      <p class="soft small">${draft.name}</p>
      <h1>${verdict.title}</h1>
      ${counts(texts, draft.judged)} ${difference(setting, draft.judged)}
      ${start(texts, draft, formToken)}
    </section>
    ${understoodSection(setting, draft)} ${otherwise(texts, draft, formToken)}
    ${issues(setting, verdict.problems, problems)} ${issues(setting, verdict.repairs, repairs)}
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

function difference(
  { texts, locale, zone }: PageSetting,
  { difference: found, counts }: JudgedDraft,
): Content {
  // A file of which no row can be used would seem to take every vehicle out of the fleet.
  if (counts.accepted + counts.repaired === 0) return null
  if (found === undefined) return html`<p class="soft">${texts.verdict.differenceLater}</p>`
  const lines = differenceLines(found, zone, { locale, say: sayIn(locale) })
  return html`<h2>${texts.verdict.difference}</h2>
    <ul class="difference">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`
}

function start({ verdict }: ConsoleTexts, { id, judged }: JudgedUpload, formToken: string): Html {
  const another = html`<a class="button quiet" href="/upload">${verdict.another}</a>`
  if (judged.counts.accepted + judged.counts.repaired === 0) {
    return html`<p class="warning-box">${verdict.none}</p>
      <p class="actions">${another}</p>`
  }
  return html`<form method="post" action="/uploads/${id}/run" data-busy="${verdict.starting}">
    ${formTokenField(formToken)} ${tick('other_fleet', verdict.otherFleet)}
    ${tick('update_owners', verdict.updateOwners)}
    <p class="actions"><button class="button">${verdict.start}</button> ${another}</p>
    <p class="soft small">${verdict.startNote}</p>
  </form>`
}

function otherwise(texts: ConsoleTexts, draft: JudgedUpload, formToken: string): Html {
  const { reading } = texts
  return html`<section>
    <details>
      <summary>${reading.otherwise}</summary>
      <p class="soft small">${reading.otherwiseNote}</p>
      ${readingForm(texts, draft, formToken)}
    </details>
  </section>`
}

function download({ verdict }: ConsoleTexts, { id }: Draft, hasProblems: boolean): Html {
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
      [[verdict.count, 'n'], verdict.line, verdict.columnHead, verdict.value, verdict.reason],
      groups.map((group) => issueRow(setting, group)),
      { className: 'issues' },
    )}
  </section>`
}

function issueRow({ texts, locale }: PageSetting, { issue, lines, count }: IssueGroup): Html {
  const { column, value, suggestion = '' } = issue
  const reason = explainIssue(issue, locale)
  const isSaid = suggestion === '' || reason.includes(suggestion)
  const advice = isSaid ? '' : fill(texts.verdict.suggestion, { value: suggestion })
  const rest = count > lines.length ? ', …' : ''
  return html`<tr>
    <td class="n">${count.toLocaleString(locale)}</td>
    <td>${lines.join(', ')}${rest}</td>
    <td>${column}</td>
    <td class="value">${value}</td>
    <td>${reason}${advice !== '' && html` <span class="soft">${advice}</span>`}</td>
  </tr>`
}
