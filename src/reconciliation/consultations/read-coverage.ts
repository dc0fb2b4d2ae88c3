/**
 * Reads once, for a run, which states the service does not offer now. Whatever it does not say, or
 * says in another shape than the interface's, is no reason not to ask.
 */
import type { Client } from '../../client/client.ts'
import { Failure } from '../../failure.ts'

/** Two capitals each. Empty when coverage cannot be read: everybody is asked as before. */
export async function statesNotOffered(
  client: Pick<Client, 'read'>,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const coverage = await client.read('coverage', {}, signal === undefined ? {} : { signal })
    const states = (coverage?.results ?? []).filter(({ consultation }) => !consultation)
    return [...new Set(states.map(({ uf }) => uf.trim().toUpperCase()))].toSorted()
  } catch (error) {
    // A service that cannot be reached says so to whatever is asked of it next.
    if (!(error instanceof Failure)) throw error
    return []
  }
}
