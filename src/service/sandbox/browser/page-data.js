/** What the server put into the page for its script. */

/** @typedef {import('../sandbox-texts.ts').SandboxTexts} Texts */

/** @type {Texts} */
export const texts = JSON.parse(document.body.dataset['sandbox'] ?? '{}')

/**
 * A word of the interface in the reader's language, or as it came when nobody knows it.
 * @param {string} word
 * @returns {string}
 */
export function worded(word) {
  const words = /** @type {Readonly<Record<string, string>>} */ (texts.words)
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? word
}
