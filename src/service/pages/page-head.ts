/** Pure. What the head of each page of the service begins with. */
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'

export function pageHead(title: string): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · frota</title>
    <link rel="icon" type="image/svg+xml" href="/sandbox/sandbox.svg" />`
}
