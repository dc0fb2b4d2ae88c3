/** Pure. The text that the filter `q` searches, and its trigrams for an index. */

/** Characters of a gram; shorter ones would be in nearly every vehicle. */
const GRAM = 3

/** One field on each line, so that no fragment reaches from one field into the next. */
export function searchText(vehicle: { plate: string; renavam: string; nickname: string }): string {
  const nickname = vehicle.nickname.replace(/\s+/g, ' ')
  return [vehicle.plate, vehicle.renavam, nickname].join('\n').toLowerCase()
}

export function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (const line of text.split('\n')) {
    const characters = Array.from(line)
    for (let at = 0; at + GRAM <= characters.length; at++) {
      grams.add(characters.slice(at, at + GRAM).join(''))
    }
  }
  return [...grams]
}

/**
 * The grams to look up in the index: the first and the last three narrow as much as all of them,
 * and each more is another long list to intersect.
 */
export function askedGrams(fragment: string): string[] {
  const grams = gramsOf(fragment)
  return [...new Set([...grams.slice(0, 1), ...grams.slice(-3)])]
}

/** `q` as typed, and without a plate's separators when that differs; never an empty text. */
export function fragmentsOf(q: string): string[] {
  const typed = q.trim().toLowerCase().replace(/\s+/g, ' ')
  const bare = typed.replace(/[-.\s]/g, '')
  return [...new Set([typed, bare])].filter((fragment) => fragment !== '')
}

/** A LIKE pattern in which the fragment stands for itself. */
export function containing(fragment: string): string {
  return `%${fragment.replace(/[\\%_]/g, '\\$&')}%`
}
