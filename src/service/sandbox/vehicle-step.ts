/** Pure. The step that registers a vehicle or picks one. */
import { NICKNAME_CHARACTERS_MAX } from '../../contract/limits.ts'
import { html, type Html } from '../../html.ts'
import { button, field, outcome, searchForm, step, submit } from './form-parts.ts'
import type { SandboxTexts } from './sandbox-texts.ts'

export function vehicleSection({ vehicle }: SandboxTexts, ufs: readonly string[]): Html {
  const { renavam: label } = vehicle
  const renavam = { id: 'renavam', label, field: 'renavam', numeric: true, max: 20 }
  const body = html`<p class="chosen" id="chosen-vehicle" role="status" hidden></p>
    <h3>${vehicle.register}</h3>
    <form id="vehicle-form" novalidate autocomplete="off">
      <div class="fields">
        ${field({ id: 'plate', label: vehicle.plate, field: 'plate', max: 20 })} ${field(renavam)}
        <div class="field">
          <label for="uf">${vehicle.uf}</label>
          <select id="uf" data-field="uf" autocomplete="off">
            ${ufs.map((uf) => html`<option ${uf === 'SP' && 'selected'}>${uf}</option>`)}
          </select>
        </div>
        ${field({
          id: 'owner-document',
          label: vehicle.document,
          field: 'owner_document',
          max: 30,
        })}
        ${field({
          id: 'nickname',
          label: vehicle.nickname,
          field: 'nickname',
          max: NICKNAME_CHARACTERS_MAX + 1,
        })}
      </div>
      <div class="actions">
        ${submit(vehicle.submit)} ${button('vehicle-example', vehicle.example, true)}
      </div>
    </form>
    ${outcome('vehicle')}
    <h3>${vehicle.pick}</h3>
    ${searchForm('vehicles', vehicle)}`
  return step('vehicle', 2, vehicle.title, body)
}
