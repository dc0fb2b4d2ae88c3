/** What a POST does at the service, and the answers of a service that is wrong. */
import type { NewOrder } from '../../src/contract/order.ts'
import type { NewVehicle } from '../../src/contract/vehicle.ts'
import type { Random } from '../../src/random.ts'
import type { SentRequest } from './send-request.ts'
import {
  createConsultation,
  createOrder,
  createVehicle,
  preview,
  renewPix,
} from './service/service.ts'
import type { Reply, ServiceTools } from './service/service.ts'

/** The client's types made the bodies: this is the one place where they get them back. */
export function processRequest(service: ServiceTools, sent: SentRequest): Reply {
  const by = { request: sent.number }
  const { operation, request } = sent
  switch (operation) {
    case 'createVehicle':
      return createVehicle(service, request.body as NewVehicle, by)
    case 'createConsultation':
      return createConsultation(service, request.params?.['vehicle_id'] ?? '', by)
    case 'createOrder':
      return createOrder(service, request.body as NewOrder, by)
    case 'previewCheckout':
      return preview(service, (request.body as NewOrder).debt_item_ids)
    case 'renewPix':
      return renewPix(service, request.params?.['order_id'] ?? '')
    default:
      throw new Error(`The simulated service has no ${operation}.`)
  }
}

/** It answers with something that was not asked for. */
export function unfit(reply: Reply, random: Random): Reply {
  const { body } = reply
  if (typeof body !== 'object' || body === null) return reply
  return { ...reply, body: { ...body, vehicle_id: random.uuid(), renavam: '00000000000' } }
}

/** An order whose sum is not that of its debts. */
export function withOtherAmount(reply: Reply): Reply {
  const { body } = reply
  if (typeof body !== 'object' || body === null || !('debts_amount' in body)) return reply
  return { ...reply, body: { ...body, debts_amount: '1.00' } }
}
