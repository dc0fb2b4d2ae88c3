/** Every operation of the interface (part 4) as a value; server, client and OpenAPI follow it. */
import { Budgets } from './budgets.ts'
import { CardPayment, Preview, PreviewRequest } from './checkout.ts'
import { Consultation } from './consultation.ts'
import { Coverage } from './coverage.ts'
import { Health } from './health.ts'
import { NO_BODY, type Operation } from './operation.ts'
import { NewOrder, Order, ORDER_NOT_SHOWN, OrderQuery } from './order.ts'
import { page, PageQuery } from './page.ts'
import { Problem } from './problem.ts'
import { OrderSummary, VehicleSummary } from './summary.ts'
import { NewVehicle, Vehicle, VehicleChange, VehicleQuery } from './vehicle.ts'

/** Error statuses that every operation may answer. */
const open = { 400: Problem, 404: Problem, 500: Problem, 503: Problem } as const
/** Operations with an API key; 429 also for an address that keeps calling without a valid one. */
const keyed = { ...open, 401: Problem, 429: Problem } as const
/** Operations with an account too: 400 without its header, 403 for one of another brand. */
const tenant = { ...keyed, 403: Problem } as const
/** Operations that may carry a body: it may be too large (413) or not JSON (415). */
const carrying = { 413: Problem, 415: Problem } as const
/**
 * Operations that write: 409 for a wrong state or an Idempotency-Key in use, 422 for fields without
 * a valid meaning or a key that another request had.
 */
const posted = { ...carrying, 409: Problem, 422: Problem } as const

export const api = {
  health: {
    id: 'health',
    summary: 'Modes of consultation and payment',
    method: 'GET',
    path: '/health',
    account: false,
    public: true,
    replies: { 200: Health, ...open },
  },
  coverage: {
    id: 'coverage',
    summary: 'What is offered per state',
    method: 'GET',
    path: '/api/v1/coverage',
    account: false,
    replies: { 200: Coverage, ...keyed },
  },
  limits: {
    id: 'limits',
    summary: 'Hourly budgets of the key',
    method: 'GET',
    path: '/api/v1/limits',
    account: false,
    replies: { 200: Budgets, ...keyed },
  },
  createVehicle: {
    id: 'createVehicle',
    summary: 'Register a vehicle',
    method: 'POST',
    path: '/api/v1/vehicles',
    account: true,
    body: NewVehicle,
    replies: { 201: Vehicle, ...tenant, ...posted },
  },
  listVehicles: {
    id: 'listVehicles',
    summary: 'Active vehicles of the account',
    method: 'GET',
    path: '/api/v1/vehicles',
    account: true,
    query: VehicleQuery,
    replies: { 200: page(Vehicle), ...tenant },
  },
  vehicleSummary: {
    id: 'vehicleSummary',
    summary: 'Totals of the active vehicles',
    method: 'GET',
    path: '/api/v1/vehicles/summary',
    account: true,
    replies: { 200: VehicleSummary, ...tenant },
  },
  getVehicle: {
    id: 'getVehicle',
    summary: 'One vehicle, active or not',
    method: 'GET',
    path: '/api/v1/vehicles/{vehicle_id}',
    account: true,
    replies: { 200: Vehicle, ...tenant },
  },
  updateVehicle: {
    id: 'updateVehicle',
    summary: 'Change any of the write fields',
    method: 'PATCH',
    path: '/api/v1/vehicles/{vehicle_id}',
    account: true,
    body: VehicleChange,
    notShown: 'reply',
    replies: { 200: Vehicle, ...tenant, ...posted },
  },
  deleteVehicle: {
    id: 'deleteVehicle',
    summary: 'Deactivate a vehicle; its record is kept',
    method: 'DELETE',
    path: '/api/v1/vehicles/{vehicle_id}',
    account: true,
    replies: { 204: NO_BODY, ...tenant, ...carrying },
  },
  createConsultation: {
    id: 'createConsultation',
    summary: 'Ask for the debts of an active vehicle',
    method: 'POST',
    path: '/api/v1/vehicles/{vehicle_id}/consultations',
    account: true,
    quota: 'consultations',
    replies: { 201: Consultation, ...tenant, ...posted, 429: Problem },
  },
  listConsultations: {
    id: 'listConsultations',
    summary: 'History of a vehicle, newest first',
    method: 'GET',
    path: '/api/v1/vehicles/{vehicle_id}/consultations',
    account: true,
    query: PageQuery,
    replies: { 200: page(Consultation), ...tenant },
  },
  latestConsultation: {
    id: 'latestConsultation',
    summary: 'The newest consultation of a vehicle',
    method: 'GET',
    path: '/api/v1/vehicles/{vehicle_id}/consultations/latest',
    account: true,
    replies: { 200: Consultation, ...tenant },
  },
  getConsultation: {
    id: 'getConsultation',
    summary: 'One consultation; with its debts once ready',
    method: 'GET',
    path: '/api/v1/consultations/{consultation_id}',
    account: true,
    replies: { 200: Consultation, ...tenant },
  },
  createOrder: {
    id: 'createOrder',
    summary: 'Charge for chosen debts of one vehicle',
    method: 'POST',
    path: '/api/v1/orders',
    account: true,
    quota: 'orders',
    body: NewOrder,
    notShown: ORDER_NOT_SHOWN,
    replies: { 201: Order, ...tenant, ...posted, 429: Problem },
  },
  listOrders: {
    id: 'listOrders',
    summary: 'Orders of the account, newest first',
    method: 'GET',
    path: '/api/v1/orders',
    account: true,
    query: OrderQuery,
    notShown: ORDER_NOT_SHOWN,
    replies: { 200: page(Order), ...tenant },
  },
  orderSummary: {
    id: 'orderSummary',
    summary: 'Counts and amounts by status and by method',
    method: 'GET',
    path: '/api/v1/orders/summary',
    account: true,
    replies: { 200: OrderSummary, ...tenant },
  },
  getOrder: {
    id: 'getOrder',
    summary: 'One order with its items and its latest attempt',
    method: 'GET',
    path: '/api/v1/orders/{order_id}',
    account: true,
    notShown: ORDER_NOT_SHOWN,
    replies: { 200: Order, ...tenant },
  },
  payCard: {
    id: 'payCard',
    summary: 'Charge a card for a credit_card order',
    method: 'POST',
    path: '/api/v1/orders/{order_id}/pay-card',
    account: true,
    quota: 'orders',
    body: CardPayment,
    notShown: ORDER_NOT_SHOWN,
    replies: { 200: Order, ...tenant, ...posted, 429: Problem },
  },
  renewPix: {
    id: 'renewPix',
    summary: 'Another Pix code when the current one is missing or expired',
    method: 'POST',
    path: '/api/v1/orders/{order_id}/pix',
    account: true,
    notShown: ORDER_NOT_SHOWN,
    replies: { 200: Order, ...tenant, ...posted },
  },
  previewCheckout: {
    id: 'previewCheckout',
    summary: 'What an order would cost, without creating one',
    method: 'POST',
    path: '/api/v1/checkout/preview',
    account: true,
    body: PreviewRequest,
    notShown: ['installments'],
    replies: { 200: Preview, ...tenant, ...posted },
  },
  simulatePix: {
    id: 'simulatePix',
    summary: 'Pretend that the Pix code was paid; mock or sandbox only',
    method: 'POST',
    path: '/api/v1/orders/{order_id}/simulate-pix',
    account: true,
    notShown: ORDER_NOT_SHOWN,
    replies: { 200: Order, ...tenant, ...posted },
  },
} as const satisfies Record<string, Operation>
