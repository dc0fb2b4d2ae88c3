/**
 * Pure. Where an attempt may state its boleto: the interface names no fields of one, so beside ours
 * any field counts that holds as many digits as a boleto has.
 */
const OURS: readonly string[] = ['boleto_line', 'boleto_barcode']
const DIGITS = /^[0-9]{44,48}$/
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/
const DUE_NAME = /due|venc/i

/** Lines of digits and barcodes, ours also where they are none. */
export function boletoTexts(attempt: object): string[] {
  return Object.entries(attempt).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || value.trim() === '') return []
    return OURS.includes(name) || DIGITS.test(value.replaceAll(/[\s.-]/g, '')) ? [value] : []
  })
}

/** YYYY-MM-DD, which may be no day; null where none is stated. */
export function statedDueDate(attempt: object): string | null {
  const stated = new Map<string, unknown>(Object.entries(attempt))
  const ours = stated.get('boleto_due_date')
  if (typeof ours === 'string') return ours.slice(0, 'YYYY-MM-DD'.length)
  for (const [name, value] of stated) {
    if (typeof value === 'string' && DUE_NAME.test(name) && DATE.test(value)) {
      return value.slice(0, 'YYYY-MM-DD'.length)
    }
  }
  return null
}
