/** `frota worker`: schedules and their nights, until stopped. */
import { runWorker } from '../app/worker/run-worker.ts'
import type { CommandContext } from './context.ts'
import { openWords } from './worker/worker-words.ts'
import type { AccountsRun, FailedAccount } from '../app/run/run-accounts.ts'
import { Failure } from '../failure.ts'
import type { Schedule } from '../ledger/runs/schedules.ts'
import { endAccounts } from './end-accounts.ts'

export async function run(called: CommandContext): Promise<void> {
  const { output } = called
  const { nights } = await runWorker(called, {
    words: openWords,
    nightEnded: (context, schedule, ended) => sayNight({ ...called, ...context }, schedule, ended),
  })
  output.tell('Trabalhador parado em ordem.', 'Worker stopped in order.')
  output.object({ nights })
}

/** Throws the error if a retry of the night may cure it. */
function sayNight(context: CommandContext, { name }: Schedule, ended: AccountsRun): void {
  try {
    // With `--json` only the worker itself prints an object, at its end.
    endAccounts({ ...context, output: { ...context.output, object: () => undefined } }, ended)
  } catch (error) {
    // A failure that may pass, or of every account, is tried again. Totals that differ, only failed
    // consultations, and a wrong key of one account need a person: a retry is no cure.
    const isAll = ended.failed.length > 0 && ended.finished.length === 0
    if (isAll || ended.failed.some(mayPass) || !(error instanceof Failure)) throw error
    context.output.warn(`${name}: ${error.in(context.output.locale)}`)
  }
}

function mayPass({ error }: FailedAccount): boolean {
  return !(error instanceof Failure) || error.recovery === 'retry'
}
