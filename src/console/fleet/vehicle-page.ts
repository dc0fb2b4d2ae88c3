/** One vehicle: facts, what it owes, orders, answers, history; to be corrected or taken out. */
import { holdWords } from '../../app/plan/hold-words.ts'
import { reasonWords } from '../../app/plan/why-words.ts'
import type { WhyVehicle } from '../../reconciliation/consultations/why-vehicle.ts'
import { wasAskedAlready } from '../../app/requests/ask-vehicle.ts'
import { holdWord } from '../../app/vehicles/vehicle-words.ts'
import { UFS, ufName } from '../../fleet/uf.ts'
import { html, type Content, type Html } from '../../html.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isAllowed } from '../access/permissions.ts'
import { option, postForm, tick } from '../frame/post-form.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { term } from '../frame/plain-table.ts'
import { askAgainForm } from '../runs/again-forms.ts'
import { fleetWords } from './fleet-words.ts'
import { VEHICLE_LISTS, type ShownVehicle } from './vehicle-lists.ts'

/** `said`: what a form before brought; empty for none. */
export function vehiclePage(setting: PageSetting, shown: ShownVehicle, said: string): string {
  const { debts, orders, answers, history } = VEHICLE_LISTS
  const { locale, display, visitor } = setting
  const words = fleetWords(locale)
  const { vehicle } = shown
  const title = fill(words.vehicle, { plate: vehicle.plate })
  const edits = isAllowed(visitor.role, 'edit') && vehicle.inFleet && vehicle.state !== 'removed'
  const body = html`<section>
      <h1>${title}</h1>
      ${said !== '' && html`<p class="warning-box" role="status">${said}</p>`}
      ${!vehicle.inFleet && html`<p class="warning-box">${words.left}</p>`} ${facts(setting, shown)}
    </section>
    ${debts.section(setting, shown, `${words.debts}: ${display.money(shown.owed.owedCents)}`)}
    ${orders.section(setting, shown, words.orders)}
    ${answers.section(setting, shown, words.answers)}
    ${shown.why !== undefined && plan(setting, shown.why)}
    ${history.section(setting, shown, words.history)} ${edits && editForm(setting, vehicle)}`
  return page(setting, { title, body })
}

function facts({ locale }: PageSetting, shown: ShownVehicle): Html {
  const words = fleetWords(locale)
  const { vehicle, details } = shown
  const { lastFile, removalHolds } = details
  const rows: readonly (readonly [string, Content])[] = [
    [words.renavam, vehicle.renavam],
    [words.uf, vehicle.uf],
    [words.nickname, vehicle.nickname],
    [words.costCentre, vehicle.costCentre],
    [words.owner, vehicle.ownerMasked],
    [words.registration, messagesOf(locale).vehicleStates[vehicle.state]],
    ['', vehicle.refusal ?? ''],
    ['', removalHolds.map((hold) => holdWord(hold, locale)).join('; ')],
    [
      words.file,
      lastFile === null ? '' : fill(words.fileLine, { file: lastFile.name, line: lastFile.line }),
    ],
    ...Object.entries(details.extras),
  ]
  return html`<dl>
    ${rows.filter(([, value]) => value !== '').map(([name, value]) => term(name, value))}
  </dl>`
}

function plan(setting: PageSetting, why: WhyVehicle): Html {
  const { hold, place, waiting, reasons, vehicle } = why
  const { locale, zone } = setting
  const words = fleetWords(locale)
  return html`<section>
    <h2>${words.plan}</h2>
    <p>${holdWords(hold, locale, zone)}</p>
    ${
      place !== null &&
      html`<p>${fill(words.place, { place, waiting })}</p>
        <ul>
          ${reasons.map((reason) => html`<li>${reasonWords(reason, locale)}</li>`)}
        </ul>`
    }
    ${wasAskedAlready(hold) && askAgainForm(setting, vehicle)}
  </section>`
}

function editForm(setting: PageSetting, vehicle: VehicleFacts): Html {
  const words = fleetWords(setting.locale)
  const field = (name: string, label: string, value: string): Html =>
    html`<label
      >${label} <input name="${name}" value="${value}" maxlength="200" autocomplete="off"
    /></label>`
  const at = `/vehicles/${vehicle.id}`
  const { plate, uf, nickname, costCentre } = vehicle
  const shown = { was_plate: plate, was_uf: uf, was_nickname: nickname, was_cost: costCentre }
  const edited = html`<div class="fields">
      ${field('plate', words.plate, vehicle.plate)}
      <label
        >${words.uf}
        <select name="uf">
          ${UFS.toSorted().map((uf) => option(uf, `${uf} · ${ufName(uf)}`, uf === vehicle.uf))}
        </select>
      </label>
      ${field('nickname', words.nickname, vehicle.nickname)}
      ${field('cost', words.costCentre, vehicle.costCentre)}
    </div>
    <p class="actions"><button class="button">${words.save}</button></p>`
  const removed = html`<p class="soft">${words.removeNote}</p>
    ${tick('sure', fill(words.removeTick, { plate: vehicle.plate }))}
    <p class="actions"><button class="button quiet">${words.remove}</button></p>`
  return html`<section>
    <h2>${words.edit}</h2>
    ${postForm(setting, at, shown, edited)} ${postForm(setting, `${at}/remove`, {}, removed)}
  </section>`
}
