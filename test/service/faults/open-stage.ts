/** A service that shows faults, vehicles whose plates choose them, and answers read byte by byte. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readScenario } from '../../../src/service/faults/read-scenario.ts'
import type { Scenario } from '../../../src/service/faults/scenario.ts'
import { root } from '../../support/source-files.ts'
import { credentials, sendRaw } from '../security/raw-bytes.ts'
import { newVehicle } from '../support/fleet.ts'
import {
  type Account,
  type Answer,
  answerOf,
  type Bench,
  MINUTE_MS,
  openBench,
} from '../support/open-service.ts'
import { callService } from '../../support/call-service.ts'

export const SCENARIOS = join(root, 'fixtures/scenarios')

export function scenarioFile(name: string): Scenario {
  return readScenario(readFileSync(join(SCENARIOS, name), 'utf8'))
}

/** A scenario written in a test: for each rule its conditions and its fault. */
export function scenario(...rules: (readonly [when: object, fault: object])[]): Scenario {
  // A rule is written to JSON and never awaited.
  // oxlint-disable-next-line unicorn/no-thenable
  const written = rules.map(([when, fault]) => ({ when, then: fault }))
  return readScenario(JSON.stringify({ rules: written }))
}

/** How a person calls for a fault: by a plate of the range, or by a file and a plate that it names. */
export interface Stage {
  readonly url: string
  vehicle(prefix: string): { plate: string; renavam: string; uf: string; owner_document: string }
  send(method: string, path: string, body?: unknown): Promise<Answer>
  /** The id of a vehicle that was registered without a fault. */
  registered(prefix: string): Promise<{ id: string; plate: string }>
  /** Registered and asked, without a fault on the way; the clock moves. */
  consulted(prefix: string): Promise<Asked>
}

export interface Asked {
  readonly vehicleId: string
  readonly plate: string
  readonly consultationId: string
  /** Ids of what may be ordered alone. */
  readonly payable: readonly string[]
  readonly consultation: Record<string, unknown>
}

export interface Theatre extends AsyncDisposable {
  readonly bench: Bench
  /** Without a scenario: only plates of the range call for faults. */
  readonly plain: Stage
  /** Another service over the same database, closed with the rest. */
  under(scenario: Scenario): Promise<Stage>
}

export async function openTheatre(): Promise<Theatre> {
  await using opening = new AsyncDisposableStack()
  const bench = opening.use(await openBench())
  const closing = opening.move()
  return {
    bench,
    plain: onStage(bench),
    under: async (chosen) => {
      const { url } = closing.use(await bench.again({ scenario: chosen }))
      return onStage(bench, url)
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/**
 * How many vehicles each bench has had. Of its own, because what a vehicle owes follows from its
 * number: counted over all files of a process it would depend on which of them ran before.
 */
const vehiclesOf = new WeakMap<Bench, number>()

export function onStage(bench: Bench, url = bench.url, as: Account = bench.own): Stage {
  // Unlike the bench's own, it holds nothing against the contract: that is what faults break.
  const send: Stage['send'] = async (method, path, body) =>
    await answerOf(await callService({ ...as, url }, method, path, { body }))
  const vehicle: Stage['vehicle'] = (prefix) => {
    const number = (vehiclesOf.get(bench) ?? 0) + 1
    vehiclesOf.set(bench, number)
    const { renavam, owner_document } = newVehicle(50_000 + number)
    const plate = `${prefix}${String(number % 10)}A${String(10 + (number % 90))}`
    return { plate, renavam, uf: 'SP', owner_document }
  }
  const registered: Stage['registered'] = async (prefix) => {
    const body = vehicle(prefix)
    const { body: made, status } = await send('POST', '/api/v1/vehicles', body)
    if (status !== 201) throw new Error(`registering was answered with ${status}`)
    return { id: String(made['id']), plate: body.plate }
  }
  return {
    url,
    vehicle,
    send,
    registered,
    consulted: async (prefix) => {
      const { id, plate } = await registered(prefix)
      const opened = await send('POST', `/api/v1/vehicles/${id}/consultations`)
      if (opened.status !== 201) throw new Error(`asking was answered with ${opened.status}`)
      bench.clock.step(MINUTE_MS)
      const consultationId = String(opened.body['id'])
      const { body } = await send('GET', `/api/v1/consultations/${consultationId}`)
      return { vehicleId: id, plate, consultationId, payable: payableOf(body), consultation: body }
    },
  }
}

function payableOf(consultation: Record<string, unknown>): string[] {
  const items = consultation['items'] as Record<string, unknown>[]
  return items
    .filter((item) => item['is_payable'] === true && item['depends_on'] === null)
    .map((item) => String(item['id']))
}

/** Every byte that came before the connection ended. */
export function rawAnswer(
  bench: Bench,
  stage: Stage,
  method: string,
  path: string,
  body: unknown = {},
): Promise<string> {
  const sent = JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(sent)}`,
  ]
  return sendRaw(stage.url, `${lines.join('\r\n')}\r\n${credentials(bench.own)}\r\n${sent}`)
}
