/** What the server put into the page for its script: the texts and the test cards. */

/**
 * @typedef {import('../sandbox-texts.ts').SandboxTexts} Texts
 * @typedef {{ number: string, outcome: string }} TestCard
 */

/** @type {{ texts: Texts, testCards: readonly TestCard[] }} */
const data = JSON.parse(document.body.dataset['sandbox'] ?? '{}')

export const { texts, testCards } = data

/**
 * A word of the interface in the reader's language, or as it came when nobody knows it.
 * @param {string} word
 * @returns {string}
 */
export function worded(word) {
  const words = /** @type {Readonly<Record<string, string>>} */ (texts.words)
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? word
}
