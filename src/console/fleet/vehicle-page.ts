/** One vehicle: facts, what it owes, orders, answers, history; to be corrected or taken out. */
import { sayIn } from '../../bilingual.ts'
import { holdWords } from '../../app/plan/hold-words.ts'
import { reasonWords } from '../../app/plan/why-words.ts'
import type { WhyVehicle } from '../../reconciliation/consultations/why-vehicle.ts'
import { changeLine, holdWord } from '../../app/vehicles/vehicle-words.ts'
import { UFS, ufName } from '../../fleet/uf.ts'
import { html } from '../../html.ts'
import type { Content, Html } from '../../html.ts'
import type { Consultation } from '../../ledger/consultations/consultations.ts'
import type { Debt } from '../../ledger/debts/debts.ts'
import type { OrderListing } from '../../ledger/orders/orders.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { VehicleDetails } from '../../ledger/vehicles/vehicle-details.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { Owed } from '../../reconciliation/debts/owed-totals.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'
import { messagesOf } from '../../reconciliation/reports/words/locales.ts'
import type { Messages } from '../../reconciliation/reports/words/messages.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { formTokenField, page } from '../frame/page.ts'
import type { PageSetting } from '../frame/page.ts'
import { plainTable } from '../frame/plain-table.ts'
import { fleetWords } from './fleet-words.ts'
import type { FleetWords } from './fleet-words.ts'

export interface ShownVehicle {
  readonly vehicle: VehicleFacts
  readonly details: VehicleDetails
  readonly changes: readonly VehicleChange[]
  readonly answers: readonly Consultation[]
  readonly owed: Owed<Debt>
  readonly orders: readonly OrderListing[]
  /** Where it stands in the plan, and what keeps it from being asked now. */
  readonly why: WhyVehicle | undefined
  /** What a form before brought; empty for none. */
  readonly said: string
}

interface Showing {
  readonly setting: PageSetting
  readonly words: FleetWords
  readonly texts: Messages
  readonly display: Display
}

/** Answers listed; all are in the evidence of the audit log. */
const ANSWERS_SHOWN_MAX = 20

export function vehiclePage(setting: PageSetting, shown: ShownVehicle): string {
  const { locale, zone, visitor } = setting
  const words = fleetWords(locale)
  const showing = { setting, words, texts: messagesOf(locale), display: displayFor(locale, zone) }
  const { vehicle, said } = shown
  const title = fill(words.vehicle, { plate: vehicle.plate })
  const edits = isAllowed(visitor.role, 'edit') && vehicle.inFleet && vehicle.state !== 'removed'
  const body = html`<section>
      <h1>${title}</h1>
      ${said !== '' && html`<p class="warning-box" role="status">${said}</p>`}
      ${facts(showing, shown)}
    </section>
    ${debts(showing, shown)} ${orders(showing, shown)} ${answers(showing, shown)}
    ${shown.why !== undefined && plan(showing, shown.why)} ${history(showing, shown)}
    ${edits && editForm(showing, vehicle)}`
  return page(setting, { title, body })
}

function facts({ words, texts, setting }: Showing, shown: ShownVehicle): Html {
  const { vehicle, details } = shown
  const { lastFile, removalHolds } = details
  const rows: readonly (readonly [string, Content])[] = [
    [words.renavam, vehicle.renavam],
    [words.uf, vehicle.uf],
    [words.nickname, vehicle.nickname],
    [words.costCentre, vehicle.costCentre],
    [words.owner, vehicle.ownerMasked],
    [words.registration, texts.vehicleStates[vehicle.state]],
    ['', vehicle.refusal ?? ''],
    ['', removalHolds.map((hold) => holdWord(hold, setting.locale)).join('; ')],
    [
      words.file,
      lastFile === null ? '' : fill(words.fileLine, { file: lastFile.name, line: lastFile.line }),
    ],
    ...Object.entries(details.extras),
  ]
  return html`<dl>
    ${rows
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`
}

function debts({ words, texts, display }: Showing, shown: ShownVehicle): Html {
  const { owed } = shown
  const isKnown = shown.answers.some(({ status }) => status === 'ready')
  const row = ({ debt, standing }: Owed<Debt>['debts'][number]): Html =>
    html`<tr>
      <td>${display.date(debt.dueDate)}</td>
      <td>${wordFor(texts.kinds, debt.kind)}</td>
      <td class="wide">${debt.description}</td>
      <td class="n">${display.money(debt.amountCents)}</td>
      <td>${standing === 'owed' ? texts.debtStates[debt.state] : texts.standings[standing]}</td>
      <td class="wide">${words.since} ${display.instant(debt.firstSeenAt.toISOString())}</td>
    </tr>`
  return html`<section>
    <h2>${words.debts}: ${display.money(owed.owedCents)}</h2>
    ${
      owed.debts.length === 0
        ? html`<p>${isKnown ? words.noDebts : words.noAnswer}</p>`
        : plainTable(
            [
              words.dueDate,
              words.kind,
              words.description,
              [words.amount, 'n'],
              words.state,
              [words.since, 'wide'],
            ],
            owed.debts.map(row),
          )
    }
  </section>`
}

function orders({ words, texts, display }: Showing, shown: ShownVehicle): Html | null {
  if (shown.orders.length === 0) return null
  const row = (order: OrderListing): Html =>
    html`<tr>
      <td>${display.instant(order.createdAt.toISOString())}</td>
      <td class="n">${display.money(order.totalCents)}</td>
      <td>${wordFor(texts.orderStatuses, order.status)}</td>
      <td class="wide">${display.instant(order.standingSince.toISOString())}</td>
    </tr>`
  const heads = [words.since, [words.amount, 'n'], words.state, [words.stateSince, 'wide']] as const
  return html`<section>
    <h2>${words.orders}</h2>
    ${plainTable(heads, shown.orders.map(row))}
  </section>`
}

function answers({ words, texts, display }: Showing, shown: ShownVehicle): Html {
  const row = (answer: Consultation): Html =>
    html`<tr>
      <td>${display.instant(answer.askedAt.toISOString())}</td>
      <td>${texts.consultationStates[answer.status]}</td>
      <td>${[answer.errorTitle, answer.errorMessage].filter((text) => text !== '').join(': ')}</td>
      <td class="n">${answer.status === 'ready' && display.money(answer.totalCents)}</td>
    </tr>`
  const rows = shown.answers.slice(0, ANSWERS_SHOWN_MAX).map(row)
  const heads = [words.answered, words.state, '', [words.amount, 'n']] as const
  return html`<section>
    <h2>${words.answers}</h2>
    ${rows.length === 0 ? html`<p>${words.noAnswer}</p>` : plainTable(heads, rows)}
  </section>`
}

const ASKED_IN_VAIN: readonly WhyVehicle['hold']['hold'][] = ['resting', 'asked-out']

function plan({ words, setting }: Showing, { hold, place, waiting, reasons }: WhyVehicle): Html {
  const { locale, zone, visitor, busy } = setting
  const asks = ASKED_IN_VAIN.includes(hold.hold) && !busy && isAllowed(visitor.role, 'run')
  return html`<section>
    <h2>${words.plan}</h2>
    <p>${holdWords(hold, locale, zone)}</p>
    ${place !== null && html`<p>${fill(words.place, { place, waiting })}</p>`}
    <ul>
      ${reasons.map((reason) => html`<li>${reasonWords(reason, locale)}</li>`)}
    </ul>
    ${
      asks &&
      html`<form method="post" action="/runs">
        ${formTokenField(visitor.formToken)}<input type="hidden" name="mode" value="retry" />
        <p class="actions"><button class="button">${words.askAgain}</button></p>
      </form>`
    }
  </section>`
}

function history({ words, setting }: Showing, { changes }: ShownVehicle): Html | null {
  if (changes.length === 0) return null
  const { locale, zone } = setting
  const saying = { locale, say: sayIn(locale) }
  return html`<section>
    <h2>${words.history}</h2>
    <ul>
      ${changes.map((change) => html`<li>${changeLine(change, saying, zone)}</li>`)}
    </ul>
  </section>`
}

function editForm({ words, setting }: Showing, vehicle: VehicleFacts): Html {
  const token = formTokenField(setting.visitor.formToken)
  const field = (name: string, label: string, value: string): Html =>
    html`<label
      >${label} <input name="${name}" value="${value}" maxlength="200" autocomplete="off"
    /></label>`
  const option = (uf: (typeof UFS)[number]): Html =>
    uf === vehicle.uf
      ? html`<option value="${uf}" selected>${uf} · ${ufName(uf)}</option>`
      : html`<option value="${uf}">${uf} · ${ufName(uf)}</option>`
  return html`<section>
    <h2>${words.edit}</h2>
    <form method="post" action="/vehicles/${vehicle.id}">
      ${token}
      <div class="fields">
        ${field('plate', words.plate, vehicle.plate)}
        <label
          >${words.uf}
          <select name="uf">
            ${UFS.toSorted().map(option)}
          </select>
        </label>
        ${field('nickname', words.nickname, vehicle.nickname)}
        ${field('cost', words.costCentre, vehicle.costCentre)}
      </div>
      <p class="actions"><button class="button">${words.save}</button></p>
    </form>
    <form method="post" action="/vehicles/${vehicle.id}/remove">
      ${token}
      <p class="soft">${words.removeNote}</p>
      <label class="check"
        ><input type="checkbox" name="sure" value="yes" />
        ${fill(words.removeTick, { plate: vehicle.plate })}</label
      >
      <p class="actions"><button class="button quiet">${words.remove}</button></p>
    </form>
  </section>`
}
