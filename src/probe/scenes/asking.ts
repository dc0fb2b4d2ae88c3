/** Scenes that are one request, sent once however many statements look at its answer. */
import type { Exchange, ProbeRequest } from '../exchange.ts'
import { staged } from '../finding.ts'
import type { Staged } from '../finding.ts'
import type { Scene, Session } from '../session.ts'

export function asking(request: (session: Session) => ProbeRequest): Scene<Exchange> {
  return async (session) => sent(session, request(session))
}

/** One request that needs what another scene prepared. */
export function askingOf<Value>(
  scene: Scene<Value>,
  request: (value: Value, session: Session) => ProbeRequest,
): Scene<Exchange> {
  return async (session) => {
    const before = await session.stage(scene)
    return before.ok ? await sent(session, request(before.value, session)) : before
  }
}

async function sent(session: Session, request: ProbeRequest): Promise<Staged<Exchange>> {
  const exchange = await session.send(request)
  return exchange.unsent === undefined ? staged(exchange) : { ok: false, why: exchange.unsent }
}
