/** Where a reply leads: the next calls, and which of their parameters it answers (OpenAPI 3.1, Link). */
import type { OperationId } from '../call.ts'
import type { LinkObject } from './document-shape.ts'

const ID = '$response.body#/id'
const ofVehicle = { vehicle_id: ID }
const ofConsultation = { consultation_id: ID }
const ofOrder = { order_id: ID }

type Link = Omit<LinkObject, 'operationId'> & { readonly operationId: OperationId }

const order: Readonly<Record<string, Link>> = {
  read: { operationId: 'getOrder', parameters: ofOrder, description: 'Wait for code and payment.' },
  pay_card: { operationId: 'payCard', parameters: ofOrder, description: 'Charge a card.' },
  renew_pix: { operationId: 'renewPix', parameters: ofOrder, description: 'Ask for another code.' },
  simulate_pix: {
    operationId: 'simulatePix',
    parameters: ofOrder,
    description: 'Pay it as its payer would, in mock or sandbox.',
  },
}

const consult: Link = {
  operationId: 'createConsultation',
  parameters: ofVehicle,
  description: 'Ask what the vehicle owes.',
}

/** Of the successful reply of an operation. */
export const operationLinks: Partial<Record<OperationId, Readonly<Record<string, Link>>>> = {
  createVehicle: { consult },
  getVehicle: { consult },
  createConsultation: {
    read: {
      operationId: 'getConsultation',
      parameters: ofConsultation,
      description: 'Read it until it is ready or failed.',
    },
  },
  getConsultation: {
    order: { operationId: 'createOrder', description: 'Order ids of its payable items.' },
  },
  previewCheckout: {
    order: { operationId: 'createOrder', description: 'Order the same items.' },
  },
  createOrder: order,
  getOrder: order,
}
