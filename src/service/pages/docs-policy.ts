/** The content policy of the page at /docs alone, as narrow as Scalar's script allows. */

/**
 * The style elements that the script inserts: its own, that of its toasts, its theme. A new version
 * has others; Chromium's console then names their hashes, and test/browser/docs-page.test.ts fails.
 */
const STYLE_HASHES = [
  'sha256-SdwVUZnWy8xuzu9alwp9UnSB2w2COBuIILA4H0uPqJM=',
  'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=',
  'sha256-T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo=',
]

/**
 * No script but ours, no `eval`, and no host but this one. Style attributes cannot be listed, since
 * Scalar computes them. Trusted types are not required, because Vue assigns markup as text.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src-elem 'self' ${STYLE_HASHES.map((hash) => `'${hash}'`).join(' ')}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
