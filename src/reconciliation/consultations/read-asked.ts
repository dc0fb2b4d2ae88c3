/** What the ledger knows of the vehicles that one job asks about, read for all of them at once. */
import type { Clock } from '../../clock.ts'
import type { AskedVehicle, VehicleStore } from '../../ledger/vehicles/vehicles.ts'

export interface AskedTools {
  readonly vehicles: Pick<VehicleStore, 'asked'>
  readonly clock: Pick<Clock, 'uptime'>
}

/** A vehicle may be edited or leave the fleet while others of its job have their turn. */
const READ_MS_MAX = 5_000

export function readAsked({ vehicles, clock }: AskedTools) {
  const waiting = new Set<string>()
  let read = new Map<string, AskedVehicle>()
  let readAtMs = 0
  return {
    expect: (effects: readonly { readonly id: string }[]): void => {
      for (const { id } of effects) waiting.add(id)
    },
    /** Each answer is used once: whoever asks again wants to know what has changed. */
    of: async (id: string): Promise<AskedVehicle | undefined> => {
      if (!read.has(id) || clock.uptime() - readAtMs > READ_MS_MAX) {
        readAtMs = clock.uptime()
        const all = await vehicles.asked([...waiting.add(id)])
        read = new Map(all.map((one) => [one.effectId, one]))
      }
      const asked = read.get(id)
      waiting.delete(id)
      read.delete(id)
      return asked
    },
  }
}
