/** Says how the work for several accounts ended: all of it, then the worst of what failed. */
import { inBoth, type Locale } from '../bilingual.ts'
import { describeError, Failure } from '../failure.ts'
import type { CommandContext } from './context.ts'
import type { Output } from '../app/output.ts'
import type { AccountsRun, FailedAccount } from '../app/run/run-accounts.ts'
import { sayEnding } from './run-ending.ts'

/** Throws the worst failure of an account or of the totals of the runs. */
export function endAccounts(context: CommandContext, { finished, failed }: AccountsRun): void {
  const all = [...failed]
  try {
    sayEnding(context, finished, failed)
  } catch (error) {
    if (all.length === 0) throw error
    all.push({ fleet: '', error })
  }
  const worst = worstOf(all, context.output)
  if (worst !== undefined) throw worst
}

/** Returns the worst failure and prints the others on standard error. */
function worstOf(failed: readonly FailedAccount[], output: Output): unknown {
  const [worst, ...others] = failed.toSorted((a, b) => weightOf(b.error) - weightOf(a.error))
  for (const other of others) output.warn(sentenceOf(other, output.locale))
  if (worst === undefined || !(worst.error instanceof Failure)) return worst?.error
  const { code } = worst.error
  const sentence = inBoth((locale) => sentenceOf(worst, locale))
  return new Failure(code, sentence, { cause: worst.error })
}

/** The error's sentence after the name of a fleet, by which people know the account. */
function sentenceOf({ fleet, error }: FailedAccount, locale: Locale): string {
  const label = fleet === '' ? '' : `[${fleet}] `
  return `${label}${describeError(error, locale)}`
}

/** Worst first: bugs, failures for a person, failures that may pass, `already-running`. */
function weightOf(error: unknown): number {
  if (!(error instanceof Failure)) return 4
  return { 2: 3, 1: 2, 75: 1, 130: 1 }[error.exitCode]
}
