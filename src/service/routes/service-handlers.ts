/** One handler for each operation of the contract; a missing one does not compile. */
import { api } from '../../contract/api.ts'
import type { Handlers } from '../../contract/handlers.ts'
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
import { renewPix } from '../orders/renew-pix.ts'
import { simulatePix } from '../orders/simulate-pix.ts'
import { summarizeOrders } from '../orders/summarize-orders.ts'
import type { CallContexts, ServiceTools } from '../service-tools.ts'
import { createVehicle } from '../vehicles/create-vehicle.ts'
import { deleteVehicle } from '../vehicles/delete-vehicle.ts'
import { getVehicle } from '../vehicles/get-vehicle.ts'
import { listVehicles } from '../vehicles/list-vehicles.ts'
import { summarizeVehicles } from '../vehicles/summarize-vehicles.ts'
import { updateVehicle } from '../vehicles/update-vehicle.ts'
import type { LooseHandler } from './bind-api.ts'
import { listBudgets } from '../quota/list-budgets.ts'
import { ok } from '../http/replies.ts'

type ServiceHandlers = Handlers<typeof api, CallContexts>

export function serviceHandlers(tools: ServiceTools): ServiceHandlers {
  const handlers: ServiceHandlers = {
    health: async () =>
      ok({
        status: 'ok',
        service: 'frota-service',
        vdi_lookup: { mode: tools.lookup.mode },
        payments: { mode: tools.payments.mode, sandbox: tools.payments.sandbox },
      }),
    coverage: async () => ok(coverage()),
    limits: (_request, call) => listBudgets(tools, call),
    createVehicle: (request, call) => createVehicle(tools, request, call),
    listVehicles: (request, call) => listVehicles(tools, request, call),
    vehicleSummary: (request, call) => summarizeVehicles(tools, request, call),
    getVehicle: (request, call) => getVehicle(tools, request, call),
    updateVehicle: (request, call) => updateVehicle(tools, request, call),
    deleteVehicle: (request, call) => deleteVehicle(tools, request, call),
    createConsultation: (request, call) => createConsultation(tools, request, call),
    listConsultations: (request, call) => listConsultations(tools, request, call),
    latestConsultation: (request, call) => latestConsultation(tools, request, call),
    getConsultation: (request, call) => getConsultation(tools, request, call),
    createOrder: (request, call) => createOrder(tools, request, call),
    listOrders: (request, call) => listOrders(tools, request, call),
    orderSummary: (request, call) => summarizeOrders(tools, request, call),
    getOrder: (request, call) => getOrder(tools, request, call),
    payCard: (request, call) => payCard(tools, request, call),
    renewPix: (request, call) => renewPix(tools, request, call),
    previewCheckout: (request, call) => previewCheckout(tools, request, call),
    simulatePix: (request, call) => simulatePix(tools, request, call),
  }
  return handlers
}

/** Drops the handler's types: `bindApi` checks each request before it calls the handler. */
export function looseHandler(handlers: ServiceHandlers, id: string): LooseHandler {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each id has its handler.
  return (handlers as Readonly<Record<string, unknown>>)[id] as LooseHandler
}
