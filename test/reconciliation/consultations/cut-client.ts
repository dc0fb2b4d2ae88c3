/** The real client of a test, with one of its verbs cut somewhere on the way. */
import type { Client } from '../../../src/client/client.ts'

/** The POST arrives, and its answer is lost. */
export function losingAnswers(client: Client): Client {
  const call: Client['call'] = async (operation, request, options) => {
    const result = await client.call(operation, request, options)
    if (operation === 'previewCheckout') return result
    return { outcome: 'in-doubt', why: 'the answer was lost' }
  }
  return changed(client, { call })
}

/** The POST leaves, and never arrives. */
export function losingRequests(client: Client): Client {
  const call: Client['call'] = async (operation, request, options) => {
    if (operation === 'previewCheckout') return client.call(operation, request, options)
    options?.mayLeave?.()
    return { outcome: 'in-doubt', why: 'the request was lost' }
  }
  return changed(client, { call })
}

/** Every read answers what `read` makes of the real one. */
export function changingReads(
  client: Client,
  read: (real: () => Promise<unknown>) => Promise<unknown>,
): Client {
  const reading = (operation: 'getConsultation', request: never): Promise<unknown> =>
    read(() => client.read(operation, request))
  return changed(client, { read: reading as unknown as Client['read'] })
}

function changed(client: Client, change: Partial<Client>): Client {
  return {
    origin: client.origin,
    call: (operation, request, options) => client.call(operation, request, options),
    read: (operation, request, options) => client.read(operation, request, options),
    pages: (operation, request, options) => client.pages(operation, request, options),
    health: (options) => client.health(options),
    checkAccess: (options) => client.checkAccess(options),
    close: () => client.close(),
    ...change,
  }
}
