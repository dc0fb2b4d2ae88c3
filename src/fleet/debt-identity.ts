/**
 * What makes a debt the same debt in two consultations. Item ids are new in every answer and
 * amounts grow by late fees, so neither is part of it; equal tickets are told apart by an ordinal.
 */

/** How a debt is told to a person. */
export interface DescribedDebt {
  readonly kind: string
  readonly description: string
  readonly year: number | null
  /** YYYY-MM-DD, or null when the authority does not inform it. */
  readonly dueDate: string | null
}

export interface DebtFacts extends DescribedDebt {
  /** Eleven digits. */
  readonly renavam: string
  readonly uf: string
  readonly group: string
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
