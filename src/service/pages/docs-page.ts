/** Pure. The page at /docs: our links above, and the document as Scalar shows it. */
import type { Language } from '../../bilingual.ts'
import { docsTexts } from './docs-texts.ts'
import { html } from '../../html.ts'
import { pageOf } from './page-head.ts'

/** Scalar's hosted services and its client for requests are off: /sandbox is the place to try. */
const SCALAR_OPTIONS = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideTestRequestButton: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  // The samples of the document, instead of those that Scalar would derive.
  hiddenClients: true,
}

export function docsPage(scriptPath: string, language: Language): string {
  const texts = docsTexts[language]
  const other: Language = language === 'pt' ? 'en' : 'pt'
  const options = JSON.stringify({ ...SCALAR_OPTIONS, localization: { locale: language } })
  const body = html`<header class="docs-header">
      <strong>${texts.title}</strong>
      <nav>
        <a href="/openapi.json">${texts.file}</a> <a href="/sandbox">${texts.sandbox}</a>
        <a href="/docs?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
      </nav>
    </header>
    <noscript><p>${texts.noScript}</p></noscript>
    <script id="api-reference" data-configuration="${options}" src="${scriptPath}"></script>`
  return pageOf(language, texts.title, body)
}
