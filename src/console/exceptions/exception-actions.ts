/** What a person may do about one exception: links, and the forms that their role allows. */
import { html, type Content, type Html } from '../../html.ts'
import { REASON_CHARACTERS_MAX } from '../../app/given-reason.ts'
import { isAcceptable, isFreed } from '../../app/orders/case-words.ts'
import { effectChoices, isEndedByWord } from '../../app/reports/end-exceptions.ts'
import type { ChoiceName } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import type { PageSetting } from '../frame/page.ts'
import { postForm } from '../frame/post-form.ts'
import { askAgainForm } from '../runs/again-forms.ts'
import { exceptionWords } from './exception-words.ts'

export function exceptionActions(setting: PageSetting, line: ExceptionLine): Content {
  const { role } = setting.visitor
  const decides = isAllowed(role, 'decide')
  const choices = effectChoices(line)
  const decisions = [
    choices.length > 0 && choiceForm(setting, line, choices),
    isAcceptable(line) && acceptForm(setting, line),
    isFreed(line) && freeForm(setting, line),
  ].filter((form) => form !== false)
  const forms = [
    line.code === 'member-failed' && askAgainForm(setting, { ...line, id: line.reference }),
    ...(decides ? decisions : []),
    isAllowed(role, 'dismiss') && isEndedByWord(line) && doneForm(setting, line),
  ].filter((form) => form !== false && form !== null)
  const { act, decider } = exceptionWords(setting.locale)
  return html`${links(setting, line)}
  ${!decides && decisions.length > 0 && html`<p class="soft small">${decider}</p>`}
  ${
    forms.length > 0 &&
    html`<details>
      <summary aria-label="${nameOf(act, line)}">${act}</summary>
      ${forms}
    </details>`
  }`
}

function links({ locale }: PageSetting, { plate, code }: ExceptionLine): Content {
  const words = exceptionWords(locale)
  // A refused row may be of no vehicle of the fleet.
  if (code === 'row-rejected') return html`<a href="/upload">${words.file}</a> `
  return [
    plate !== '' && html`<a href="/vehicles?q=${encodeURIComponent(plate)}">${words.vehicle}</a> `,
    (code === 'card-approved' || code === 'approval-lapsed') &&
      html`<a href="/proposals">${words.proposals}</a> `,
  ]
}

function doneForm(setting: PageSetting, line: ExceptionLine): Html {
  const { code, reference, detail } = line
  const words = exceptionWords(setting.locale)
  const fields = html`${reasonField(setting)} ${button(words.done, line, 'quiet')}
    <p class="soft small">${words.doneNote}</p>`
  const hidden = { code, reference: setting.keyOf(reference), detail: setting.keyOf(detail) }
  return postForm(setting, '/exceptions/done', hidden, fields)
}

function freeForm(setting: PageSetting, line: ExceptionLine): Html {
  const words = exceptionWords(setting.locale)
  const fields = html`${reasonField(setting)} ${button(words.free, line)}
    <p class="soft small">${words.freeNote}</p>`
  return postForm(setting, '/exceptions/free', { order: line.orderId ?? line.reference }, fields)
}

function choiceForm(
  setting: PageSetting,
  line: ExceptionLine,
  choices: readonly ChoiceName[],
): Html {
  const words = exceptionWords(setting.locale)
  const named = choices.some((choice) => choice === 'adopt' || choice === 'different')
  const fields = html`<label
      >${words.what}
      <select name="choice">
        ${choices.map((each) => html`<option value="${each}">${words.choices[each]}</option>`)}
      </select></label
    >
    ${named && html`<label>${words.order} <input name="order" maxlength="36" /></label>`}
    ${reasonField(setting)} ${reviewButton(setting, line)}`
  return postForm(setting, '/exceptions/review', { reference: line.reference }, fields)
}

function acceptForm(setting: PageSetting, line: ExceptionLine): Html {
  const { reference, detail } = line
  const words = exceptionWords(setting.locale)
  const mismatch = wordFor(messagesOf(setting.locale).reasons, detail)
  const fields = html`<p>${fill(words.accept, { mismatch })}</p>
    ${reasonField(setting)} ${reviewButton(setting, line)}`
  const said = { reference, choice: 'adopt', order: reference, accept: detail }
  return postForm(setting, '/exceptions/review', said, fields)
}

function reviewButton({ locale }: PageSetting, line: ExceptionLine): Html {
  const words = exceptionWords(locale)
  return html`${button(words.review, line)}
    <p class="soft small">${words.reviewNote}</p>`
}

function button(label: string, line: ExceptionLine, kind = ''): Html {
  return html`<p class="actions">
    <button class="button ${kind}" aria-label="${nameOf(label, line)}">${label}</button>
  </p>`
}

function nameOf(label: string, { plate }: ExceptionLine): string {
  return plate === '' ? label : `${label}: ${plate}`
}

function reasonField({ locale }: PageSetting): Html {
  return html`<label
    >${exceptionWords(locale).reason}
    <input name="reason" maxlength="${REASON_CHARACTERS_MAX}" required
  /></label>`
}
