/** The real client of a test, whose requests are lost or whose answers are changed on the way. */
import type { CallResult } from '../../src/client/answer.ts'
import type { AnyRequest, Client } from '../../src/client/client.ts'
import type { OperationId, SuccessBody } from '../../src/contract/call.ts'
import type { Consultation } from '../../src/contract/consultation.ts'
import type { Order, OrderItem } from '../../src/contract/order.ts'

/** The POST arrives, and its answer is lost. */
export function losingAnswers(client: Client): Client {
  const call: Client['call'] = async (operation, request, options) => {
    const result = await client.call(operation, request, options)
    if (operation === 'previewCheckout') return result
    return { outcome: 'in-doubt', why: 'the answer was lost' }
  }
  return { ...client, call }
}

/** The POST leaves, and never arrives. */
export function losingRequests(client: Client): Client {
  const call: Client['call'] = async (operation, request, options) => {
    if (operation === 'previewCheckout') return client.call(operation, request, options)
    options?.mayLeave?.()
    return { outcome: 'in-doubt', why: 'the request was lost' }
  }
  return { ...client, call }
}

/** Every read answers what `read` makes of the real one. */
export function changingReads(
  client: Client,
  read: (real: () => Promise<unknown>, operation: string) => Promise<unknown>,
): Client {
  const reading = (operation: 'getConsultation', request: never): Promise<unknown> =>
    read(() => client.read(operation, request), operation)
  return { ...client, read: reading as unknown as Client['read'] }
}

/** Every read throws this failure, or answers that there is no such thing. */
export function failingReads(client: Client, failure: Error | null): Client {
  return changingReads(client, async () => {
    if (failure !== null) throw failure
    return null
  })
}

/** Every consultation that is read is what `change` makes of it. */
export function changingAnswers(
  client: Client,
  change: (answer: Consultation) => Consultation,
): Client {
  return changingReads(client, async (real, operation) => {
    const body = await real()
    return body === null || operation !== 'getConsultation' ? body : change(body as Consultation)
  })
}

/** What the service says of every order that is made, read or listed, or of the one with this id. */
export function saying(
  client: Client,
  said: Partial<Order> | ((order: Order) => Partial<Order>),
  orderId?: string,
): Client {
  return changingOrders(client, (order) => {
    if (orderId !== undefined && order.id !== orderId) return order
    return { ...order, ...(typeof said === 'function' ? said(order) : said) }
  })
}

/** Its items are what `change` makes of them, where it shows them. */
export function changedItems(
  { items }: Order,
  change: (item: OrderItem, at: number) => Partial<OrderItem>,
): Pick<Order, 'items'> {
  if (items === undefined) return {}
  return { items: items.map((item, at) => ({ ...item, ...change(item, at) })) }
}

/** The interface does not promise that an order shows what it pays. */
export function hidingItems(client: Client): Client {
  return changingOrders(client, (order) => {
    const { items, ...rest } = order
    return items === undefined ? order : rest
  })
}

/** Every answer to this operation is what `change` makes of the real one. */
export function changingCalls<Id extends OperationId>(
  client: Client,
  changed: Id,
  change: (real: CallResult<SuccessBody<Id>>) => CallResult<SuccessBody<Id>>,
): Client {
  const call: Client['call'] = async (operation, request, options) => {
    const result = await client.call(operation, request, options)
    const asked: OperationId = operation
    if (asked !== changed) return result
    return change(result as CallResult<SuccessBody<Id>>) as unknown as typeof result
  }
  return { ...client, call }
}

/** A service without a preview. */
export function unpreviewing(client: Client): Client {
  const none = { outcome: 'answered', ok: false, status: 501, detail: '' } as const
  return changingCalls(client, 'previewCheckout', () => none)
}

/** Before each request this happens, and the request waits for it. */
export function beforeRequests(
  client: Client,
  act: (operation: OperationId, request: AnyRequest) => unknown,
): Client {
  return {
    ...client,
    call: async (operation, request, options) => {
      await act(operation, request)
      return client.call(operation, request, options)
    },
    read: async (operation, request, options) => {
      await act(operation, request)
      return client.read(operation, request, options)
    },
    pages: async function* pages(operation, request, options) {
      await act(operation, request)
      yield* client.pages(operation, request, options)
    },
  }
}

/** The service is asked for an item that it never showed, and refuses. */
export function orderingUnknownItems(client: Client, itemId: string): Client {
  const call: Client['call'] = (operation, request, options) => {
    const body = { debt_item_ids: [itemId], method: 'pix' }
    return client.call(
      operation,
      operation === 'createOrder' ? { ...request, body } : request,
      options,
    )
  }
  return { ...client, call }
}

function changingOrders(client: Client, change: (order: Order) => Order): Client {
  const reading = changingReads(client, async (real, operation) => {
    const body = await real()
    return body === null || operation !== 'getOrder' ? body : change(body as Order)
  })
  const making = changingCalls(reading, 'createOrder', (result) =>
    result.outcome === 'answered' && result.ok ? { ...result, body: change(result.body) } : result,
  )
  return {
    ...making,
    pages: async function* pages(operation, request, options) {
      for await (const page of client.pages(operation, request, options)) {
        yield operation === 'listOrders'
          ? ((page as Order[]).map(change) as unknown as typeof page)
          : page
      }
    },
  }
}
