/** Pure. How the last night of a schedule ended, in the reader's language. */
import type { ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import type { Locale } from '../../app/output.ts'

const outcomes: Record<ScheduleOutcome, { pt: string; en: string }> = {
  done: { pt: 'terminou', en: 'done' },
  'carried-over': { pt: 'ficou algo para depois', en: 'some carried over' },
  stopped: { pt: 'parada em ordem', en: 'stopped in order' },
  interrupted: { pt: 'interrompida', en: 'interrupted' },
  failed: { pt: 'falhou', en: 'failed' },
}

export function outcomeWord(outcome: ScheduleOutcome, locale: Locale): string {
  return locale === 'pt-BR' ? outcomes[outcome].pt : outcomes[outcome].en
}
