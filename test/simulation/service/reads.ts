/** What the simulated service answers to reads: single things at once, lists and summaries late. */
import { latestOf, vehicleBody } from './bodies.ts'
import { orderBody } from './order-life.ts'
import { readConsultation, refusal, type Reply, type ServiceTools } from './service.ts'
import type { AnyRequest } from '../../../src/client/client.ts'

export function readOperation(
  tools: ServiceTools,
  operation: string,
  { params = {}, query = {} }: AnyRequest,
): Reply {
  const { state } = tools
  const nowMs = tools.nowMs()
  switch (operation) {
    case 'listVehicles': {
      const found = visible(tools, state.vehicles).filter(({ renavam }) => renavam === query['q'])
      return paged(
        tools,
        found.map((vehicle) => vehicleBody(vehicle, latestSeen(tools, vehicle.id), nowMs)),
        query,
      )
    }
    case 'getVehicle': {
      const vehicle = state.vehicles.find(({ id }) => id === params['vehicle_id'])
      if (vehicle === undefined) return refusal(404, 'no such vehicle')
      return { status: 200, body: vehicleBody(vehicle, latestSeen(tools, vehicle.id), nowMs) }
    }
    case 'latestConsultation': {
      const vehicle = state.vehicles.find(({ id }) => id === params['vehicle_id'])
      return readConsultation(tools, vehicle && latestOf(state, vehicle))
    }
    case 'getConsultation':
      return readConsultation(
        tools,
        state.consultations.find(({ id }) => id === params['consultation_id']),
      )
    case 'listOrders': {
      const since = query['created_after']
      const after = typeof since === 'string' ? Date.parse(since) : 0
      const found = visible(tools, state.orders)
        .filter(({ vehicle }) => vehicle.id === query['vehicle_id'])
        .filter(({ madeAtMs }) => madeAtMs >= after)
      const hides = tools.habits.listHidesItems
      return paged(
        tools,
        found.map((order) => orderBody(order, nowMs, hides)),
        query,
      )
    }
    case 'getOrder': {
      const order = state.orders.find(({ id }) => id === params['order_id'])
      if (order === undefined) return refusal(404, 'no such order')
      return { status: 200, body: orderBody(order, nowMs, false) }
    }
    default:
      throw new Error(`The simulated service has no ${operation}.`)
  }
}

function visible<T extends { readonly madeAtMs: number }>(
  { nowMs, habits }: ServiceTools,
  things: readonly T[],
): T[] {
  return things.filter(({ madeAtMs }) => madeAtMs <= nowMs() - habits.lagMs)
}

function latestSeen(tools: ServiceTools, vehicleId: string) {
  return visible(tools, tools.state.consultations).findLast(
    ({ vehicle }) => vehicle.id === vehicleId,
  )
}

export const ORIGIN = 'https://service.example'

/** Pages are smaller than what was asked for, as a service may have it. */
function paged(
  { habits }: ServiceTools,
  all: readonly unknown[],
  query: Readonly<Record<string, unknown>>,
): Reply {
  const page = Number(query['page'] ?? 1)
  const from = (page - 1) * habits.pageSize
  const until = from + habits.pageSize
  const next = until < all.length ? `${ORIGIN}/api/v1/list?page=${page + 1}` : null
  const results = all.slice(from, until)
  return { status: 200, body: { count: all.length, next, previous: null, results } }
}
