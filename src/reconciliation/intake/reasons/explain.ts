import { inLocale, type Bilingual, type Locale } from '../../../bilingual.ts'
import { FILE_WARNINGS, REFUSALS, type RefusalCode } from './file-reasons.ts'
import type { Facts, FileWarning, Refused, RowIssue } from '../judged.ts'
import { ROW_REASONS } from './row-reasons.ts'

/** Turns codes and their facts into sentences in Portuguese and English. */

function fill(template: string, facts: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    const fact = facts[name]
    return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : whole
  })
}

function explain(reason: Bilingual, facts: Readonly<Record<string, unknown>>): Bilingual {
  return { pt: fill(reason.pt, facts), en: fill(reason.en, facts) }
}

export function refuse(code: RefusalCode, facts: Facts, line?: number): Refused {
  const known = line === undefined ? facts : { line, ...facts }
  const message = explain(REFUSALS[code], known)
  const at = line === undefined ? {} : { line }
  return { refused: { code, ...at, facts, message } }
}

export function explainWarning(warning: FileWarning): Bilingual {
  return explain(FILE_WARNINGS[warning.code], warning.facts)
}

/** Values in it are masked already where they are documents. */
export function explainIssue(issue: RowIssue, locale: Locale = 'pt-BR'): string {
  const reason = explain(ROW_REASONS[issue.code], { ...issue })
  return inLocale(reason, locale)
}
