/** Asks again about one vehicle, also while its answer is fresh: one more question of the quota. */
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import type { Hold } from '../../reconciliation/consultations/judge-hold.ts'
import { whyVehicle, type WhyVehicle } from '../../reconciliation/consultations/why-vehicle.ts'
import type { Secret } from '../../secret.ts'
import type { AppContext } from '../context.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'
import { holdWords } from '../plan/hold-words.ts'
import { planPolicyFrom } from '../plan/plan-file.ts'
import { askForRun, type Asked } from './ask-for-run.ts'

interface Tools {
  readonly context: Pick<AppContext, 'config'>
  readonly secret: Secret
  readonly clock: Clock
}

/** A question ended, by an answer or not, and nothing asks by itself for a while. */
export function wasAskedAlready({ hold }: Hold): boolean {
  return hold === 'fresh' || hold === 'resting' || hold === 'asked-out'
}

/** Throws a Failure that says what keeps it from being asked. */
export async function requireAskable(
  ledger: Pick<OpenLedger, 'stores'>,
  tools: Omit<Tools, 'secret'>,
  vehicle: VehicleFacts,
): Promise<void> {
  const hold = (await explainVehicle(ledger, tools, vehicle))?.hold
  // Anything else asks already, or no question can leave.
  if (hold === undefined || wasAskedAlready(hold) || hold.hold === 'next-run') return
  const { FROTA_TIME_ZONE: zone } = tools.context.config
  throw new Failure('usage', {
    pt: `${vehicle.plate} não se pergunta agora: ${holdWords(hold, 'pt-BR', zone)}.`,
    en: `${vehicle.plate} cannot be asked about now: ${holdWords(hold, 'en', zone)}.`,
  })
}

export async function askAboutVehicle(
  ledger: OpenLedger,
  tools: Tools,
  { vehicle, ...asked }: Omit<Asked, 'kind' | 'vehicleId'> & { readonly vehicle: VehicleFacts },
): Promise<void> {
  await requireAskable(ledger, tools, vehicle)
  await askForRun(ledger, tools, { ...asked, kind: 'retry', vehicleId: vehicle.id })
}

/** Where it stands in the plan, and what holds it. */
export async function explainVehicle(
  { stores }: Pick<OpenLedger, 'stores'>,
  { context: { config }, clock }: Pick<Tools, 'context' | 'clock'>,
  { id, fleetId, renavam: name }: VehicleFacts,
): Promise<WhyVehicle | undefined> {
  const planPolicy = await planPolicyFrom(config)
  const tools = { ...stores, clock, zone: config.FROTA_TIME_ZONE, planPolicy }
  const why = await whyVehicle(tools, { fleetId, name })
  return why.found ? why.vehicles.find(({ vehicle }) => vehicle.id === id) : undefined
}
