/** Pure. The page at /: what this address is, and the ways on. */
import { bothOf, type Language } from '../../bilingual.ts'
import { html } from '../../html.ts'
import { pageOf } from './page-head.ts'

const TITLE = { pt: 'Serviço de débitos veiculares', en: 'Vehicle debt service' }
const WHAT = {
  pt: 'Consulta de débitos de veículos e pagamento por Pix, boleto ou cartão, para parceiros.',
  en: 'Consultation of vehicle debts and payment by Pix, boleto or card, for partners.',
}
const LINKS = bothOf({
  '/docs': ['Documentação da API', 'API documentation'],
  '/sandbox': [
    'Sandbox: uma consulta e um pedido, passo a passo',
    'Sandbox: a consultation and an order, step by step',
  ],
  '/openapi.json': ['Arquivo OpenAPI', 'OpenAPI file'],
  '/health': ['Estado: simulado ou real', 'State: simulated or real'],
})

export function landingPage(language: Language): string {
  const links = Object.entries(LINKS).map(
    ([path, words]) => html`<li><a href="${path}">${words[language]}</a></li>`,
  )
  const body = html`<main class="landing">
    <h1>${TITLE[language]}</h1>
    <p>${WHAT[language]}</p>
    <ul>
      ${links}
    </ul>
  </main>`
  return pageOf(language, TITLE[language], body)
}
