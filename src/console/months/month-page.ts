/** One month: its balance, whether its checks agree, its files, and the form that closes it. */
import { REASON_CHARACTERS_MAX } from '../../app/given-reason.ts'
import { html, type Content, type Html } from '../../html.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { MOVING } from '../../reconciliation/books/movement.ts'
import { bookWordsOf, fileWord } from '../../reconciliation/books/words/book-words.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { filesOfFleet, ofFleet } from '../frame/of-fleet.ts'
import { pageWords } from '../frame/page-words.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { postForm, tick } from '../frame/post-form.ts'
import { asTable, problem } from '../runs/ended-run.ts'
import { monthWords } from './month-words.ts'
import { previewForm } from './months-page.ts'
import type { MonthFolder } from './read-month.ts'

const PAGE_FILE = 'close.html'

export interface ShownMonth {
  readonly month: MonthFolder
  /** Undefined where the ledger has none with this folder. */
  readonly close: MonthClose | undefined
  readonly isOver: boolean
  /** The ledger has no such close, or its files are not as they were closed. */
  readonly isChanged: boolean
  /** Months with movements that would be in no close if this one is the first. */
  readonly leftOut: readonly string[] | undefined
  /** What became of a close that was asked for; empty where none was. */
  readonly said: string
}

export function monthPage(
  setting: PageSetting,
  { month, close, isOver, isChanged, said, leftOut }: ShownMonth,
): string {
  const { locale, display, visitor } = setting
  const words = monthWords(locale)
  const title = display.month(month.month)
  const at = display.instant(month.asOf)
  const address = `/months/${month.folder}`
  const files = filesOfFleet(setting, address)
  const mayClose = month.state === 'preview' && isAllowed(visitor.role, 'close')
  const body = html`<section>
      <h1>${title}</h1>
      ${said !== '' && problem(words.refused, said)}
      ${
        mayClose &&
        leftOut?.[0] !== undefined &&
        html`<p class="warning-box" role="status">
          ${fill(words.leftOut, { months: leftOut.join(', '), first: leftOut[0] })}
        </p>`
      }
      ${isChanged && problem(words.changed, fill(words.changedWhat, { months: month.folder }))}
      ${close !== undefined && reopened(setting, close)}
      ${!month.closes && problem(words.booksDiffer, words.differs)}
      ${
        month.outside > 0 &&
        html`<p class="warning-box" role="status">
          ${fill(bookWordsOf(locale).page.outsideDiffers, { n: display.count(month.outside) })}
        </p>`
      }
      <p>
        ${
          month.state === 'preview'
            ? words.preview
            : fill(words.closedBy, { person: pageWords(month.closedBy, locale), at })
        }
        ${month.state === 'preview' && fill(words.asOf, { at })}
        ${month.waiting > 0 && fill(words.waiting, { n: display.count(month.waiting) })}
      </p>
      <div class="actions">
        <a class="button" href="${files}/${PAGE_FILE}">${words.read}</a>
        ${mayClose && previewForm(setting, month.folder, true)}
      </div>
    </section>
    ${balance(setting, month)} ${mayClose && closing(setting, month, isOver)}
    <section>
      <h2>${words.files}</h2>
      <p><a href="${ofFleet(setting, `${address}/files.zip`)}">${words.zip}</a></p>
      <ul>
        ${month.files.map(
          (name) =>
            html`<li>
              <a href="${files}/${name}">${name}</a>
              ${asTable(setting, address, name)}
              <span class="soft">${fileWord(bookWordsOf(locale), name)}</span>
            </li>`,
        )}
      </ul>
    </section>`
  return page(setting, { title, body, simulated: month.simulated })
}

/** Its figures and its journal were withdrawn. */
function reopened(
  { locale, display }: PageSetting,
  { reopenedAt, reopenedBy, reopenReason }: MonthClose,
): Content {
  if (reopenedAt === null) return ''
  const words = monthWords(locale)
  const at = display.instant(reopenedAt.toISOString())
  const told = { person: reopenedBy ?? '', at, reason: reopenReason ?? '' }
  return problem(words.withdrawn, fill(words.reopenedBy, told))
}

function balance({ locale, display }: PageSetting, { roll }: MonthFolder): Html {
  const { classes } = bookWordsOf(locale)
  const row = (name: keyof typeof classes): Html =>
    html`<tr>
      <th scope="row">${classes[name]}</th>
      <td class="n">${display.money(roll[name] ?? 0n)}</td>
    </tr>`
  return html`<section>
    <h2>${monthWords(locale).balance}</h2>
    <div class="table">
      <table>
        <tbody>
          ${row('opening')} ${MOVING.filter((name) => (roll[name] ?? 0n) !== 0n).map(row)}
          ${row('closing')}
        </tbody>
      </table>
    </div>
  </section>`
}

function closing(setting: PageSetting, month: MonthFolder, isOver: boolean): Content {
  const { locale, display, visitor } = setting
  const words = monthWords(locale)
  const fields = html`<p>${fill(words.closeLead, { person: visitor.person.name })}</p>
    ${
      month.waiting > 0 &&
      html`${tick('with_open', words.withOpen)}
        <label
          >${words.reason}
          <input name="reason" maxlength="${REASON_CHARACTERS_MAX}" autocomplete="off" />
        </label>`
    }
    <p class="actions">
      <button class="button">${fill(words.closeNow, { month: display.month(month.month) })}</button>
    </p>`
  const seen = { figures: month.figures }
  const form = postForm(setting, `/months/${month.folder}/close`, seen, fields)
  return html`<section>
    <h2>${words.close}</h2>
    ${!isOver ? html`<p>${words.notOver}</p>` : visitor.person.named ? form : html`<p>${words.unnamed}</p>`}
  </section>`
}
