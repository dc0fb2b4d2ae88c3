/** Finds the fleet that a command names, for which a file was imported before. */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Fleet, FleetStore } from '../../ledger/fleets/fleets.ts'

/** Throws `usage` for an unknown name, `wrong-account` for a fleet of another account. */
export async function knownFleet(
  store: FleetStore,
  name: string,
  accountId?: string,
): Promise<Fleet> {
  const fleet = await store.find(name)
  if (fleet === undefined) throw nothingImported(name)
  if (accountId === undefined) return fleet
  return store.open({ name, accountId, at: new Date(wallClock.now()) })
}

export function nothingImported(name: string): Failure {
  return new Failure('usage', {
    pt: `Nenhuma planilha foi importada para a frota "${name}"; comece com: frota reconcile FROTA.csv`,
    en: `No file was imported for the fleet "${name}" yet; begin with: frota reconcile FLEET.csv`,
  })
}
