/** Pure. The page at /: what this address is, and the ways on. */
import type { Bilingual, Language } from '../../bilingual.ts'
import { html } from '../../html.ts'
import { pageOf } from './page-head.ts'

const LINKS = {
  docs: '/docs',
  sandbox: '/sandbox',
  file: '/openapi.json',
  health: '/health',
} as const

const TEXTS: Bilingual<Readonly<Record<'title' | 'what' | keyof typeof LINKS, string>>> = {
  pt: {
    title: 'Serviço de débitos veiculares',
    what: 'Consulta de débitos de veículos e pagamento por Pix, boleto ou cartão, para parceiros.',
    docs: 'Documentação da API',
    sandbox: 'Sandbox: uma consulta e um pedido, passo a passo',
    file: 'Arquivo OpenAPI',
    health: 'Estado: simulado ou real',
  },
  en: {
    title: 'Vehicle debt service',
    what: 'Consultation of vehicle debts and payment by Pix, boleto or card, for partners.',
    docs: 'API documentation',
    sandbox: 'Sandbox: a consultation and an order, step by step',
    file: 'OpenAPI file',
    health: 'State: simulated or real',
  },
}

export function landingPage(language: Language): string {
  const texts = TEXTS[language]
  const names = ['docs', 'sandbox', 'file', 'health'] as const
  const links = names.map((name) => html`<li><a href="${LINKS[name]}">${texts[name]}</a></li>`)
  const body = html`<main class="landing">
    <h1>${texts.title}</h1>
    <p>${texts.what}</p>
    <ul>
      ${links}
    </ul>
  </main>`
  return pageOf(language, texts.title, body)
}
