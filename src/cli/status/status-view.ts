/** What `frota status` shows: read in a handful of cheap queries, then put into lines and an object. */
import { instant, wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { answersLately } from '../../ledger/answer-rate.ts'
import type { AnswersLately } from '../../ledger/answer-rate.ts'
import { adoptedAfterDoubt, heldEffects } from '../../ledger/effects-held.ts'
import type { HeldEffect } from '../../ledger/effects-held.ts'
import type { Fleet } from '../../ledger/fleets.ts'
import { openMoneyBlockStore } from '../../ledger/money-blocks.ts'
import type { MoneyBlock } from '../../ledger/money-blocks.ts'
import type { Run } from '../../ledger/runs.ts'
import { openLedgerDb } from '../../ledger/tx.ts'
import { makeOutlook } from '../../reconciliation/consultations/make-outlook.ts'
import { companyParts, readCompany } from './company-view.ts'
import type { CompanyMember } from './company-view.ts'
import { credentialBuckets } from '../access/credential-buckets.ts'
import { duration } from '../duration.ts'
import { heldLines } from './held-lines.ts'
import { moneyLines } from './money-lines.ts'
import type { OpenLedger } from '../run/open-ledger.ts'
import type { Output } from '../output.ts'
import { readBudgets } from '../plan/read-plan.ts'
import type { Budgets } from '../plan/read-plan.ts'
import { STAGE_NAME_CHARACTERS, stageLines, time } from '../run/stage-lines.ts'
import { readStages } from '../run/stages.ts'
import type { Stages } from '../run/stages.ts'
import { runState } from '../words.ts'

export interface StatusView {
  readonly fleet: Fleet
  readonly run: Run | undefined
  readonly stages: Stages
  readonly finish: Date | undefined
  readonly answers: AnswersLately
  readonly held: readonly HeldEffect[]
  /** Requests about money that were in doubt and were found. */
  readonly adopted: number
  /** Why no money may leave now. */
  readonly money: MoneyBlock | undefined
  /** On a server: who works on it. */
  readonly company: readonly CompanyMember[]
  readonly atMs: number
}

/** More than a person works through; the reports list them all. */
const HELD_SHOWN_MAX = 100

export async function readStatus(
  config: Config,
  ledger: OpenLedger,
  fleet: Fleet,
): Promise<StatusView> {
  const { stores, quota, database } = ledger
  const db = openLedgerDb(database.pool)
  const { consultations, orders } = await credentialBuckets(config, quota)
  const isUsed = consultations.length > 0 && orders !== undefined
  const buckets = isUsed ? { consultations, orders } : undefined
  const stages = await readStages({ stores, gate: quota, buckets }, fleet)
  const { waiting } = stages.consultations
  const atMs = wallClock.now()
  const finish =
    waiting === 0 || buckets === undefined
      ? undefined
      : finishOf(await readBudgets(config, ledger, undefined), { waiting, nowMs: atMs })
  return {
    fleet,
    run: await stores.runs.find('latest', fleet.id),
    stages,
    finish,
    answers: await answersLately(db, fleet.id, new Date(atMs)),
    held: await heldEffects(db, fleet.id, HELD_SHOWN_MAX),
    adopted: await adoptedAfterDoubt(db, fleet.id),
    money: await openMoneyBlockStore(db).current(),
    company: await readCompany(ledger),
    atMs,
  }
}

/** As `frota plan` says it: of all credentials together, and without a pause. */
function finishOf(
  { consultations: buckets, latencyMs }: Budgets,
  of: { readonly waiting: number; readonly nowMs: number },
): Date | undefined {
  const { finishedAtMs } = makeOutlook({ ...of, buckets, latencyMs })
  return finishedAtMs === null ? undefined : new Date(finishedAtMs)
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
      `${answers.hour} ${say('respostas na última hora', 'answers in the last hour')}`,
      `${answers.threeHours} ${say('em 3 h', 'in 3 h')}`,
      `${answers.day} ${say('em 24 h', 'in 24 h')}`,
      finish !== undefined &&
        `${say('faltam', 'left')} ${duration(finish.getTime() - view.atMs, output)}`,
    ])
  }
  if (run !== undefined) {
    add(say('Execução', 'Run'), [
      String(run.number),
      run.command,
      runState(run.state, output.locale),
      time(run.startedAt, output, zone),
    ])
  }
  if (view.company.length > 0) {
    add(say('Máquinas', 'Machines'), companyParts(view.company, output, zone))
  }
  if (view.adopted > 0) {
    add(say('Dúvidas', 'Doubts'), [
      `${view.adopted} ${say('encontradas no serviço: nada a fazer', 'found at the service: nothing to do')}`,
    ])
  }
  return [
    ...lines,
    ...moneyLines(view.money, output, zone),
    ...heldLines(view.held, output, { zone, nowMs: view.atMs }),
  ]
}

export function statusObject(view: StatusView) {
  const { fleet, run, stages, finish, answers, held, adopted, money, atMs } = view
  return {
    fleet: fleet.name,
    run: run === undefined ? null : { number: run.number, state: run.state },
    company: view.company,
    ...stages,
    expectedFinish: finish?.toISOString() ?? null,
    at: instant(atMs),
    timeLeftMs: finish === undefined ? null : Math.max(0, finish.getTime() - atMs),
    rate: {
      lastHour: answers.hour,
      last3Hours: answers.threeHours,
      last24Hours: answers.day,
    },
    held,
    adopted,
    moneyBlocked: money ?? null,
  }
}
