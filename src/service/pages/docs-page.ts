/** Pure. The page at /docs: our links above, and the document as Scalar shows it. */
import { bothOf, type Language } from '../../bilingual.ts'
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

/** Ours; Scalar has its own words, and the document is in English. */
const TEXTS = bothOf({
  title: ['Documentação da API', 'API documentation'],
  file: ['Arquivo OpenAPI', 'OpenAPI file'],
  sandbox: ['Sandbox', 'Sandbox'],
  otherLanguage: ['English', 'Português'],
  noScript: [
    'Esta página precisa de JavaScript. O mesmo conteúdo está no arquivo OpenAPI.',
    'This page needs JavaScript. The same content is in the OpenAPI file.',
  ],
})

export function docsPage(scriptPath: string, language: Language): string {
  const said = (name: keyof typeof TEXTS): string => TEXTS[name][language]
  const other: Language = language === 'pt' ? 'en' : 'pt'
  const options = JSON.stringify({ ...SCALAR_OPTIONS, localization: { locale: language } })
  const body = html`<header class="docs-header">
      <strong>${said('title')}</strong>
      <nav>
        <a href="/openapi.json">${said('file')}</a> <a href="/sandbox">${said('sandbox')}</a>
        <a href="/docs?lang=${other}" lang="${other}" hreflang="${other}"
          >${said('otherLanguage')}</a
        >
      </nav>
    </header>
    <noscript><p>${said('noScript')}</p></noscript>
    <script id="api-reference" data-configuration="${options}" src="${scriptPath}"></script>`
  return pageOf(language, said('title'), body)
}
