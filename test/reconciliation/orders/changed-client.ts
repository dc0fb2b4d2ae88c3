/** The real client of a test, whose answers about consultations and orders are changed on the way. */
import type { CallResult } from '../../../src/client/answer.ts'
import type { Client } from '../../../src/client/client.ts'
import type { Preview } from '../../../src/contract/checkout.ts'
import type { Consultation } from '../../../src/contract/consultation.ts'
import type { Order } from '../../../src/contract/order.ts'

/** Every consultation that is read is what `change` makes of it. */
export function changingAnswers(
  client: Client,
  change: (answer: Consultation) => Consultation,
): Client {
  return changingRead(client, 'getConsultation', (body) => change(body as Consultation))
}

/** Every order that is made, read or listed is what `change` makes of it. */
export function changingOrders(client: Client, change: (order: Order) => Order): Client {
  const reading = changingRead(client, 'getOrder', (body) => change(body as Order))
  return {
    ...reading,
    call: async (operation, request, options) => {
      const result = await client.call(operation, request, options)
      if (operation !== 'createOrder' || result.outcome !== 'answered' || !result.ok) return result
      return { ...result, body: change(result.body as Order) as typeof result.body }
    },
    pages: async function* pages(operation, request, options) {
      for await (const page of client.pages(operation, request, options)) {
        yield operation === 'listOrders'
          ? ((page as Order[]).map(change) as unknown as typeof page)
          : page
      }
    },
  }
}

/** Every preview is answered like this, or not asked at the service at all. */
export function changingPreviews(
  client: Client,
  change: (real: CallResult<Preview>) => CallResult<Preview>,
): Client {
  return {
    ...changingRead(client, '', (body) => body),
    call: async (operation, request, options) => {
      const result = await client.call(operation, request, options)
      if (operation !== 'previewCheckout') return result
      return change(result as CallResult<Preview>) as typeof result
    },
  }
}

/** The interface does not promise that an order shows what it pays. */
export function hidingItems(client: Client): Client {
  return changingOrders(client, (order) => {
    const { items, ...rest } = order
    return items === undefined ? order : rest
  })
}

/** Every read throws this failure, or answers that there is no such thing. */
export function failingReads(client: Client, failure: Error | null): Client {
  const read = (): Promise<null> =>
    failure === null ? Promise.resolve(null) : Promise.reject(failure)
  return { ...changingRead(client, '', (body) => body), read }
}

/** The service is asked for an item that it never showed, and refuses. */
export function orderingUnknownItems(client: Client, itemId: string): Client {
  return {
    ...changingRead(client, '', (body) => body),
    call: (operation, request, options) => {
      const body = { debt_item_ids: [itemId], method: 'pix' }
      const changed = operation === 'createOrder' ? { ...request, body } : request
      return client.call(operation, changed, options)
    },
  }
}

/** Whoever orders has written its intent, and `act` happens before the first byte. */
export function beforeOrdering(client: Client, act: () => Promise<void>): Client {
  return {
    ...changingRead(client, '', (body) => body),
    call: async (operation, request, options) => {
      if (operation === 'createOrder') await act()
      return client.call(operation, request, options)
    },
  }
}

function changingRead(client: Client, changed: string, change: (body: unknown) => unknown): Client {
  const read = async (operation: 'getOrder', request: never): Promise<unknown> => {
    const body = await client.read(operation, request)
    return body === null || operation !== changed ? body : change(body)
  }
  return {
    origin: client.origin,
    call: (operation, request, options) => client.call(operation, request, options),
    read: read as unknown as Client['read'],
    pages: (operation, request, options) => client.pages(operation, request, options),
    health: (options) => client.health(options),
    checkAccess: (options) => client.checkAccess(options),
    close: () => client.close(),
  }
}

/** A service without a preview. */
export function unpreviewing(client: Client): Client {
  return changingPreviews(client, () => ({
    outcome: 'answered',
    ok: false,
    status: 501,
    detail: '',
  }))
}
