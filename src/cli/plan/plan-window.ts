/** Pure. The nights that `frota plan` is asked for: `--until`, `--for` and `--from`. */
import type { Flags } from '../../config.ts'
import { Failure } from '../../failure.ts'
import type { NightlyWindow } from '../../reconciliation/consultations/plan-nights.ts'
import { untilOf } from '../../app/run/stop-time.ts'

/** Undefined when none was given: then work never pauses. Throws `usage`. */
export function windowOf(flags: Flags, zone: string): NightlyWindow | undefined {
  const { from, until } = flags
  // A night that begins at 0 ends at its length; this also validates both flags as a night does.
  const endMs = untilOf(flags, 0, zone)
  const begins = typeof from === 'string' ? { from: beginning(from) } : {}
  if (typeof until === 'string') return { zone, ...begins, end: { until } }
  if (endMs !== undefined) return { zone, ...begins, end: { forMs: endMs } }
  if (typeof from !== 'string') return undefined
  throw new Failure('usage', {
    pt: '--from: diga também até quando, com --until ou --for.',
    en: '--from: say until when, too, with --until or --for.',
  })
}

function beginning(text: string): string {
  if (/^([01]\d|2[0-3]):([0-5]\d)$/.test(text)) return text
  throw new Failure('usage', {
    pt: `--from ${text}: dê uma hora como 22:00.`,
    en: `--from ${text}: give a time such as 22:00.`,
  })
}
