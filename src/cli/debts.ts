/** `frota debts PLATE`: what one vehicle owes, since when, and what became of each debt. */
import { plainDay, wallClock } from '../clock.ts'
import { displayCents } from '../fleet/money.ts'
import { debtsOfVehicle, type VehicleDebts } from '../reconciliation/debts/debts-of-vehicle.ts'
import type { OwedStanding } from '../reconciliation/debts/owed-totals.ts'
import { shownState } from '../reconciliation/debts/shown-state.ts'
import type { CommandContext } from './context.ts'
import { simulatedMark } from '../app/orders/is-simulated.ts'
import { withFleet } from '../app/ledger/with-fleet.ts'
import { namedOn, noVehicle, sayHowFound } from './vehicle/named-vehicle.ts'
import type { Output } from '../app/output.ts'
import { debtState } from './words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config } = context
  const name = namedOn(context, 'debts')
  await withFleet(context, async ({ stores }, fleet) => {
    const tools = { ...stores, clock: wallClock, zone: config.FROTA_TIME_ZONE }
    const { by, vehicles } = await debtsOfVehicle(tools, { fleetId: fleet.id, name })
    if (vehicles.length === 0) throw noVehicle(fleet.name, name)
    sayHowFound(output, { by, name, vehicles: vehicles.map(({ vehicle }) => vehicle) })
    const mark = await simulatedMark(stores.runs, fleet.id)
    for (const one of vehicles) sayVehicle(output, one, { zone: config.FROTA_TIME_ZONE, mark })
    output.object({ simulated: mark !== '', vehicles: vehicles.map(asObject) })
  })
}

/** `zone`: IANA, where the fleet is; `since` is the day it was there. */
function sayVehicle(
  output: Output,
  { vehicle, owed, refunded }: VehicleDebts,
  { zone, mark }: { zone: string; mark: string },
): void {
  const { say, locale } = output
  const { plate, renavam, uf, inFleet } = vehicle
  const cents = displayCents(owed.owedCents, locale)
  const sum = inFleet
    ? `${cents} ${say('a pagar', 'owed')}`
    : say(
        `saiu da frota: ${cents} que não entram em total nem em proposta`,
        `left the fleet: ${cents} in no total and no proposal`,
      )
  output.line(`${plate} · RENAVAM ${renavam} · ${uf} · ${sum}${mark}`)
  for (const { debt, standing } of owed.debts) {
    const state = refunded.includes(debt.id) ? 'refunded' : shownState(vehicle, debt)
    const since = plainDay(debt.firstSeenAt.getTime(), zone)
    output.line(
      `  ${(debt.dueDate ?? '—').padEnd(10)}  ${displayCents(debt.amountCents, locale).padStart(14)}  ` +
        `${debtState(state, locale).padEnd(12)} ${note(standing, say)}` +
        `${debt.description} · ${say('desde', 'since')} ${since}`,
    )
  }
}

/** Marks debts that are paid and still shown by the authority, so that nobody pays them again. */
function note(standing: OwedStanding, say: Output['say']): string {
  if (standing === 'alternative') return say('(alternativa) ', '(alternative) ')
  if (standing === 'awaiting-settlement')
    return say('(aguardando baixa) ', '(awaiting settlement) ')
  return ''
}

function asObject({ vehicle, owed, past, history, refunded }: VehicleDebts): object {
  const { plate, renavam, uf, nickname, state, inFleet } = vehicle
  const { debts, owedCents, alternativeCents, awaitingCents } = owed
  const totals = { owedCents, alternativeCents, awaitingCents }
  return { plate, renavam, uf, nickname, state, inFleet, ...totals, debts, past, history, refunded }
}
