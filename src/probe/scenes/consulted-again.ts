/** A second look at a vehicle with debts, and the list of all its consultations. */
import { fieldsOf, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Scene } from '../session.ts'
import { consultationsOf, debtor, follow, itemsOf, ready } from './consultations.ts'
import type { Finished } from './consultations.ts'
import { boletoPlaced } from './orders.ts'

interface History {
  readonly answer: Finished
  readonly history: Exchange
  readonly latest: Exchange
}

/** Of the vehicle whose consultation became ready. */
export const history: Scene<History> = async (session) => {
  const answer = await session.stage(ready)
  if (!answer.ok) return answer
  const path = consultationsOf(answer.value.vehicle)
  const list = await session.send({ method: 'GET', path })
  const latest = await session.send({ method: 'GET', path: `${path}/latest` })
  if (latest.unsent !== undefined) return { ok: false, why: latest.unsent }
  if (succeeded(list)) {
    const keys = Array.isArray(list.json) ? ['array'] : Object.keys(fieldsOf(list.json))
    session.learned.note('history_envelope', keys, 'GET vehicles/{id}/consultations')
  }
  return staged({ answer: answer.value, history: list, latest })
}

interface Again {
  readonly first: Finished
  readonly second: Exchange
}

/** After the orders: a service might take items of the newest consultation only. */
export const consultedAgain: Scene<Again> = async (session) => {
  const first = await session.stage(debtor)
  if (!first.ok) return first
  await session.stage(boletoPlaced)
  const path = consultationsOf(first.value.vehicle)
  const posted = await session.send({ method: 'POST', path, costs: 'consultations' })
  if (posted.unsent !== undefined) return { ok: false, why: posted.unsent }
  const id = succeeded(posted) ? textAt(posted.json, 'id') : undefined
  const second = id === undefined ? undefined : await follow(session, id)
  if (second === undefined || textAt(second.json, 'status') !== 'ready') {
    return lacking('a segunda consulta não ficou pronta', 'the second did not become ready')
  }
  const before = new Set(itemsOf(first.value.last).map((item) => textAt(item, 'id')))
  const kept = itemsOf(second).filter((item) => before.has(textAt(item, 'id'))).length
  const how = 'two consultations of one vehicle'
  session.learned.note('item_ids_change', kept === 0, how)
  return staged({ first: first.value, second })
}
