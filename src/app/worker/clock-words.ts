/** What a worker tells of clocks that differ. */
import type { Bilingual } from '../../bilingual.ts'

export function clockApart(ms: number): Bilingual {
  const seconds = Math.round(ms / 1000)
  return {
    pt:
      `o relógio desta máquina difere ${seconds} s do relógio do banco: acerte os dois (NTP). ` +
      'Até lá este trabalhador não agenda.',
    en:
      `this machine's clock differs by ${seconds} s from the database's: set both (NTP). ` +
      'Until then this worker schedules nothing.',
  }
}

export const CLOCK_AGREES = { pt: 'o relógio confere de novo.', en: 'the clock agrees again.' }

export function setBack(schedule: string): Bilingual {
  return {
    pt: `${schedule}: um relógio adiantado deu por feitos horários que ainda vêm; voltam a valer.`,
    en: `${schedule}: a clock that was ahead noted times to come as done; they count again.`,
  }
}
