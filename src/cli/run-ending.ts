/** Says how runs ended: totals, what carries over and until when, where the files are; exit codes. */
import { inBoth } from '../bilingual.ts'
import { join } from 'node:path'
import { displayCents } from '../fleet/money.ts'
import { carriedOverSentence } from '../reconciliation/reports/carried-over.ts'
import { givenUpSentence } from '../reconciliation/reports/given-up.ts'
import { messagesOf } from '../reconciliation/reports/words/reports.ts'
import { displayFor } from '../reconciliation/reports/words/display.ts'
import { oldAnswersSentence } from '../reconciliation/reports/old-answers.ts'
import type { CommandContext } from './context.ts'
import { Failure } from '../failure.ts'
import type { FailedAccount } from '../app/run/run-accounts.ts'
import type { FinishedRun } from '../app/run/run-once.ts'
import { counted } from '../app/counted.ts'
import { STAGE_NAME_CHARACTERS } from '../app/stages/stage-lines.ts'

/** Exit codes that are used only with `--exit-code`. */
const EXIT_CARRIED_OVER = 10
const EXIT_NEEDS_PERSON = 20

/** Throws `totals-differ`, `work-given-up` or `all-failed` after everything was printed. */
export function sayEnding(
  context: CommandContext,
  finished: readonly FinishedRun[],
  failed: readonly FailedAccount[] = [],
): void {
  const { output, flags } = context
  for (const run of finished) sayRun(context, run, finished.length > 1)
  if (finished.length === 0 && context.stop.aborted) {
    output.tell(
      'Parado antes de começar; nada foi feito.',
      'Stopped before it began; nothing was done.',
    )
  }
  output.object(
    finished.length === 1 && finished[0] && failed.length === 0
      ? asObject(finished[0])
      : {
          runs: finished.map(asObject),
          ...(failed.length === 0 ? {} : { failed: failed.map(failedAsObject(output.locale)) }),
        },
  )
  const differing = finished.find(({ reports }) => !reports.closes)
  if (differing !== undefined) throw totalsDiffer(differing.reports.directory)
  const givenUp = finished.flatMap((run) => run.givenUp)
  if (givenUp.length > 0) throw workGivenUp(givenUp)
  if (finished.some(everyConsultationFailed)) throw new Failure('all-failed', ALL_FAILED)
  if (flags['exit-code'] !== true) return
  if (finished.some(({ carriedOver }) => carriedOver > 0)) context.exitWith(EXIT_CARRIED_OVER)
  if (finished.some(needsPerson)) context.exitWith(EXIT_NEEDS_PERSON)
}

/** `named`: prints the fleet's name, for one of several runs. */
function sayRun({ output, config }: CommandContext, finished: FinishedRun, named: boolean): void {
  const { run, carriedOver, carriedOverUntil, reports } = finished
  const { say } = output
  const { manifest, directory } = reports
  const money = (name: string): string =>
    displayCents(BigInt(manifest.sums[name]?.cents ?? '0'), output.locale)
  output.line()
  if (named) output.line(`${say('Frota', 'Fleet')} ${run.fleetName}`)
  if (run.simulated) {
    output.tell(
      'SIMULADO: as respostas vêm de um serviço simulado e não liquidam débito nenhum.',
      'SIMULADO: the answers come from a simulated service and settle no debt.',
    )
  }
  output.line(
    `${say('Débitos', 'Debts')}      ${money('owed')} ${say('a pagar', 'owed')}, ` +
      `${money('overdue')} ${say('vencidos', 'overdue')} · ` +
      counted('line', 'items', manifest.sums['owed']?.rows ?? 0, output),
  )
  const { byCode, forPerson } = manifest.exceptions
  const all = Object.values(byCode).reduce((sum, rows) => sum + rows, 0)
  if (all > 0) {
    const others = all - forPerson
    output.line(
      `${say('Exceções', 'Exceptions').padEnd(STAGE_NAME_CHARACTERS)} ` +
        `${forPerson} ${say('para uma pessoa', 'for a person')} · ` +
        `${others} ${others === 1 ? say('outra', 'other') : say('outras', 'others')} (exceptions.csv)`,
    )
  }
  const { rows, cents } = manifest.sums['oldAnswers'] ?? { rows: 0, cents: '0' }
  const old = oldAnswersSentence({ rows, cents: BigInt(cents) }, messagesOf(output.locale), {
    money: (amount) => displayCents(amount, output.locale),
    count: String,
  })
  if (old !== undefined) output.line(old)
  for (const notice of reports.notices) output.line(notice.replaceAll('`', ''))
  if (carriedOver > 0) {
    const display = displayFor(output.locale, config.FROTA_TIME_ZONE)
    const words = messagesOf(output.locale)
    const sentence = carriedOverSentence(carriedOver, carriedOverUntil, words, display)
    output.line(`${sentence} ${say('Continue com: frota resume', 'Go on with: frota resume')}`)
  }
  output.line(`${say('Relatórios', 'Reports')}   ${join(directory, 'summary.html')}`)
}

function asObject({ run, carriedOver, carriedOverUntil, reports, givenUp }: FinishedRun): object {
  const { manifest, directory, closes } = reports
  return {
    run: run.number,
    fleet: run.fleetName,
    state: run.state,
    simulated: run.simulated,
    carriedOver,
    carriedOverUntil: carriedOverUntil?.toISOString() ?? null,
    stuckJobs: givenUp.length,
    givenUp,
    closes,
    stages: manifest.stages,
    sums: manifest.sums,
    exceptions: manifest.exceptions,
    notices: reports.notices,
    reports: directory,
    summary: join(directory, 'summary.html'),
  }
}

function failedAsObject(locale: CommandContext['output']['locale']) {
  return ({ fleet, error }: FailedAccount): object => ({
    fleet,
    code: error instanceof Failure ? error.code : 'unexpected',
    why: error instanceof Failure ? error.in(locale) : null,
  })
}

function needsPerson({ reports }: FinishedRun): boolean {
  return reports.manifest.exceptions.forPerson > 0
}

/** Vehicles with a fresh answer, which the campaign did not ask, count as answered. */
function everyConsultationFailed({ reports }: FinishedRun): boolean {
  const { members, vehicles } = reports.manifest.stages
  const inVain = members.failed + members.stuck
  if (inVain === 0 || members.answered > 0 || members.open > 0) return false
  return inVain + members.excluded >= vehicles.registered
}

export function totalsDiffer(directory: string): Failure {
  const page = join(directory, 'summary.html')
  return new Failure('totals-differ', {
    pt: `Os totais não fecham; veja o topo de ${page}.`,
    en: `The totals do not close; see the top of ${page}.`,
  })
}

function workGivenUp(givenUp: FinishedRun['givenUp']): Failure {
  const sentence = inBoth((locale) => givenUpSentence(givenUp, messagesOf(locale)) ?? '')
  return new Failure('work-given-up', sentence)
}

const ALL_FAILED = {
  pt: 'Todas as consultas falharam; veja exceptions.csv, que diz por quê.',
  en: 'Every consultation failed; see exceptions.csv, which says why.',
}
