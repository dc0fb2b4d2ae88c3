/** Makes a route for each operation: key, account, form, quota, handler, reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Operation } from '../../contract/operation.ts'
import { breakAnswer } from '../faults/break-answer.ts'
import type { FaultyReply } from '../faults/http-faults.ts'
import type { Faults } from '../faults/open-faults.ts'
import type { ServiceTools } from '../service-tools.ts'
import { callerAdmission } from '../tenants/admit-caller.ts'
import type { Caller } from '../tenants/authenticate.ts'
import { IDEMPOTENCY_HEADER } from '../../contract/headers.ts'
import { answerOnce } from '../receipts/answer-once.ts'
import { calledAddress } from '../http/called-address.ts'
import { answerCall, type ApiCall, type LooseReply } from '../api-call.ts'
import { requestReader } from '../http/read-request.ts'
import { looseHandler } from './service-handlers.ts'

export function bindApi(
  app: FastifyInstance,
  tools: ServiceTools,
  faults: Faults | undefined,
): void {
  app.decorateRequest('caller', null)
  // A held answer would keep the server from closing.
  if (faults !== undefined) app.addHook('preClose', async () => faults.stop())
  const admit = callerAdmission(tools)
  for (const operation of Object.values<Operation>(api)) {
    const understand = reader(tools, operation, faults)
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
        const call = understand(request)
        if (faults === undefined) {
          return send(reply, await answerOnce(tools, call, (once) => answerCall(tools, once)))
        }
        const from = { socket: request.raw.socket, address: request.url }
        const answered: FaultyReply = await answerOnce(tools, call, (once) =>
          faults.answer(tools, once, from),
        )
        return answered.ending === undefined
          ? send(reply, answered)
          : breakAnswer(request, reply, answered)
      },
    })
  }
}

/** The read of what an operation makes or changes, and the parameter that names it. */
function shownBy(id: string): readonly [operation: string, parameter: string] {
  if (id === 'createVehicle') return ['getVehicle', 'vehicle_id']
  if (id === 'createConsultation') return ['getConsultation', 'consultation_id']
  return ['getOrder', 'order_id']
}

function send(reply: FastifyReply, { status, body, headers }: LooseReply): FastifyReply {
  if (headers !== undefined) reply.headers(headers)
  return reply.code(status).send(body)
}

function reader(tools: ServiceTools, operation: Operation, faults: Faults | undefined) {
  const read = requestReader(operation)
  const handler = looseHandler(operation.id)
  const status = 201 in operation.replies ? 201 : 200
  return (arrived: FastifyRequest): ApiCall => {
    const request = read(arrived)
    const caller = arrived.getDecorator<Caller | null>('caller')
    const url = calledAddress(tools.publicBaseUrl, arrived)
    const hidden = faults?.hidden(caller?.accountId)
    return {
      operation,
      request,
      caller,
      key: arrived.headers[IDEMPOTENCY_HEADER]?.toString(),
      handle: (receipt) => handler(tools, request, { ...caller, url, hidden, receipt }),
      show: async (id) => {
        const [shows, name] = shownBy(operation.id)
        const shown = { params: { [name]: id }, query: undefined, body: undefined }
        return { ...(await looseHandler(shows)(tools, shown, { ...caller, url })), status }
      },
    }
  }
}
