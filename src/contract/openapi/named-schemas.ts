/** Which schemas of the contract have a name of their own in the document, and which name. */
import type { TSchema } from 'typebox'
import { Budgets } from '../budgets.ts'
import { CardPayment, Preview, PreviewRequest } from '../checkout.ts'
import { Consultation } from '../consultation.ts'
import { Coverage } from '../coverage.ts'
import { DebtItem } from '../debt-item.ts'
import { Health } from '../health.ts'
import { Attempt, NewOrder, Order, OrderItem } from '../order.ts'
import { page } from '../page.ts'
import { Problem } from '../problem.ts'
import { Amount, PlainDate, Timestamp, Uuid } from '../scalar.ts'
import { OrderSummary, VehicleSummary } from '../summary.ts'
import { NewVehicle, Vehicle, VehicleChange } from '../vehicle.ts'

/** Generated clients use these names, so a published name must not change. */
export const namedSchemas = {
  Vehicle,
  NewVehicle,
  VehicleChange,
  VehiclePage: page(Vehicle),
  VehicleSummary,
  VehicleSummaryByUf: VehicleSummary.properties.by_uf.items,
  Consultation,
  ConsultationPage: page(Consultation),
  DebtItem,
  NewOrder,
  Order,
  OrderPage: page(Order),
  OrderItem,
  Attempt,
  OrderSummary,
  OrderSummaryByStatus: OrderSummary.properties.by_status.items,
  OrderSummaryByMethod: OrderSummary.properties.by_method.items,
  CardPayment,
  PreviewRequest,
  Preview,
  Installment: Preview.properties.installments.items,
  Coverage,
  StateCoverage: Coverage.properties.results.items,
  Budgets,
  Budget: Budgets.properties.budgets.items,
  Health,
  Problem,
  Uuid,
  Amount,
  Timestamp,
  PlainDate,
  Mode: Health.properties.payments.properties.mode,
  ConsultationStatus: Consultation.properties.status,
  ConsultationStage: Consultation.properties.stage,
  DebtKind: DebtItem.properties.kind,
  DebtGroup: DebtItem.properties.group,
  OrderStatus: Order.properties.status,
  PaymentMethod: Order.properties.method,
  AttemptStatus: Attempt.properties.status,
  ItemSettlement: OrderItem.properties.settlement_status,
} as const satisfies Record<string, TSchema>

export type SchemaName = keyof typeof namedSchemas
