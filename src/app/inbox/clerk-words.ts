/** Pure. The words of a file that lies beside a dropped one: whoever dropped it types no command. */
const SENTENCES = /(?<=[.!?]) (?=\S)/
const CHOICE = / \([^()]*--[a-z][^()]*\)/g
const TYPED = /(?:^|\s)(?:--[a-z]|frota (?:check|reconcile|vehicle|orders)\b)/

/** Without the sentences, and what stands in brackets, that name an option or a command. */
export function withoutOptions(text: string): string {
  const sentences = text.replace(CHOICE, '').split(SENTENCES)
  return sentences.filter((sentence) => !TYPED.test(sentence)).join(' ')
}
