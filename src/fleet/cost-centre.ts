/**
 * Pure. The same for all spellings of a cost centre: people type its case and blanks as they like,
 * and a number such as 1.01 is written with a comma by Brazilian spreadsheets.
 */
export function costCentreKey(name: string): string {
  const key = name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  return key.replace(/^(\d+),(\d+)$/, '$1.$2')
}
