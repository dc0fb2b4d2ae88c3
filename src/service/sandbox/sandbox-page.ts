/** Pure. The sandbox as the server sends it: the forms and the texts, which its script fills. */
import { UFS } from '../../fleet/uf.ts'
import { exact, html, type Html } from '../../html.ts'
import { pageHead } from '../pages/page-head.ts'
import { orderSection, recordsSection } from './payment-steps.ts'
import type { SandboxTexts } from './sandbox-texts.ts'
import {
  type BaseAddresses,
  connectionSection,
  consultationSection,
  debtsSection,
} from './steps.ts'
import { vehicleSection } from './vehicle-step.ts'

export function sandboxPage(texts: SandboxTexts, addresses: BaseAddresses): string {
  return html`<!doctype html>
    <html lang="${texts.lang}">
      <head>
        ${pageHead(texts.title)}
        <link rel="stylesheet" href="/sandbox/parts.css" />
        <link rel="stylesheet" href="/sandbox/results.css" />
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
        <script type="module" src="/sandbox/main.js"></script>
      </head>
      <body data-sandbox="${exact(JSON.stringify(texts))}">
        ${head(texts)}
        <div class="banner" id="banner" role="status" hidden></div>
        <div class="columns">
          <main>
            <noscript><p class="outcome bad">${texts.noScript}</p></noscript>
            ${connectionSection(texts, addresses)} ${vehicleSection(texts, UFS.toSorted())}
            ${consultationSection(texts)} ${debtsSection(texts)} ${orderSection(texts)}
            ${recordsSection(texts)}
          </main>
          ${logPanel(texts)}
        </div>
        <a class="jump" href="#log" id="jump" hidden></a>
      </body>
    </html> `.text
}

function head(texts: SandboxTexts): Html {
  return html`<header>
    <div>
      <p class="kind">frota</p>
      <h1>${texts.title}</h1>
      <p class="soft">${texts.lead}</p>
    </div>
    <nav class="links">
      <a href="/docs?lang=${texts.lang.slice(0, 2)}">${texts.docs}</a>
      <a href="/openapi.json">${texts.openapi}</a>
      <a
        href="${texts.other.href}"
        lang="${texts.other.lang}"
        hreflang="${texts.other.lang}"
        title="${texts.otherNote}"
        >${texts.other.label}</a
      >
    </nav>
  </header>`
}

function logPanel({ log }: SandboxTexts): Html {
  return html`<aside id="log" aria-labelledby="log-title" tabindex="-1">
    <div class="bar">
      <h2 id="log-title">${log.title}</h2>
      <button type="button" class="quiet small" id="log-clear">${log.clear}</button>
    </div>
    <p class="soft" id="log-empty">${log.empty}</p>
    <p class="soft" id="log-said" role="status"></p>
    <ol id="exchanges"></ol>
  </aside>`
}
