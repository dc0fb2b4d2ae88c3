/**
 * The document around a page's parts: one file that a browser shows without a network and without
 * running anything. Its policy allows one style sheet, by hash, and pictures in the page itself.
 */
import { createHash } from 'node:crypto'
import type { Locale } from '../../../bilingual.ts'
import { exact, html, Html, type Content } from '../../../html.ts'
import { messagesOf } from '../words/reports.ts'
import { pageStyle } from './page-style.ts'

export interface PageDocument {
  readonly locale: Locale
  readonly simulated: boolean
  readonly title: Content
  /** The line above the title. */
  readonly above: Content
  readonly main: Content
}

export function pageDocument({ locale, simulated, title, above, main }: PageDocument): string {
  const hash = createHash('sha256').update(pageStyle).digest('base64')
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ` +
    `base-uri 'none'; form-action 'none'`
  const { page } = messagesOf(locale)
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${exact(policy)}" />
        <meta name="referrer" content="no-referrer" />
        <title>${simulated ? `${page.simulated} · ` : ''}${title}</title>
        ${new Html(`<style>${pageStyle}</style>`)}
      </head>
      <body class="${simulated ? 'is-simulated' : ''}">
        ${
          simulated &&
          html`<aside class="simulated">
            <strong>${page.simulated}</strong>${page.simulatedNote}
          </aside>`
        }
        <header>
          <p class="soft small">${above}</p>
          <h1>${title}</h1>
        </header>
        <main>${main}</main>
      </body>
    </html> `.text
}
