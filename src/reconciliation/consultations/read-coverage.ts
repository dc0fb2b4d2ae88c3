/**
 * Reads once, for a run, which states the service does not offer now. A state that the answer
 * leaves out, or describes in another shape than the interface's, is asked about as usual.
 */
import type { Client } from '../../client/client.ts'
import { Failure } from '../../failure.ts'

/** UFs in capitals. Empty when coverage cannot be read: then every vehicle is asked as usual. */
export async function statesNotOffered(
  client: Pick<Client, 'read'>,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const coverage = await client.read('coverage', {}, { signal })
    const states = (coverage?.results ?? []).filter(({ consultation }) => !consultation)
    return [...new Set(states.map(({ uf }) => uf.trim().toUpperCase()))].toSorted()
  } catch (error) {
    // If the service cannot be reached, the next request will fail and say so.
    if (!(error instanceof Failure)) throw error
    return []
  }
}
