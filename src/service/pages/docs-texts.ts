/** Our words on the page at /docs; Scalar has its own, and the document is in English. */
import type { Bilingual, Language } from '../../bilingual.ts'

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

/** Pure. `asked` (?lang=), else the preferred one of Accept-Language, else Portuguese. */
export function languageOf(asked: unknown, accepted: string | undefined): Language {
  if (asked === 'pt' || asked === 'en') return asked
  const ranked = (accepted ?? '')
    .split(',')
    .map((each) => {
      const [tag = '', ...rest] = each.trim().toLowerCase().split(';')
      const quality = rest.map((part) => /^\s*q=([\d.]+)/.exec(part)?.[1]).find(Boolean)
      return { language: tag.slice(0, 2), quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => (language === 'pt' || language === 'en') && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return ranked[0]?.language === 'en' ? 'en' : 'pt'
}
