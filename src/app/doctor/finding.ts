/** One line of `frota doctor`: what was looked at, and what to do where it is not in order. */
import type { Bilingual } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'

export const CHECKS = [
  'node',
  'memory',
  'disk',
  'folders',
  'settings',
  'secret',
  'ledger',
  'queue',
  'service',
  'account',
  'quota',
  'work',
  'time-zone',
  'backup',
] as const
export type Check = (typeof CHECKS)[number]

/** `attention`: frota works, and a person should act. `wrong`: the next night would fail. */
export type Level = 'ok' | 'attention' | 'wrong'

export interface Finding {
  readonly check: Check
  readonly level: Level
  /** What was found; with the cure unless it is ok. */
  readonly said: Bilingual
}

export function ok(check: Check, pt: string, en: string): Finding {
  return { check, level: 'ok', said: { pt, en } }
}

export function attention(check: Check, pt: string, en: string): Finding {
  return { check, level: 'attention', said: { pt, en } }
}

export function wrong(check: Check, pt: string, en: string): Finding {
  return { check, level: 'wrong', said: { pt, en } }
}

/** A Failure is what the check found; anything else is a bug, named without its stack. */
export function failed(check: Check, error: unknown): Finding {
  if (error instanceof Failure) return { check, level: 'wrong', said: error.sentence }
  const what = error instanceof Error ? error.message : String(error)
  return wrong(check, `não pôde ser conferido: ${what}`, `could not be checked: ${what}`)
}

export function megabytes(bytes: number): Bilingual {
  const mb = bytes / (1024 * 1024)
  const en = mb >= 10_240 ? `${(mb / 1024).toFixed(1)} GB` : `${mb.toFixed(mb < 10 ? 1 : 0)} MB`
  return { pt: en.replace('.', ','), en }
}
