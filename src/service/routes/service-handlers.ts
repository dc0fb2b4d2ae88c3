/** One handler for each operation of the contract; a missing one does not compile. */
import type { OperationId } from '../../contract/call.ts'
import type { LooseReply } from '../api-call.ts'
import { createConsultation } from '../consultations/create-consultation.ts'
import {
  getConsultation,
  latestConsultation,
  listConsultations,
} from '../consultations/read-consultations.ts'
import { coverage } from '../coverage.ts'
import { createOrder } from '../orders/create-order.ts'
import { payCard } from '../orders/pay-card.ts'
import { previewCheckout } from '../orders/preview-checkout.ts'
import { getOrder, listOrders } from '../orders/read-orders.ts'
import { renewPix, simulatePix } from '../orders/act-on-pix.ts'
import { summarizeOrders } from '../orders/summarize-orders.ts'
import type { Handler, ServiceTools } from '../service-tools.ts'
import { createVehicle } from '../vehicles/create-vehicle.ts'
import { deleteVehicle } from '../vehicles/delete-vehicle.ts'
import { getVehicle } from '../vehicles/get-vehicle.ts'
import { listVehicles } from '../vehicles/list-vehicles.ts'
import { summarizeVehicles } from '../vehicles/summarize-vehicles.ts'
import { updateVehicle } from '../vehicles/update-vehicle.ts'
import type { Arrived } from '../http/read-request.ts'
import { listBudgets } from '../quota/list-budgets.ts'
import { ok } from '../http/replies.ts'

export const serviceHandlers: { readonly [Id in OperationId]: Handler<Id> } = {
  health: async ({ lookup, payments }) =>
    ok({
      status: 'ok',
      service: 'frota-service',
      vdi_lookup: { mode: lookup.mode },
      payments: { mode: payments.mode, sandbox: payments.sandbox },
    }),
  coverage: async (tools) => ok(coverage(tools.coverage)),
  limits: listBudgets,
  createVehicle,
  listVehicles,
  vehicleSummary: summarizeVehicles,
  getVehicle,
  updateVehicle,
  deleteVehicle,
  createConsultation,
  listConsultations,
  latestConsultation,
  getConsultation,
  createOrder,
  listOrders,
  orderSummary: summarizeOrders,
  getOrder,
  payCard,
  renewPix,
  previewCheckout,
  simulatePix,
}

/** Without its types: `bindApi` checks each request before it calls the handler. */
export function looseHandler(id: string): LooseHandler {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each id has its handler.
  return (serviceHandlers as Readonly<Record<string, unknown>>)[id] as LooseHandler
}

type LooseHandler = (tools: ServiceTools, request: Arrived, call: unknown) => Promise<LooseReply>
