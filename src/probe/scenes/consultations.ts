/** The consultations of a probe: asked until a vehicle with payable debts is found. */
import {
  CONSULTATION_WAIT_MS_MAX,
  DEBTOR_TRIES_MAX,
  VARIETY_TRIES_MAX,
  waitsWithin,
} from '../limits.ts'
import { fieldsOf, listAt, succeeded, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { lacking, staged } from '../finding.ts'
import type { Scene, Session } from '../session.ts'
import { car, plainVehicle, VEHICLES } from './vehicles.ts'
import type { Registered } from './vehicles.ts'

export interface Asked {
  readonly vehicle: Registered
  readonly posted: Exchange
}

export interface Finished extends Asked {
  readonly id: string
  /** Every read until it was ready, failed, or waited for too long. */
  readonly last: Exchange
  readonly status: string
  readonly vehicleAfter: Exchange
}

export function consultationsOf({ id }: { readonly id: string }): string {
  return `${VEHICLES}/${id}/consultations`
}

async function ask(session: Session, vehicle: Registered): Promise<Asked> {
  const posted = await session.send({
    method: 'POST',
    path: consultationsOf(vehicle),
    costs: 'consultations',
  })
  return { vehicle, posted }
}

/** The car's first consultation, as it was answered at once. */
export const firstAsked: Scene<Asked> = async (session) => {
  const vehicle = await session.stage(car)
  if (!vehicle.ok) return vehicle
  const asked = await ask(session, vehicle.value)
  if (asked.posted.unsent !== undefined) return { ok: false, why: asked.posted.unsent }
  const { status } = asked.posted
  if (status !== null) {
    session.learned.note('consultation_created_status', status, 'POST consultations')
  }
  return staged(asked)
}

/** A second one right behind the first, and what the lists say meanwhile. */
interface Meanwhile extends Asked {
  readonly twin: Exchange
  readonly before: Exchange
  readonly pendingList: Exchange
  readonly after: Exchange
}

export const meanwhile: Scene<Meanwhile> = async (session) => {
  const asked = await session.stage(firstAsked)
  if (!asked.ok) return asked
  if (!succeeded(asked.value.posted)) {
    return lacking('nenhuma consulta foi aberta', 'no consultation was opened')
  }
  const { vehicle, posted } = asked.value
  // At once, because an answer may take less time than a few reads.
  const { posted: twin } = await ask(session, vehicle)
  const path = `/api/v1/consultations/${idOf(posted) ?? ''}`
  const first = await session.send({ method: 'GET', path })
  const read = { method: 'GET', path: `${VEHICLES}/${vehicle.id}` } as const
  const before = await session.send(read)
  const pendingList = await session.send({
    method: 'GET',
    path: `${VEHICLES}?status=pending&q=${vehicle.renavam}`,
  })
  const after = await session.send(read)
  const wasPending = textAt(first.json, 'status') === 'pending'
  if (wasPending && twin.status !== null && twin.status !== 429) {
    const isAllowed = succeeded(twin) && idOf(twin) !== idOf(posted)
    const how = `POST consultations: ${twin.status}`
    session.learned.note('second_consultation_while_pending', isAllowed, how)
  }
  return staged({ ...asked.value, twin, before, pendingList, after })
}

function idOf({ json }: Exchange): string | undefined {
  return textAt(json, 'id')
}

/** Reads a consultation until it is ready or failed, within a bound. */
export async function follow(session: Session, id: string): Promise<Exchange> {
  const { clock, learned } = session
  const startedMs = clock.uptime()
  const path = `/api/v1/consultations/${id}`
  let last = await session.send({ method: 'GET', path })
  for (const waitMs of waitsWithin(CONSULTATION_WAIT_MS_MAX)) {
    const stage = textAt(last.json, 'stage')
    if (stage !== undefined) learned.saw('stages_seen', stage, 'GET consultation')
    if (isOver(last) || !succeeded(last) || session.stopped()) break
    await session.pause(waitMs)
    last = await session.send({ method: 'GET', path })
  }
  if (isOver(last)) {
    const tookMs = Math.round(clock.uptime() - startedMs)
    learned.note('consultation_ms', tookMs, 'GET consultation until ready or failed')
  }
  return last
}

function isOver({ json }: Exchange): boolean {
  const status = textAt(json, 'status')
  return status === 'ready' || status === 'failed'
}

async function finish(session: Session, asked: Asked): Promise<Finished | undefined> {
  const id = succeeded(asked.posted) ? idOf(asked.posted) : undefined
  if (id === undefined) return undefined
  const last = await follow(session, id)
  const path = `${VEHICLES}/${asked.vehicle.id}`
  const vehicleAfter = await session.send({ method: 'GET', path })
  const status = textAt(last.json, 'status') ?? ''
  return { ...asked, id, last, status, vehicleAfter }
}

/** The car's consultation, when it came to its end or the wait did. */
export const firstFinished: Scene<Finished> = async (session) => {
  const asked = await session.stage(firstAsked)
  if (!asked.ok) return asked
  // While the first is pending, and before anybody waits for it.
  await session.stage(meanwhile)
  const finished = await finish(session, asked.value)
  if (finished !== undefined) return staged(finished)
  return lacking('nenhuma consulta foi aberta', 'no consultation was opened')
}

/** Vehicle after vehicle, until their debts are of every kind that a statement asks about. */
export const tries: Scene<readonly Finished[]> = async (session) => {
  const first = await session.stage(firstFinished)
  if (!first.ok) return first
  const all = [first.value]
  const max = session.limits ? VARIETY_TRIES_MAX : DEBTOR_TRIES_MAX
  while (!isVaried(all, session.limits) && all.length < max && !session.stopped()) {
    const vehicle = await plainVehicle(session)
    if (!vehicle.ok) break
    const finished = await finish(session, await ask(session, vehicle.value))
    if (finished === undefined) break
    all.push(finished)
  }
  return staged(all)
}

/** One debt that can be paid, one that cannot, and with `--limits` one that depends on another. */
function isVaried(all: readonly Finished[], isThorough: boolean): boolean {
  const items = all.flatMap(({ last }) => itemsOf(last))
  const hasUnpayable = items.some((item) => fieldsOf(item)['is_payable'] === false)
  return all.some(isDebtor) && hasUnpayable && (!isThorough || items.some(isDependent))
}

/** True for what may be paid, and only together with another. */
export function isDependent(item: unknown): boolean {
  const { is_payable, depends_on } = fieldsOf(item)
  return is_payable === true && typeof depends_on === 'string'
}

export function itemsOf({ json }: Exchange): readonly unknown[] {
  return listAt(json, 'items') ?? []
}

/** True for what may stand in an order by itself. */
export function isFree(item: unknown): boolean {
  const { is_payable, depends_on, id } = fieldsOf(item)
  return is_payable === true && typeof id === 'string' && typeof depends_on !== 'string'
}

function isDebtor({ status, last }: Finished): boolean {
  return status === 'ready' && itemsOf(last).some(isFree)
}

/** A ready consultation, with debts where one was found. */
export const ready: Scene<Finished> = async (session) => {
  const all = await session.stage(tries)
  if (!all.ok) return all
  const found = all.value.find(isDebtor) ?? all.value.find(({ status }) => status === 'ready')
  if (found !== undefined) return staged(found)
  return lacking('nenhuma consulta ficou pronta', 'no consultation became ready')
}

export const debtor: Scene<Finished> = async (session) => {
  const all = await session.stage(tries)
  if (!all.ok) return all
  const found = all.value.find(isDebtor)
  if (found !== undefined) return staged(found)
  return lacking('nenhum débito a pagar foi encontrado', 'no payable debt was found')
}

export const failed: Scene<Finished> = async (session) => {
  const all = await session.stage(tries)
  if (!all.ok) return all
  const found = all.value.find(({ status }) => status === 'failed')
  if (found !== undefined) return staged(found)
  return lacking('nenhuma consulta falhou', 'no consultation failed')
}
