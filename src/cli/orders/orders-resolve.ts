/**
 * `frota orders resolve`: what waits for a person, and what a person says about one of them. It
 * reads the service before it writes anything, shows what it will do, and asks.
 */
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { displayCents } from '../../fleet/money.ts'
import { appendAudit } from '../../ledger/audit.ts'
import type { Fleet } from '../../ledger/fleets.ts'
import { openLog } from '../../log.ts'
import { uuid } from '../../option-parsers.ts'
import { systemRandom } from '../../random.ts'
import { orderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { findCase } from '../../reconciliation/orders/resolving/resolve-case.ts'
import type { Case } from '../../reconciliation/orders/resolving/resolve-case.ts'
import { choicesOf } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import { resolveCase } from '../../reconciliation/orders/resolving/resolve-order.ts'
import type { ResolvingTools } from '../../reconciliation/orders/resolving/resolve-order.ts'
import { reviewCase } from '../../reconciliation/orders/resolving/review-case.ts'
import type { Reviewed, SeenNow } from '../../reconciliation/orders/resolving/review-case.ts'
import { openSecret } from '../../secret.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from './deciding-person.ts'
import { secretPath } from '../run/open-ledger.ts'
import type { OpenLedger } from '../run/open-ledger.ts'
import { orderStatusesFrom } from './order-statuses-file.ts'
import { withFleet } from '../fleet/read-fleet.ts'
import { saidOn } from './resolve-flags.ts'
import type { Said } from './resolve-flags.ts'
import { choiceFlags, refusalSentence, willDo } from './resolve-words.ts'
import { openServiceAccess } from '../access/service-access.ts'
import { waitingCases } from './waiting-cases.ts'
import { effectKind, effectReason, orderStatus } from '../words.ts'

export async function run(context: CommandContext): Promise<void> {
  const said = saidOn(context.flags)
  const [word] = context.words
  if (said === undefined) return showWaiting(context, word)
  if (word === undefined) throw nothingNamed()
  await withFleet(context, async (ledger, fleet) => {
    await using opening = new AsyncDisposableStack()
    const tools = await openTools(context, ledger, opening)
    await settle(context, tools, await caseNamed(tools, ledger, fleet, word), said)
  })
}

/** Without a choice nothing is asked of the service. */
function showWaiting(context: CommandContext, word: string | undefined): Promise<void> {
  const { output } = context
  return withFleet(context, async ({ database, stores }, fleet) => {
    const all = await waitingCases(database.pool, stores, fleet.id)
    const names = word === undefined ? undefined : await namesOf(stores, fleet, word)
    const cases = names === undefined ? all : all.filter((one) => isNamed(one, names))
    for (const one of cases) {
      const kind =
        one.kind === 'gate' ? output.say('pedido', 'order') : effectKind(one.kind, output.locale)
      output.line(`${one.plate}  ${kind}  ${one.id}`)
      output.line(`  ${effectReason(one.reason, output.locale)}`)
      output.line(
        `  ${choicesOf(one.kind)
          .map((choice) => choiceFlags[choice])
          .join(' · ')}`,
      )
    }
    if (cases.length === 0) {
      output.line(output.say('Nada espera por uma pessoa.', 'Nothing waits for a person.'))
    }
    output.object({
      waiting: cases.map((one) => ({ ...one, choices: choicesOf(one.kind) })),
    })
  })
}

/** The word itself, for an id, and the plates of the vehicles that it names. */
async function namesOf(
  { vehicles }: OpenLedger['stores'],
  fleet: Fleet,
  word: string,
): Promise<ReadonlySet<string>> {
  const named = await vehicles.named(fleet.id, word)
  return new Set([word.toLowerCase(), ...named.vehicles.map(({ plate }) => plate)])
}

function isNamed({ id, plate }: { id: string; plate: string }, names: ReadonlySet<string>) {
  return names.has(id) || names.has(plate)
}

async function openTools(
  { config }: CommandContext,
  { database, stores }: OpenLedger,
  opening: AsyncDisposableStack,
): Promise<ResolvingTools> {
  const clock = wallClock
  const log = openLog(config.LOG_LEVEL)
  const secret = await openSecret(secretPath(config), systemRandom)
  const access = opening.use(
    await openServiceAccess({
      config,
      pool: database.pool,
      secret,
      clock,
      random: systemRandom,
      log,
    }),
  )
  return {
    ...stores,
    client: access.client,
    accountId: access.accountId,
    statuses: orderStatusesFrom(config),
    policy: orderPolicy('none', 0n),
    clock,
    zone: config.FROTA_TIME_ZONE,
    bucket: '',
    audit: appendAudit,
  }
}

/** By its id, or by the plate of a vehicle of which one thing waits. */
async function caseNamed(
  tools: ResolvingTools,
  { database, stores }: OpenLedger,
  fleet: Fleet,
  word: string,
): Promise<Case> {
  const parsed = uuid(word)
  const ids: string[] = parsed.ok ? [parsed.value.toLowerCase()] : []
  if (!parsed.ok) {
    const names = await namesOf(stores, fleet, word)
    const waiting = await waitingCases(database.pool, stores, fleet.id)
    ids.push(...waiting.filter((one) => isNamed(one, names)).map((one) => one.id))
  }
  const [id, other] = ids
  if (other !== undefined) throw severalWait(ids)
  const found = id === undefined ? 'not-found' : await findCase(tools, id)
  if (typeof found !== 'string' && found.fleetId === fleet.id) return found
  const why = typeof found === 'string' ? found : 'not-found'
  throw new Failure('usage', refusalSentence({ why }))
}

async function settle(
  context: CommandContext,
  tools: ResolvingTools,
  found: Case,
  { choice, reason }: Said,
): Promise<void> {
  const { output, config } = context
  const reviewed = await reviewCase(tools, found, choice)
  const seen = reviewed.can ? reviewed.review.seen : reviewed.seen
  for (const one of seen) output.line(orderLine(one, output))
  if (!reviewed.can) throw refused(context, reviewed)
  output.line(willDo(found, choice, output.locale))
  await confirm(context)
  const { name: who } = decidingPerson(config)
  const at = new Date(tools.clock.now())
  if (!(await resolveCase(tools, found, choice, reviewed.review, { who, reason, at }))) {
    throw new Failure('usage', refusalSentence({ why: 'not-waiting' }))
  }
  output.line(output.say(`Feito, por ${who}.`, `Done, by ${who}.`))
  output.object({
    resolved: 'effect' in found ? found.effect.id : found.order.id,
    choice: choice.choice,
    orderId: reviewed.review.order?.id ?? null,
    accepted: reviewed.review.mismatch ?? null,
    person: who,
    seen: seen.map(({ id, status }) => ({ id, status })),
  })
}

function orderLine(one: SeenNow, { locale, say }: CommandContext['output']): string {
  const items = one.order.items?.map((item) => item.description).join('; ')
  const held = items ?? say('não mostra os débitos', 'does not show its debts')
  const cents = BigInt(one.order.total_amount.replace('.', ''))
  return `  ${one.id}  ${orderStatus(one.status, locale)}  ${displayCents(cents, locale)}  ${held}`
}

/** What was seen is in the object too, so that a script can show it to a person. */
function refused({ output }: CommandContext, reviewed: Extract<Reviewed, { can: false }>): Failure {
  const { refusal, seen } = reviewed
  output.object({ refused: refusal, seen: seen.map(({ id, status }) => ({ id, status })) })
  return new Failure('usage', refusalSentence(refusal))
}

function nothingNamed(): Failure {
  return new Failure('usage', {
    pt: 'Diga o caso por seu identificador ou placa; veja os que esperam: frota orders resolve',
    en: 'Name the case by its id or plate; see those that wait: frota orders resolve',
  })
}

function severalWait(ids: readonly string[]): Failure {
  const all = ids.join(', ')
  return new Failure('usage', {
    pt: `Várias coisas deste veículo esperam; diga qual: ${all}`,
    en: `Several things of this vehicle wait; say which: ${all}`,
  })
}
