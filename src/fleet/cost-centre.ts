/** Pure. The same for all spellings of a cost centre: people type its case and blanks as they like. */
export function costCentreKey(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
