/** Pure. Whether a vehicle that was at the service before us has another owner there. */

/** Characters that are neither shown nor hidden parts of a document. */
const PUNCTUATION = /[^0-9A-Z*]/g

/**
 * True only when two masks cannot be of one document. Services mask differently; two masks that
 * show no common position prove nothing, so the answer is false.
 */
export function isOtherOwner(ours: string, theirs: string): boolean {
  const [one, other] = [ours, theirs].map((mask) => mask.toUpperCase().replace(PUNCTUATION, ''))
  if (one === undefined || other === undefined || !isMask(one) || !isMask(other)) return false
  if (one.length !== other.length) return true
  return Array.from(one).some((sign, at) => sign !== '*' && other[at] !== '*' && sign !== other[at])
}

/** Whether a text is a masked CPF or CNPJ: each character shown or hidden by `*`. */
function isMask(mask: string): boolean {
  return (mask.length === 11 || mask.length === 14) && /[0-9]/.test(mask)
}
