/** Pure. What the pages of the service begin with. */
import type { Language } from '../../bilingual.ts'
import { html, type Html } from '../../html.ts'

export function pageHead(title: string): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · frota</title>
    <link rel="icon" type="image/svg+xml" href="/sandbox/sandbox.svg" />`
}

export const DOCS_STYLE_PATH = '/docs.css'

/** A page beside the sandbox, which has styles of its own. */
export function pageOf(language: Language, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
      <head>
        ${pageHead(title)}
        <link rel="stylesheet" href="${DOCS_STYLE_PATH}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.text
}
