/** Pure. Whether a vehicle that was at the service before us has another owner there. */

/** Everything but what is shown or hidden of a document: its punctuation. */
const PUNCTUATION = /[^0-9A-Z*]/g

/**
 * True only when two masks cannot be of one document. Services mask differently; where two masks
 * show nothing in common, nobody can tell, and nothing is claimed.
 */
export function isOtherOwner(ours: string, theirs: string): boolean {
  const [one, other] = [ours, theirs].map((mask) => mask.toUpperCase().replace(PUNCTUATION, ''))
  if (one === undefined || other === undefined || !isMask(one) || !isMask(other)) return false
  if (one.length !== other.length) return true
  return Array.from(one).some((sign, at) => sign !== '*' && other[at] !== '*' && sign !== other[at])
}

/** Of a CPF or of a CNPJ, each sign of it shown or hidden. */
function isMask(mask: string): boolean {
  return (mask.length === 11 || mask.length === 14) && /[0-9]/.test(mask)
}
