/** `frota debts PLATE`: what one vehicle owes, since when, and what became of each debt. */
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { displayCents } from '../fleet/money.ts'
import { debtsOfVehicle } from '../reconciliation/debts/debts-of-vehicle.ts'
import type { VehicleDebts } from '../reconciliation/debts/debts-of-vehicle.ts'
import type { CommandContext } from './context.ts'
import { withFleet } from './read-fleet.ts'
import { debtState } from './words.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, words, config } = context
  const [plate] = words
  if (plate === undefined) {
    throw new Failure('usage', {
      pt: 'Diga a placa: frota debts ABC1D23',
      en: 'Name the plate: frota debts ABC1D23',
    })
  }
  await withFleet(context, async ({ stores }, fleet) => {
    const tools = { ...stores, clock: wallClock, zone: config.FROTA_TIME_ZONE }
    const found = await debtsOfVehicle(tools, { fleetId: fleet.id, plate })
    if (found.length === 0) {
      throw new Failure('usage', {
        pt: `Nenhum veículo da frota "${fleet.name}" tem a placa ${plate.slice(0, 10)}.`,
        en: `No vehicle of the fleet "${fleet.name}" has the plate ${plate.slice(0, 10)}.`,
      })
    }
    for (const one of found) sayVehicle(context, one)
    output.object({ vehicles: found.map(asObject) })
  })
}

function sayVehicle({ output }: CommandContext, { vehicle, owed }: VehicleDebts): void {
  const { say, locale } = output
  output.line(
    `${vehicle.plate} · RENAVAM ${vehicle.renavam} · ${vehicle.uf} · ` +
      `${displayCents(owed.owedCents, locale)} ${say('a pagar', 'owed')}`,
  )
  for (const { debt, standing } of owed.debts) {
    output.line(
      `  ${(debt.dueDate ?? '—').padEnd(10)}  ${displayCents(debt.amountCents, locale).padStart(14)}  ` +
        `${debtState(debt.state, locale).padEnd(12)} ${standing === 'alternative' ? say('(alternativa) ', '(alternative) ') : ''}` +
        `${debt.description} · ${say('desde', 'since')} ${debt.firstSeenAt.toISOString().slice(0, 10)}`,
    )
  }
}

function asObject({ vehicle, owed, past, history }: VehicleDebts): object {
  const { plate, renavam, uf, nickname, state } = vehicle
  const { debts, owedCents, alternativeCents, awaitingCents } = owed
  const totals = { owedCents, alternativeCents, awaitingCents }
  return { plate, renavam, uf, nickname, state, ...totals, debts, past, history }
}
