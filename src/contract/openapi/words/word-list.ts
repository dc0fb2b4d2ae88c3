/** Pure. The known words of an open field as Markdown, and what to do about another one. */
export function wordList(
  intro: string,
  words: Readonly<Record<string, string>>,
  unknown: string,
): string {
  const lines = Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
  return `${intro}\n\n${lines.join('\n')}\n\nOther words may be added later: ${unknown}`
}

/** Like `wordList`, with the states that each state may move to. */
export function stateList(
  intro: string,
  words: Readonly<Record<string, string>>,
  moves: Readonly<Record<string, readonly string[]>>,
  unknown: string,
): string {
  const told = Object.entries(words).map(([state, meaning]) => {
    const next = moves[state] ?? []
    const ways = next.map((each) => `\`${each}\``).join(', ')
    return [state, next.length === 0 ? `${meaning} Final.` : `${meaning} Moves to ${ways}.`]
  })
  return wordList(intro, Object.fromEntries(told), unknown)
}
