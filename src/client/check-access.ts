/** Whether this key and this account may work at all, asked by the cheapest read there is. */
import type { CallOptions, Client } from './client.ts'
import { wrongAccount, wrongService } from './failures.ts'
import { failureOf } from './read-of.ts'

/** The interface leaves this status open; a list without filters has no other reason to fail. */
const ACCOUNT_ERRORS: ReadonlySet<number> = new Set([400, 403, 404, 409, 422])

export async function checkAccess(client: Client, options: CallOptions): Promise<void> {
  const result = await client.call('listVehicles', { query: { page: 1, page_size: 1 } }, options)
  if (result.outcome === 'answered') {
    if (result.ok) return
    if (result.stop === undefined && ACCOUNT_ERRORS.has(result.status)) {
      throw wrongAccount(client.origin, result.detail)
    }
  }
  const failure = failureOf(result, client.origin, 'listVehicles')
  if (failure.code === 'layout-unfit' && result.outcome === 'in-doubt') {
    throw wrongService(client.origin, result.unfit ?? result.why)
  }
  // A vehicle of another form was listed all the same.
  if (failure.code !== 'answer-unfit') throw failure
}
