/** Says how a worker's night ended, and whether it is tried again. */
import type { AccountsRun, FailedAccount } from '../../app/run/run-accounts.ts'
import { Failure } from '../../failure.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import type { CommandContext } from '../context.ts'
import { endAccounts } from '../end-accounts.ts'

/** Throws what trying the night again may cure. */
export function sayNight(context: CommandContext, { name }: Schedule, ended: AccountsRun): void {
  try {
    // The one object of `--json` is the worker's own, at its end.
    endAccounts({ ...context, output: { ...context.output, object: () => undefined } }, ended)
  } catch (error) {
    // What may pass, and a night in which every account failed, is tried again. Totals that differ,
    // only failed consultations, or one account's key: a person must look, trying is no cure.
    const isAll = ended.failed.length > 0 && ended.finished.length === 0
    if (isAll || ended.failed.some(mayPass) || !(error instanceof Failure)) throw error
    context.output.warn(`${name}: ${error.in(context.output.locale)}`)
  }
}

function mayPass({ error }: FailedAccount): boolean {
  return !(error instanceof Failure) || error.recovery === 'retry'
}
