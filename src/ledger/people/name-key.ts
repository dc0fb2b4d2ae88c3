/** Pure. Ignores case, accents and spaces, by which nobody becomes a second person, nor a fleet. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}
