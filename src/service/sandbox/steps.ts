/** Pure. The steps up to the choice of debts: connection, consultation, debts and preview. */
import { ORDER_METHODS } from '../../contract/order.ts'
import { html, type Html } from '../../html.ts'
import { button, field, outcome, step, submit } from './form-parts.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

/** The two environments of the interface, as far as the operator named them. */
export interface BaseAddresses {
  readonly publicBaseUrl?: string | undefined
  readonly devBaseUrl?: string | undefined
}

const KEY_CHARACTERS_MAX = 200
const UUID_CHARACTERS = 36

export function connectionSection(texts: SandboxTexts, addresses: BaseAddresses): Html {
  const { connection } = texts
  const { publicBaseUrl, devBaseUrl } = addresses
  const body = html`<form id="connection-form" novalidate autocomplete="off">
      <div class="field">
        <label for="base">${connection.base}</label>
        <select id="base" autocomplete="off">
          ${publicBaseUrl !== undefined && base(publicBaseUrl, connection.production)}
          ${devBaseUrl !== undefined && base(devBaseUrl, connection.develop)}
          <option value="own">${connection.own}</option>
          <option value="typed">${connection.typed}</option>
        </select>
      </div>
      <div id="typed-address" hidden>
        ${field({
          id: 'address',
          label: connection.address,
          help: connection.addressHelp,
          type: 'url',
        })}
      </div>
      ${field({
        id: 'api-key',
        label: connection.key,
        help: connection.keyHelp,
        type: 'password',
        max: KEY_CHARACTERS_MAX,
      })}
      ${field({ id: 'account', label: connection.account, max: UUID_CHARACTERS })}
      <div class="actions">${submit(connection.check)}</div>
    </form>
    ${outcome('connection')}`
  return step('connection', 1, connection.title, body)
}

function base(url: string, label: string): Html {
  return html`<option value="${url}">${label} · ${url}</option>`
}

export function consultationSection({ consultation }: SandboxTexts): Html {
  const body = html`<p class="soft">${consultation.lead}</p>
    <div class="actions">
      ${button('consult', consultation.submit)}
      ${button('consultation-latest', consultation.latest, true)}
      ${button('consultation-history', consultation.history, true)}
    </div>
    ${outcome('consultation')}`
  return step('consultation', 3, consultation.title, body)
}

export function debtsSection(texts: SandboxTexts): Html {
  const { debts, words } = texts
  const body = html`<p class="soft" id="debts-none">${debts.none}</p>
    <form id="debts-form" hidden>
      <p class="soft">${debts.lead}</p>
      <div class="actions">
        ${button('debts-all', debts.all, true)} ${button('debts-clear', debts.clear, true)}
      </div>
      <ul class="rows" id="debt-items"></ul>
      <p class="sum" id="debts-sum" role="status"></p>
      <p class="outcome warn" id="debts-alternatives" role="status" hidden></p>
      <fieldset>
        <legend>${debts.method}</legend>
        ${ORDER_METHODS.map(
          (method, at) =>
            html`<label class="choice">
              <input type="radio" name="method" value="${method}" ${at === 0 && 'checked'} />
              ${words[method]}</label
            >`,
        )}
      </fieldset>
      <div class="actions"><button type="submit" class="quiet">${debts.preview}</button></div>
    </form>
    ${outcome('debts')}
    <div id="preview-grid"></div>`
  return step('debts', 4, debts.title, body)
}
