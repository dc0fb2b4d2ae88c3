/** `frota why PLATE`: where a vehicle stands in the plan, for which reasons, and what holds it. */
import { wallClock } from '../clock.ts'
import { PLANS_LISTED_MAX, type PlanListing } from '../ledger/orders/plans.ts'
import { whyVehicle, type WhyVehicle } from '../reconciliation/consultations/why-vehicle.ts'
import type { CommandContext } from './context.ts'
import { planPolicyFrom } from '../app/plan/plan-file.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { holdWords } from '../app/plan/hold-words.ts'
import { namedOn, noVehicle, sayHowFound } from './vehicle/named-vehicle.ts'
import { answerWords, pointsWords, reasonWords } from '../app/plan/why-words.ts'
import { sayIn, type Locale } from '../bilingual.ts'
import { pick } from '../fields.ts'
import { displayCents } from '../fleet/money.ts'
import { displayFor } from '../reconciliation/reports/words/display.ts'
import { gateReason, planState } from './words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  const name = namedOn(context, 'why')
  const planPolicy = await planPolicyFrom(config)
  await withFleet(context, async ({ stores }, fleet) => {
    const tools = { ...stores, clock: wallClock, zone: config.FROTA_TIME_ZONE, planPolicy }
    const why = await whyVehicle(tools, { fleetId: fleet.id, name })
    if (!why.found) throw noVehicle(fleet.name, name, why.similar)
    const found = why.vehicles.map(({ vehicle }) => vehicle)
    sayHowFound(output, { by: why.by, name, vehicles: found })
    const plans = await stores.plans.list(fleet.id, PLANS_LISTED_MAX)
    const planOf = ({ vehicle }: WhyVehicle) =>
      plans.find((plan) => plan.renavam === vehicle.renavam)
    for (const one of why.vehicles) sayVehicle(context, one, planOf(one))
    const vehicles = why.vehicles.map((one) => ({
      ...asObject(one),
      order: orderObject(planOf(one)),
    }))
    output.object({ fleet: fleet.name, vehicles })
  })
}

function sayVehicle(
  { output, config }: CommandContext,
  one: WhyVehicle,
  plan: PlanListing | undefined,
): void {
  const { say, locale } = output
  const zone = config.FROTA_TIME_ZONE
  const { vehicle, place, waiting } = one
  output.line(`${vehicle.plate} · RENAVAM ${vehicle.renavam} · ${vehicle.uf}`)
  const label = (pt: string, en: string): string => `${say(pt, en)}:`.padEnd(LABEL_CHARACTERS)
  const line = (name: string, text: string): void => output.line(`  ${name} ${text}`)
  if (place !== null) {
    line(
      label('Lugar no plano', 'Place in the plan'),
      `${place} ${say('de', 'of')} ${waiting} · ${pointsWords(one.points, locale)}`,
    )
  }
  line(label('Situação', 'Now'), holdWords(one.hold, locale, zone))
  line(label('Última resposta', 'Last answer'), answerWords(one, locale, zone))
  if (plan !== undefined) line(label('Pedido', 'Order'), orderWords(plan, locale, zone))
  if (one.reasons.length > 0) {
    const why = place === null ? say('Pesaria', 'Would weigh') : say('Pesa', 'Weighs')
    output.line(`  ${why}:`)
  }
  for (const reason of one.reasons) output.line(`    ${reasonWords(reason, locale)}`)
}

const LABEL_CHARACTERS = 18

function asObject({ vehicle, lastAnswer, lastQuestion, ...why }: WhyVehicle): object {
  return {
    ...pick(vehicle, ['plate', 'renavam', 'uf', 'nickname', 'state', 'inFleet']),
    ...why,
    lastAnswerAt: lastAnswer?.answeredAt ?? null,
    lastQuestion: lastQuestion && pick(lastQuestion, QUESTION),
  }
}

const QUESTION = ['status', 'askedAt', 'answeredAt', 'errorCode', 'errorTitle'] as const

/** `proposal · R$ 1,234.56 · it would exceed the limit of the day … (until 11/03/2026 00:00)`. */
export function orderWords(plan: PlanListing, locale: Locale, zone: string): string {
  const cents = displayCents(plan.totalCents ?? plan.debtsCents, locale)
  const parts = [planState(plan.state, locale), cents]
  if (plan.waitsFor !== null) {
    const until = plan.waitsUntil === null ? '' : untilWords(plan.waitsUntil, locale, zone)
    parts.push(`${gateReason(plan.waitsFor, locale)}${until}`)
  }
  return parts.join(' · ')
}

function untilWords(until: Date, locale: Locale, zone: string): string {
  const word = sayIn(locale)('até', 'until')
  return ` (${word} ${displayFor(locale, zone).instant(until.toISOString())})`
}

/** The plan for scripts; null when nothing is proposed. */
export function orderObject(plan: PlanListing | undefined): object | null {
  return plan === undefined ? null : pick(plan, ORDER)
}

const ORDER = [
  'id',
  'state',
  'method',
  'debtsCents',
  'feeCents',
  'totalCents',
  'waitsFor',
  'waitsUntil',
] as const
