/** Pure. What of a month waits for a person, by where it is listed. */
import type { Locale } from '../../../bilingual.ts'
import { differences } from '../../reports/check-totals.ts'
import type { BookCheck } from './book-checks.ts'
import type { MonthFacts } from './month-facts.ts'

export function isOutside({ code }: { readonly code: string }): boolean {
  return code.startsWith('outside-')
}

/** What nobody may use the figures with; another figure at the service waits for a person. */
export function booksDiffer(checks: readonly BookCheck[]): readonly BookCheck[] {
  return differences(checks).filter((check) => !isOutside(check))
}

/** Rows of two files, figures of the service that differ, and 1 for a method that changed. */
export function waitingOf({ tally, checks }: Pick<MonthFacts, 'tally' | 'checks'>) {
  const { exceptions, atBank: bank, method } = tally
  const service = differences(checks).filter(isOutside).length
  return { exceptions, bank, service, method, all: exceptions + bank + service + method }
}

const WHERE = [
  ['exceptions', { 'pt-BR': 'em exceptions.csv', en: 'in exceptions.csv' }],
  ['bank', { 'pt-BR': 'em bank.csv (veja frota bank)', en: 'in bank.csv (see frota bank)' }],
  ['method', { 'pt-BR': 'pelo regime do diário', en: "for the journal's method" }],
  ['service', { 'pt-BR': 'por diferir do serviço', en: 'for differing from the service' }],
] as const

/** `9 em bank.csv (veja frota bank)`: how many, and where a person finds them. */
export function waitingWords(waiting: ReturnType<typeof waitingOf>, locale: Locale): string {
  return WHERE.flatMap(([name, words]) =>
    waiting[name] === 0 ? [] : [`${waiting[name]} ${words[locale]}`],
  ).join(', ')
}
