/**
 * The client of one process: the real reading of answers and pages over a simulated network. A POST
 * leaves once it has leave; from then on it is the network's, whatever becomes of the process.
 */
import { unreachable } from '../../src/client/failures.ts'
import type { CallResult } from '../../src/client/answer.ts'
import type {
  AnyRequest,
  CallOptions,
  Client,
  ItemOf,
  ListId,
  ReadId,
  RequestOf,
} from '../../src/client/client.ts'
import { pagesOf } from '../../src/client/pages.ts'
import { readOf } from '../../src/client/read-of.ts'
import { bodyOf, resultOf } from '../../src/client/typed.ts'
import type { OperationId, SuccessBody } from '../../src/contract/call.ts'
import { PAGE_SIZE_MAX } from '../../src/contract/limits.ts'
import { drawReadFault } from './faults.ts'
import { partOf } from './ledger/tables.ts'
import { sendRequest, type NetworkTools } from './send-request.ts'
import { readOperation, ORIGIN } from './service/reads.ts'
import type { Reply } from './service/service.ts'

const ELSEWHERE = 'https://elsewhere.example/api/v1/list?page=2'

export function openClient(tools: NetworkTools): Client {
  const read = async (operation: string, request: AnyRequest): Promise<CallResult<unknown>> => {
    const result = await exchange(tools, operation, request)
    await tools.process.clock.sleep(tools.random.next() * tools.travelMsMax)
    return result
  }
  return partOf<Client>('client', {
    origin: ORIGIN,
    call: async <Id extends OperationId>(id: Id, request: RequestOf<Id>, options?: CallOptions) =>
      resultOf(id, await sendRequest(tools, id, request, options)),
    read: async <Id extends ReadId>(
      id: Id,
      request: RequestOf<Id>,
    ): Promise<SuccessBody<Id> | null> => bodyOf(id, readOf(await read(id, request), ORIGIN, id)),
    pages: <Id extends ListId>(
      id: Id,
      request: RequestOf<Id>,
    ): AsyncGenerator<ItemOf<Id>[], void, undefined> =>
      pagesOf(id, request, ORIGIN, (page) => read(id, page)),
  })
}

/** A page at an address that a service named, for whoever would follow it. */
export async function readAt(
  tools: NetworkTools,
  url: string | null,
  operation: ListId,
  request: AnyRequest,
): Promise<unknown> {
  const address = new URL(url ?? ORIGIN)
  const page = address.searchParams.get('page') ?? '1'
  if (address.origin !== ORIGIN) tools.onElsewhere(address.origin)
  const query = { page_size: PAGE_SIZE_MAX, ...request.query, page: Number(page) }
  return readOf(await exchange(tools, operation, { ...request, query }), ORIGIN, operation)
}

/** The answer is as of now; it arrives later. */
function exchange(
  tools: NetworkTools,
  operation: string,
  request: AnyRequest,
): Promise<CallResult<unknown>> {
  return tools.process.act('read', async () => {
    const fault = tools.calm() ? 'none' : drawReadFault(tools.random, tools.readFaultShare)
    tools.count(`read: ${fault}`)
    const reply = readOperation(tools.service, operation, request)
    switch (fault) {
      case 'none':
        return resultFrom(reply)
      case 'unreachable': {
        const why = 'connection refused'
        return { outcome: 'never-sent', why, cause: unreachable(ORIGIN, why) }
      }
      case '503':
        return { outcome: 'answered', ok: false, status: 503, detail: '' }
      case 'unreadable':
        return { outcome: 'in-doubt', why: 'the body was cut', status: 200 }
      case 'page elsewhere':
        return resultFrom(elsewhere(reply))
    }
  })
}

/** A list that names another machine as its next page; any other answer stays as it is. */
function elsewhere(reply: Reply): Reply {
  const { body } = reply
  if (typeof body !== 'object' || body === null || !('results' in body)) return reply
  return { ...reply, body: { ...body, next: ELSEWHERE } }
}

export function resultFrom({ status, body }: Reply): CallResult<unknown> {
  if (status < 300) return { outcome: 'answered', ok: true, status, body }
  const isProblem = typeof body === 'object' && body !== null && 'detail' in body
  const detail = isProblem ? String(body.detail) : ''
  return { outcome: 'answered', ok: false, status, detail }
}
