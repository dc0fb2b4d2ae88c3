/** Our words on the page at /docs; Scalar has its own, and the document is in English. */
import type { Bilingual } from '../../bilingual.ts'

export interface DocsTexts {
  readonly title: string
  readonly file: string
  readonly sandbox: string
  readonly otherLanguage: string
  readonly noScript: string
}

export const docsTexts: Bilingual<DocsTexts> = {
  pt: {
    title: 'Documentação da API',
    file: 'Arquivo OpenAPI',
    sandbox: 'Sandbox',
    otherLanguage: 'English',
    noScript: 'Esta página precisa de JavaScript. O mesmo conteúdo está no arquivo OpenAPI.',
  },
  en: {
    title: 'API documentation',
    file: 'OpenAPI file',
    sandbox: 'Sandbox',
    otherLanguage: 'Português',
    noScript: 'This page needs JavaScript. The same content is in the OpenAPI file.',
  },
}
