/** Puts the operations of the contract on a server: key, account, form, quota, handler, reply. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { refundSlot } from '../quota/refund-slot.ts'
import { takeSlot } from '../quota/take-slot.ts'
import type { ServiceTools } from '../service-tools.ts'
import { callerAdmission } from '../tenants/admit-caller.ts'
import type { Caller } from '../tenants/authenticate.ts'
import { calledAddress } from './called-address.ts'
import { type Arrived, requestReader } from './read-request.ts'

interface LooseReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A handler without its types: the typed `Handlers` were checked where they were written. */
export type LooseHandler = (request: Arrived, context: unknown) => Promise<LooseReply>

export function bindApi(
  app: FastifyInstance,
  tools: ServiceTools,
  operations: readonly Operation[],
  handlerOf: (id: string) => LooseHandler,
): void {
  app.decorateRequest('caller', null)
  const admit = callerAdmission(tools)
  for (const operation of operations) {
    const answer = answerer(tools, operation, handlerOf(operation.id))
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{([a-z_]+)\}/g, ':$1'),
      // Before the body is read: a caller without a key costs one header.
      onRequest: async (request) => {
        if (operation.public) return
        const { headers, ip: address } = request
        const caller = await admit({ headers, address, needsAccount: operation.account })
        request.setDecorator('caller', caller)
      },
      handler: async (request, reply) => {
        const { status, body, headers } = await answer(request)
        if (headers !== undefined) reply.headers(headers)
        return reply.code(status).send(body)
      },
    })
  }
}

function answerer(tools: ServiceTools, operation: Operation, handler: LooseHandler) {
  const read = requestReader(operation)
  return async (request: FastifyRequest): Promise<LooseReply> => {
    const understood = read(request)
    const caller = request.getDecorator<Caller | null>('caller')
    const context = { ...caller, url: calledAddress(tools.publicBaseUrl, request) }
    if (operation.quota === undefined || caller === null) return await handler(understood, context)
    const slot = await takeSlot(tools, caller.credentialId, operation.quota)
    const reply = await handler(understood, context)
    if (reply.status >= 400 && !tools.limits.countRefused) await refundSlot(tools, slot)
    return reply
  }
}
