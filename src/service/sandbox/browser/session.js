/** What the reader has chosen so far; nothing of it outlives the page. */

/**
 * @typedef {import('../../../contract/vehicle.ts').Vehicle} Vehicle
 * @typedef {import('../../../contract/debt-item.ts').DebtItem} DebtItem
 * @typedef {import('../../../contract/order.ts').Order} Order
 * @typedef {{ lookup: string, payments: string, sandbox: boolean }} Modes
 * @typedef {'modes' | 'vehicle' | 'numbers' | 'items' | 'order'} Topic
 */

export const session = {
  /**
   * Undefined until /health was read, null when it could not be understood.
   * @type {Modes | null | undefined}
   */
  modes: undefined,
  /** @type {Vehicle | null} */
  vehicle: null,
  /**
   * Debts of the consultation that is shown; null before there is one.
   * @type {readonly DebtItem[] | null}
   */
  items: null,
  /** @type {Set<string>} */
  chosen: new Set(),
  /** @type {Order | null} */
  order: null,
  /** Grows with every change of the connection, so that late answers are not taken for new. */
  generation: 0,
}

/** @type {Map<Topic, (() => void)[]>} */
const listeners = new Map()

/**
 * @param {Topic} topic
 * @param {() => void} listener
 */
export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
}

/** @param {Topic} topic */
function tell(topic) {
  for (const listener of listeners.get(topic) ?? []) listener()
}

/** @param {Modes | null | undefined} modes */
export function setModes(modes) {
  session.modes = modes
  tell('modes')
}

/** @param {Vehicle | null} vehicle */
export function setVehicle(vehicle) {
  session.vehicle = vehicle
  setItems(null)
  tell('vehicle')
}

/**
 * The chosen vehicle as it is now; what is shown of its debts stays.
 * @param {Vehicle} vehicle
 */
export function renewVehicle(vehicle) {
  if (session.vehicle?.id !== vehicle.id) return
  session.vehicle = vehicle
  tell('numbers')
}

/** @param {readonly DebtItem[] | null} items */
export function setItems(items) {
  session.items = items
  session.chosen = new Set()
  tell('items')
}

/** @param {Order | null} order */
export function setOrder(order) {
  session.order = order
  tell('order')
}

/** Another service, key or account: what was chosen belongs to the one before. */
export function startOver() {
  session.generation++
  setModes(undefined)
  setVehicle(null)
  setOrder(null)
}
