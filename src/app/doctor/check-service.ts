/** The service and each account's keys, by reads that use no quota; and the queue. */
import { wallClockOffset, type Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { openLog } from '../../log.ts'
import { reachRedis } from '../../queue/engine.ts'
import type { Random } from '../../random.ts'
import { closeConnection, connectConfigured, type Connection } from '../access/service-access.ts'
import { nightConfigs } from '../fleets/chosen-fleet.ts'
import { CLOCK_MS_MAX } from '../ledger/keep-leases.ts'
import { attention, failed, ok, type Finding } from './finding.ts'

/** A service that is away must not keep a person waiting. */
const ANSWER_MS_MAX = 15_000

interface Tools {
  readonly clock: Clock
  readonly random: Random
}

export async function checkService(config: Config, tools: Tools): Promise<Finding[]> {
  if (config.FROTA_API_URL === undefined) {
    return [
      ok(
        'service',
        'embutido e simulado (sem FROTA_API_URL): nada é liquidado',
        'embedded and simulated (no FROTA_API_URL): nothing is settled',
      ),
    ]
  }
  const baseUrl = config.FROTA_API_URL
  const findings: Finding[] = []
  const tried = await attempt('account', async () => nightConfigs(config))
  if ('check' in tried) return [tried]
  for (const each of tried) {
    const log = openLog(config.LOG_LEVEL)
    // A refused key of several stops no work, and is only warned of.
    const refused: string[] = []
    const warn = (text: string): void => void refused.push(text)
    const connection = await attempt('account', async () =>
      connectConfigured({ config: each, ...tools, log, warn }, baseUrl),
    )
    if ('check' in connection) {
      findings.push(connection)
      continue
    }
    try {
      findings.push(...(await ask(connection, tools.clock, findings.length === 0)))
      findings.push(...refused.map((said) => attention('account', said, said)))
    } finally {
      await closeConnection(connection)
    }
  }
  return findings
}

async function ask(connection: Connection, clock: Clock, isFirst: boolean): Promise<Finding[]> {
  const { client, accountId, named } = connection
  const options = { signal: AbortSignal.timeout(ANSWER_MS_MAX) }
  const health = await attempt('service', () => client.health(options))
  if ('check' in health) return isFirst ? [health] : []
  const { lookup, payments, sandbox, clockMs } = health
  const apartMs = clockMs === undefined ? 0 : clockMs - (clock.now() - wallClockOffset())
  const seconds = Math.round(Math.abs(apartMs) / 1000)
  const kind = sandbox === true ? `${payments} (sandbox)` : payments
  const said = `${client.origin}, lookup ${lookup}, payments ${kind}`
  const service =
    seconds * 1000 <= CLOCK_MS_MAX
      ? ok('service', said, said)
      : attention(
          'service',
          `${said}; o relógio do serviço difere ${seconds} s do desta máquina: acerte-o (NTP)`,
          `${said}; the service's clock differs by ${seconds} s from this machine's: set it (NTP)`,
        )
  const names = `${accountId}: ${named.credentials.join(', ')}`
  const refusal = await attempt('account', () => client.checkAccess(options))
  const account = refusal ? [refusal] : [ok('account', names, names), ...(await unread(connection))]
  return isFirst ? [service, ...account] : account
}

/** The lists by which a night decides: what cannot be read of their first page stops no other. */
async function unread({ client }: Connection): Promise<Finding[]> {
  const options = { signal: AbortSignal.timeout(ANSWER_MS_MAX) }
  const findings: Finding[] = []
  for (const list of ['listVehicles', 'listOrders'] as const) {
    const found = await attempt('account', () => client.pages(list, {}, options).next())
    if ('check' in found) findings.push({ ...found, level: 'attention' })
  }
  return findings
}

export async function checkQueue(
  { REDIS_URL }: Pick<Config, 'REDIS_URL'>,
  clock: Clock,
): Promise<Finding> {
  if (REDIS_URL === undefined) return ok('queue', 'no banco de dados', 'in the database')
  const unreached = await attempt('queue', () => reachRedis(REDIS_URL, clock))
  if (unreached !== undefined) return unreached
  const { host } = new URL(REDIS_URL)
  return ok('queue', `Redis ${host}`, `Redis ${host}`)
}

/** The result, or the finding that says why there is none. */
async function attempt<T>(check: Finding['check'], work: () => Promise<T>): Promise<T | Finding> {
  try {
    return await work()
  } catch (error) {
    return failed(check, error)
  }
}
