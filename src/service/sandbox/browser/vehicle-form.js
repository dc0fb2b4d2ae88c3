/** Step 2, first half: registers a vehicle. */
import { fill } from './display.js'
import { byId, onClick, onSubmit, valueOf } from './dom.js'
import { texts } from './page-data.js'
import { setVehicle } from './session.js'
import { act, ask, say } from './step.js'

/** @typedef {import('../../../contract/vehicle.ts').Vehicle} Vehicle */

/** Numbers whose check digits hold and that belong to nobody; one after the other. */
const EXAMPLES = [
  ['ABC1D23', '00639884962', 'SP'],
  ['ABC4567', '00965904008', 'PR'],
  ['FRT2A10', '26827649960', 'MG'],
  ['FRT3B21', '01284762677', 'RJ'],
  ['FRT4C32', '01315049861', 'BA'],
]
const EXAMPLE_DOCUMENT = '52998224725'

export function prepareVehicleForm() {
  let next = 0
  onClick('vehicle-example', () => {
    const [plate = '', renavam = '', uf = ''] = EXAMPLES[next++ % EXAMPLES.length] ?? []
    byId('plate', HTMLInputElement).value = plate
    byId('renavam', HTMLInputElement).value = renavam
    byId('uf', HTMLSelectElement).value = uf
    byId('owner-document', HTMLInputElement).value = EXAMPLE_DOCUMENT
  })
  onSubmit('vehicle-form', (button) => void act(button, 'vehicle', register))
}

async function register() {
  const nickname = valueOf('nickname')
  const body = {
    plate: valueOf('plate'),
    renavam: valueOf('renavam'),
    uf: valueOf('uf'),
    owner_document: valueOf('owner-document'),
    ...(nickname === '' ? {} : { nickname }),
  }
  /** @type {Vehicle | undefined} */
  const vehicle = await ask('vehicle', { method: 'POST', path: '/api/v1/vehicles', body })
  if (vehicle === undefined) return
  setVehicle(vehicle)
  say('vehicle', fill(texts.vehicle.registered, { plate: vehicle.plate }))
}
