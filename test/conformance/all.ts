/** Every statement, in the order in which a service is asked: what ends a state comes late. */
import type { Statements } from './support/statement.ts'
import { answers } from './answers.ts'
import { callers } from './callers.ts'
import { cards } from './cards.ts'
import { consultations } from './consultations.ts'
import { fields } from './fields.ts'
import { limits } from './limits.ts'
import { orderList } from './order-list.ts'
import { orders } from './orders.ts'
import { pix } from './pix.ts'
import { service } from './service.ts'
import { vehicleList } from './vehicle-list.ts'
import { vehicles } from './vehicles.ts'

/** By the names of their files. */
export const parts: Readonly<Record<string, Statements>> = {
  service,
  vehicles,
  consultations,
  'vehicle-list': vehicleList,
  orders,
  'order-list': orderList,
  callers,
  cards,
  pix,
  fields,
  answers,
  limits,
}
