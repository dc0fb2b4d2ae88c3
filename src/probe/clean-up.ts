/** Deactivates what a probe registered, and looks for registrations whose answer was lost. */
import { hasId, rowsOf, succeeded, textAt } from './exchange.ts'
import type { Session } from './session.ts'

export interface CleanUp {
  readonly deactivated: number
  /** Ids, or Renavams whose registration nobody can tell of, that a person may look for. */
  readonly left: readonly string[]
}

const VEHICLES = '/api/v1/vehicles'

export async function cleanUp(session: Session): Promise<CleanUp> {
  const left: string[] = []
  for (const renavam of session.left.doubtful) {
    const listed = await session.send({ method: 'GET', path: `${VEHICLES}?q=${renavam}` })
    if (!succeeded(listed)) left.push(renavam)
    for (const row of rowsOf(listed.json) ?? []) {
      const id = textAt(row, 'id')
      if (textAt(row, 'renavam') === renavam && id !== undefined) session.left.vehicles.add(id)
    }
  }
  let deactivated = 0
  for (const id of session.left.vehicles) {
    session.begin()
    const deleted = await session.send({ method: 'DELETE', path: `${VEHICLES}/${id}` })
    if (succeeded(deleted) || (await isGone(session, id))) deactivated += 1
    else left.push(id)
  }
  return { deactivated, left }
}

/** A second DELETE may be refused by a service that took the first. */
async function isGone(session: Session, id: string): Promise<boolean> {
  const listed = await session.send({ method: 'GET', path: `${VEHICLES}?page_size=100` })
  return succeeded(listed) && !hasId(rowsOf(listed.json), id)
}
