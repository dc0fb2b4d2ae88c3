/** Answers a POST with an Idempotency-Key once: the same key gets the reply that it had. */
import { detail } from '../../contract/problem.ts'
import { fieldsOf } from '../../fields.ts'
import type { ApiCall, LooseReply } from '../api-call.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceTools } from '../service-tools.ts'
import { endClaim, type KeyedRequest, meetKey } from './idempotent-call.ts'

const KEY = /^[\x21-\x7e]{1,255}$/
const REPLAYED = { 'idempotent-replayed': 'true' }

export async function answerOnce<Reply extends LooseReply>(
  tools: ServiceTools,
  call: ApiCall,
  answer: (call: ApiCall) => Promise<Reply>,
): Promise<Reply | LooseReply> {
  const asked = keyedRequest(tools, call)
  if (asked === null) return await answer(call)
  const met = await meetKey(tools, asked)
  if (met.is === 'answered') {
    return { status: met.status, body: JSON.parse(met.reply), headers: REPLAYED }
  }
  // What was made is shown as it is now: nobody was told how it was then.
  if (met.is === 'interrupted') return { ...(await call.show(met.objectId)), headers: REPLAYED }
  try {
    return await answer({ ...call, idempotent: met.call })
  } finally {
    await endClaim(tools, met.call)
  }
}

function keyedRequest(
  { secrets }: Pick<ServiceTools, 'secrets'>,
  { operation, request, caller, key }: ApiCall,
): KeyedRequest | null {
  const { brandId, accountId = null } = caller ?? {}
  if (key === undefined || operation.method !== 'POST') return null
  if (brandId === undefined || accountId === null) return null
  if (!KEY.test(key)) throw refuse(400, detail.keyMalformed)
  const body = operation.id === 'payCard' ? withoutCard(request.body) : request.body
  const asked = JSON.stringify([operation.id, request.params, sorted(body)])
  return { brandId, accountId, key, hash: secrets.hashRequest(asked) }
}

/** Nothing of a card is kept but its last digits, not even in a hash. */
function withoutCard(body: unknown): unknown {
  const { number, installments = 1 } = fieldsOf(body)
  return { digits: String(number).slice(-4), installments }
}

/** Bodies are flat, so that their own keys are all there is to sort. */
function sorted(body: unknown): unknown {
  if (body === undefined) return null
  return Object.entries(fieldsOf(body)).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
