/** Example bodies and answers of every operation, with the types of the contract. */
import type { api } from '../api.ts'
import type { OperationId } from '../call.ts'
import type { BodyOf, Operation, ReplyBody, StatusOf } from '../operation.ts'
import * as consultation from './examples/example-consultation.ts'
import * as order from './examples/example-order.ts'
import * as service from './examples/example-service.ts'
import * as vehicle from './examples/example-vehicle.ts'

type Good<O extends Operation> = Extract<StatusOf<O>, 200 | 201>

/** Examples under short names; `body` is absent for an operation without a body. */
interface ExamplesOf<O extends Operation> {
  readonly body?: Readonly<Record<string, NonNullable<BodyOf<O>>>>
  readonly reply?: Readonly<Record<string, ReplyBody<O, Good<O>>>>
}

/** The examples of any operation, for code that goes through all of them. */
export type LooseExamples = ExamplesOf<Operation>

function onePage<Item>(item: Item) {
  return { count: 1, next: null, previous: null, results: [item] }
}

export const operationExamples: { readonly [Id in OperationId]: ExamplesOf<(typeof api)[Id]> } = {
  health: { reply: { simulated: service.health } },
  coverage: { reply: { one_state: service.coverage } },
  limits: { reply: { both: service.budgets } },
  createVehicle: {
    body: { vehicle: vehicle.newVehicle },
    reply: { registered: vehicle.registeredVehicle },
  },
  listVehicles: { reply: { one_page: onePage(vehicle.consultedVehicle) } },
  vehicleSummary: { reply: { totals: vehicle.vehicleSummary } },
  getVehicle: {
    reply: { consulted: vehicle.consultedVehicle, inactive: vehicle.inactiveVehicle },
  },
  updateVehicle: {
    body: { nickname: vehicle.vehicleChange },
    reply: { renamed: vehicle.renamedVehicle },
  },
  deleteVehicle: {},
  createConsultation: { reply: { pending: consultation.pendingConsultation } },
  listConsultations: { reply: { one_page: onePage(consultation.readyConsultation) } },
  latestConsultation: { reply: { ready: consultation.readyConsultation } },
  getConsultation: {
    reply: {
      ready: consultation.readyConsultation,
      pending: consultation.pendingConsultation,
      failed: consultation.failedConsultation,
    },
  },
  createOrder: {
    body: {
      pix: order.newPixOrder,
      boleto: order.newBoletoOrder,
      credit_card: order.newCardOrder,
    },
    reply: {
      pix: order.awaitingOrder,
      pix_without_code_yet: order.codelessOrder,
      boleto: order.boletoOrder,
      credit_card: order.cardOrder,
    },
  },
  listOrders: { reply: { one_page: onePage(order.awaitingOrder) } },
  orderSummary: { reply: { totals: order.orderSummary } },
  getOrder: {
    reply: {
      awaiting_payment: order.awaitingOrder,
      paid: order.paidOrder,
      settled: order.settledOrder,
    },
  },
  payCard: {
    body: { card: order.cardPayment },
    reply: {
      paid: order.paidCardOrder,
      declined: order.declinedCardOrder,
      in_doubt: order.doubtfulCardOrder,
    },
  },
  renewPix: { reply: { new_code: order.awaitingOrder } },
  previewCheckout: { body: { items: order.previewRequest }, reply: { preview: order.preview } },
  simulatePix: { reply: { paid: order.paidOrder } },
}
