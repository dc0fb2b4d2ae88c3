/** Pure. Whether an answer holds a debt that the answer before it did not, counting equal ones. */
export function foundNewDebts(before: readonly string[], now: readonly string[]): boolean {
  const left = new Map<string, number>()
  for (const fingerprint of before) left.set(fingerprint, (left.get(fingerprint) ?? 0) + 1)
  return now.some((fingerprint) => {
    const count = left.get(fingerprint) ?? 0
    left.set(fingerprint, count - 1)
    return count <= 0
  })
}
