/** Pure. How the last night of a schedule ended, in the reader's language. */
import { inLocale, type Bilingual, type Locale } from '../../bilingual.ts'
import type { ScheduleOutcome } from '../../ledger/runs/schedules.ts'

const outcomes: Record<ScheduleOutcome, Bilingual> = {
  done: { pt: 'terminou', en: 'done' },
  'carried-over': { pt: 'ficou algo para depois', en: 'some carried over' },
  stopped: { pt: 'parada em ordem', en: 'stopped in order' },
  interrupted: { pt: 'interrompida', en: 'interrupted' },
  failed: { pt: 'falhou', en: 'failed' },
}

export function outcomeWord(outcome: ScheduleOutcome, locale: Locale): string {
  return inLocale(outcomes[outcome], locale)
}
