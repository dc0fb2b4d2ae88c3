/** What `frota status` shows: read in a handful of cheap queries, then put into lines and an object. */
import { instant, wallClock } from '../../clock.ts'
import { pick } from '../../fields.ts'
import type { Config } from '../../config.ts'
import { answersLately } from '../../ledger/consultations/answer-rate.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { openMoneyBlockStore, type MoneyBlock } from '../../ledger/effects/money-blocks.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { givenUpSentence } from '../../reconciliation/reports/given-up.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { workerParts, readWorkers } from './workers-view.ts'
import { duration } from '../../app/duration.ts'
import { countOf, exceptionsNow, personList } from '../../app/reports/exceptions-now.ts'
import type { NoticeTrouble } from '../../ledger/notices/notices.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { counted } from '../../app/counted.ts'
import type { Output } from '../../app/output.ts'
import { STAGE_NAME_CHARACTERS, stageLines } from '../../app/stages/stage-lines.ts'
import { shortTime } from '../../app/short-time.ts'
import { waitsFor } from '../../app/requests/follow-run.ts'
import { fleetProgress } from '../../app/run/fleet-progress.ts'
import { runState } from '../words.ts'
import { groupsAsObjects, waitingLines } from './waiting-lines.ts'
import { OTHER_ACCOUNTS } from '../../app/run/money-gate.ts'

export type StatusLists = Awaited<ReturnType<typeof readStatusLists>>
export type StatusView = Awaited<ReturnType<typeof readStatus>>

/** A failed notice is shown for so long. */
const NOTICES_SHOWN_MS = 3 * 24 * 3_600_000
/** Lines of each code; the reports list them all. */
const SHOWN_OF_A_KIND = 5

/** Lists of exceptions; with a large fleet they cost more than the rest of the status. */
export async function readStatusLists(config: Config, { stores }: OpenLedger, { id }: Fleet) {
  const telling = { config, shown: SHOWN_OF_A_KIND }
  return {
    person: await personList(stores, id, telling),
    // Requests that frota looks up by itself, and those about money that it found.
    lookUps: await exceptionsNow(stores, id, ['effect-unsettled', 'order-held'], telling),
    adopted: countOf(await exceptionsNow(stores, id, ['effect-adopted'], telling)),
  }
}

export async function readStatus(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
  lists: StatusLists,
) {
  const { stores, database } = ledger
  const db = openLedgerDb(database.pool)
  const atMs = wallClock.now()
  const { stages, finish, out } = await fleetProgress(config, ledger, fleet, atMs)
  return {
    fleet,
    run: await stores.runs.find('latest', fleet.id),
    stages,
    finish,
    out,
    answers: await answersLately(db, fleet.id, new Date(atMs)),
    ...lists,
    // The block that keeps orders from being sent now.
    money: await openMoneyBlockStore(db).current(),
    workers: await readWorkers(ledger),
    request: await waitingRequest(ledger, fleet),
    notices: await ledger.notices.trouble(new Date(atMs - NOTICES_SHOWN_MS)),
    atMs,
  }
}

/** What a person asked for in the console and no process has begun. */
async function waitingRequest(ledger: OpenLedger, { name }: Fleet) {
  const request = await ledger.requests.latest(name)
  if (request === undefined || request.endedAt !== null || request.holder !== null) return undefined
  return { ...request, waits: await waitsFor(ledger) }
}

export function statusLines(view: StatusView, output: Output, zone: string): string[] {
  const { stages, finish, run } = view
  const lines = stageLines(stages, { output, zone, finish }).map(({ text }) => text)
  const add = (name: string, parts: readonly (string | false)[]): void => {
    const said = parts.filter((part) => part !== false)
    lines.push(`${name.padEnd(STAGE_NAME_CHARACTERS)} ${said.join(' · ')}`)
  }
  const { say } = output
  const { answers } = view
  if (answers.day > 0 || finish !== undefined) {
    add(say('Ritmo', 'Rate'), [
      counted('line', 'answeredLately', answers.hour, output),
      `${answers.threeHours} ${say('em 3 h', 'in 3 h')}`,
      `${answers.day} ${say('em 24 h', 'in 24 h')}`,
      finish !== undefined &&
        `${say('faltam', 'left')} ${duration(finish.getTime() - view.atMs, output)}`,
    ])
  }
  if (view.out.length > 0) {
    add(say('Chaves', 'Keys'), [
      `${say('fora', 'out')}: ${view.out.join(', ')}`,
      say('frota doctor diz por quê', 'frota doctor says why'),
    ])
  }
  if (run !== undefined) {
    add(say('Execução', 'Run'), [
      String(run.number),
      run.command,
      runState(run.state, output.locale),
      shortTime(run.startedAt, output, zone),
      run.simulated && 'SIMULADO',
    ])
    const givenUp = givenUpSentence(run.givenUp, messagesOf(output.locale))
    if (givenUp !== undefined) lines.push(givenUp)
  }
  if (view.request !== undefined) {
    const { name, askedBy, askedAt, waits } = view.request
    const until = waits?.kind === 'night' ? waits.until : null
    add(say('Na fila', 'In line'), [
      `${name} (${askedBy}, ${shortTime(askedAt, output, zone)})`,
      waits?.kind === 'night' && `${say('espera', 'waits for')} ${waits.name}`,
      until !== null && `${say('até', 'until')} ${shortTime(until, output, zone)}`,
    ])
  }
  if (view.workers.length > 0) {
    add(say('Máquinas', 'Machines'), workerParts(view.workers, output, zone))
  }
  if (view.adopted > 0) {
    add(say('Dúvidas', 'Doubts'), [
      `${view.adopted} ${say('encontradas no serviço: nada a fazer', 'found at the service: nothing to do')}`,
    ])
  }
  const at = { zone, nowMs: view.atMs }
  const advice = say(
    '  Tudo isso, e o que dizer de cada caso: ',
    '  All of it, and what may be said: ',
  )
  return [
    ...lines,
    ...waitingLines(say('Precisa de uma pessoa', 'Needs a person'), view.person, output, at),
    ...moneyLines(view.money, output),
    ...noticeLines(view.notices, output),
    ...(view.person.length > 0 ? [`${advice}frota orders resolve`] : []),
    ...waitingLines(say('Será procurado no serviço', 'To be looked up'), view.lookUps, output, at),
  ]
}

export function statusObject(view: StatusView) {
  const { fleet, run, stages, finish, answers, person, lookUps, adopted, money, atMs } = view
  return {
    fleet: fleet.name,
    run: run === undefined ? null : pick(run, ['number', 'state', 'simulated', 'givenUp']),
    workers: view.workers,
    ...stages,
    credentialsOut: view.out,
    expectedFinish: finish?.toISOString() ?? null,
    at: instant(atMs),
    timeLeftMs: finish === undefined ? null : Math.max(0, finish.getTime() - atMs),
    rate: {
      lastHour: answers.hour,
      last3Hours: answers.threeHours,
      last24Hours: answers.day,
    },
    needsPerson: countOf(person),
    forPerson: groupsAsObjects(person),
    toBeLookedUp: groupsAsObjects(lookUps),
    adopted,
    moneyBlocked: money ?? null,
    notices: view.notices,
  }
}

/** Pure. What of the notices to people did not arrive; no lines when all did. */
function noticeLines({ waiting, failed, why }: NoticeTrouble, { say }: Output): string[] {
  if (waiting + failed === 0) return []
  const parts = [
    ...(failed > 0 ? [`${failed} ${say('não entregues', 'not delivered')}`] : []),
    ...(waiting > 0 ? [`${waiting} ${say('serão repetidos', 'to be repeated')}`] : []),
  ]
  return [`${say('Avisos', 'Notices')}: ${parts.join(', ')} (${why ?? ''})`]
}

/** Pure. Lines about the progress of the reading of orders that ends a block of money. */
export function moneyLines(block: MoneyBlock | undefined, { say }: Output): string[] {
  if (block === undefined) return []
  const { tries, ordersRead, problem } = block
  const last =
    problem === null
      ? ''
      : say(`; a última não terminou (${problem})`, `; the last failed (${problem})`)
  const cure = say(
    '  Faltam os pedidos de outras contas de FROTA_FLEETS_FILE: execute frota nightly sem --fleet.',
    '  Orders of other accounts of FROTA_FLEETS_FILE are missing: run frota nightly without --fleet.',
  )
  return [
    say(
      `Dinheiro bloqueado: ${ordersRead} pedidos lidos em ${tries} tentativas${last}.`,
      `Money is blocked: ${ordersRead} orders read in ${tries} tries${last}.`,
    ),
    ...(problem === OTHER_ACCOUNTS ? [cure] : []),
  ]
}
