/** Pure. The steps after the choice: the order with its payment, and the orders of the account. */
import { INSTALLMENTS_MAX } from '../../contract/limits.ts'
import { html, type Html } from '../../html.ts'
import { TEST_CARDS } from '../providers/mock-payments-card.ts'
import { button, field, outcome, step, submit, searchForm } from './form-parts.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

export function orderSection(texts: SandboxTexts): Html {
  const { order } = texts
  const body = html`<label class="choice" id="order-real" hidden>
      <input type="checkbox" id="order-real-check" autocomplete="off" />${order.real}</label
    >
    <div class="actions">${button('order-create', order.submit)}</div>
    ${outcome('order')}
    <p class="soft" id="order-none">${order.none}</p>
    <div id="order-card"></div>
    ${cardForm(texts)}
    <div class="actions" id="order-actions" hidden>
      ${button('order-simulate', order.simulate)} ${button('order-renew', order.renew, true)}
      ${button('order-follow', order.follow, true)}
    </div>`
  return step('order', 5, order.title, body)
}

function cardForm({ card }: SandboxTexts): Html {
  const counts = Array.from({ length: INSTALLMENTS_MAX }, (_each, at) => at + 1)
  return html`<form id="card-form" novalidate autocomplete="off" hidden>
    <h3>${card.title}</h3>
    <p class="outcome warn">${card.warning} ${card.cleared}</p>
    <div class="fields">
      ${field({ id: 'card-holder', label: card.holder, field: 'holder_name', max: 80 })}
      ${field({ id: 'card-number', label: card.number, field: 'number', numeric: true, max: 23 })}
      ${field({ id: 'card-expiry', label: card.expiry, field: 'expiry', max: 5 })}
      ${field({
        id: 'card-cvc',
        label: card.cvc,
        field: 'cvc',
        type: 'password',
        numeric: true,
        max: 4,
      })}
      <div class="field">
        <label for="card-installments">${card.installments}</label>
        <select id="card-installments" data-field="installments" autocomplete="off">
          ${counts.map((count) => html`<option value="${count}">${count}x</option>`)}
        </select>
      </div>
    </div>
    <div class="actions">${submit(card.submit)}</div>
    <details>
      <summary>${card.tests}</summary>
      <ul class="rows">
        ${TEST_CARDS.map(
          ({ number, outcome: ends }) =>
            html`<li class="row">
              <span><code>${number}</code> <span class="soft">${card.outcomes[ends]}</span></span>
              <button
                type="button"
                class="quiet small"
                data-card="${number}"
                aria-label="${card.fill} ${number}"
              >
                ${card.fill}
              </button>
            </li>`,
        )}
      </ul>
    </details>
  </form>`
}

export function recordsSection({ records }: SandboxTexts): Html {
  return step('records', 6, records.title, searchForm('records', records))
}
