/** The vehicle at the other service: found by its Renavam, registered or corrected when need be. */
import type { Vehicle } from '../../contract/vehicle.ts'
import { isOtherOwner } from '../../fleet/other-owner.ts'
import type { LookupQuestion } from '../debt-lookup.ts'
import { askLive, isAccess, type LiveAnswer, type LiveService } from './live-answer.ts'

type AskedVehicle = LookupQuestion['vehicle']

/** `later`: look again, whatever was sent; registering twice ends as 409 or as found. */
export type FoundVehicle =
  | { readonly found: 'vehicle'; readonly id: string; readonly latest: string | null }
  | { readonly found: 'limited'; readonly retryAfterMs: number | null }
  | { readonly found: 'refused'; readonly detail: string }
  | { readonly found: 'later' }

const PAGE_SIZE = 100

export async function findVehicle(live: LiveService, asked: AskedVehicle): Promise<FoundVehicle> {
  const query = { q: asked.renavam, page: 1, page_size: PAGE_SIZE }
  const listed = await askLive(live, 'listVehicles', { query })
  if (listed.got !== 'body') return listed.got === 'limited' ? limited(listed) : { found: 'later' }
  const known = oldest(listed.body.results.filter((each) => each.renavam === asked.renavam))
  if (known === null) return await register(live, asked)
  const { plate, uf } = asked
  const isSame = known.plate === plate && known.uf === uf
  const owner = asked.ownerDocument()
  const isOther = isOtherOwner(owner, known.owner_document_masked)
  if (isSame && !isOther) return vehicle(known)
  const params = { vehicle_id: known.id }
  const body = { plate, uf, ...(isOther ? { owner_document: owner } : {}) }
  const changed = await askLive(live, 'updateVehicle', { params, body })
  if (changed.got !== 'body') return written(asked, changed)
  // The interface does not show what a change answers, so plate and UF are read again.
  return isSame ? vehicle(known) : { found: 'later' }
}

async function register(live: LiveService, asked: AskedVehicle): Promise<FoundVehicle> {
  const { plate, renavam, uf } = asked
  const body = { plate, renavam, uf, owner_document: asked.ownerDocument() }
  const answer = await askLive(live, 'createVehicle', { body })
  // Somebody registered it meanwhile, or the list lags behind.
  if (answer.got === 'refused' && answer.status === 409) return { found: 'later' }
  return written(asked, answer)
}

function written(asked: AskedVehicle, answer: LiveAnswer<Vehicle>): FoundVehicle {
  if (answer.got === 'body' && answer.body.renavam === asked.renavam) return vehicle(answer.body)
  if (answer.got === 'limited') return limited(answer)
  const isTheirNo = answer.got === 'refused' && !isAccess(answer.status) && answer.status !== 404
  return isTheirNo ? { found: 'refused', detail: answer.detail } : { found: 'later' }
}

/** Of twins the one that was there first, whoever asks. */
function oldest(vehicles: readonly Vehicle[]): Vehicle | null {
  const sorted = vehicles
    .filter((each) => each.is_active)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
  return sorted[0] ?? null
}

function vehicle({ id, latest_consultation_id: latest }: Vehicle): FoundVehicle {
  return { found: 'vehicle', id, latest }
}

function limited(answer: { readonly retryAfterMs: number | null }): FoundVehicle {
  return { found: 'limited', retryAfterMs: answer.retryAfterMs }
}
