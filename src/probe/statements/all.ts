/** Every statement, in the order in which a probe judges them: what ends a state comes late. */
import type { Statement } from '../statement.ts'
import { beginningOfFlow, endOfFlow, healthStatements } from './part-1.ts'
import { consultationStatements } from './part-2-consultation.ts'
import { orderStatements } from './part-2-order.ts'
import { vehicleStatements } from './part-2-vehicle.ts'
import { consultationStates, orderStates, paymentStates, vehicleStates } from './part-3.ts'
import { pixExpiry, pixPayments, pixRenewals, previews } from './part-4-checkout.ts'
import {
  consultationReads,
  consultationRequests,
  laterConsultations,
} from './part-4-consultations.ts'
import { coverage } from './part-4-coverage.ts'
import { orderDays, orderFilters, orderSummary } from './part-4-order-list.ts'
import { orderReads, orderRequests } from './part-4-orders.ts'
import { cardCharges, cardRefusals } from './part-4-pay-card.ts'
import { vehicleFilters, vehiclePages, vehicleStandings } from './part-4-vehicle-list.ts'
import { vehicleSummary } from './part-4-vehicle-summary.ts'
import {
  vehicleChanges,
  vehicleDeletions,
  vehicleRegistrations,
  vehicleStrangers,
} from './part-4-vehicles.ts'
import { authentication } from './part-5.ts'
import { errors } from './part-7.ts'
import { freeLimits } from './part-8.ts'
import { versioning } from './part-9.ts'

export { limitStatements } from './part-8-hour.ts'

export const statements: readonly Statement[] = [
  ...healthStatements,
  ...coverage,
  ...vehicleStatements,
  ...vehicleRegistrations,
  ...freeLimits,
  ...vehicleChanges,
  ...vehicleStrangers,
  ...vehicleFilters,
  ...vehiclePages,
  ...consultationStates,
  ...consultationRequests,
  ...consultationStatements,
  ...consultationReads,
  ...vehicleStandings,
  ...vehicleSummary,
  // The orders of each method come before what is refused, which uses the same hour.
  ...beginningOfFlow,
  ...orderStatements,
  ...orderStates,
  ...orderRequests,
  ...orderReads,
  ...orderFilters,
  ...orderDays,
  ...orderSummary,
  ...previews,
  ...pixRenewals,
  ...cardRefusals,
  ...authentication,
  ...versioning,
  ...cardCharges,
  ...pixExpiry,
  ...paymentStates,
  ...pixPayments,
  ...endOfFlow,
  ...laterConsultations,
  ...vehicleStates,
  ...vehicleDeletions,
  // What every answer is held to, when all were seen.
  ...errors,
]
