/**
 * What makes a debt the same debt in two consultations. Item ids are new in every answer and
 * amounts grow by late fees, so neither is part of it; equal tickets are told apart by an ordinal.
 */

export interface DebtFacts {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
  readonly kind: string
  readonly group: string
  readonly year: number | null
  readonly description: string
  /** YYYY-MM-DD, or null when the authority does not inform it. */
  readonly dueDate: string | null
}

/** Capitals without accents, runs of anything but letters and digits as one space. */
export function normalizeDescription(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return bare.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** A canonical text (a JSON list, so that no separator can be forged); the amount is not in it. */
export function debtFingerprint(debt: DebtFacts): string {
  return JSON.stringify([
    debt.renavam,
    debt.uf.toUpperCase(),
    debt.kind,
    debt.group,
    debt.year,
    normalizeDescription(debt.description),
    debt.dueDate,
  ])
}
