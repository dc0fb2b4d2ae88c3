/** The words around the document on the page; the document itself is in English. */
export interface DocsTexts {
  readonly title: string
  readonly version: string
  readonly contents: string
  readonly introduction: string
  readonly schemas: string
  readonly file: string
  readonly sandbox: string
  readonly otherLanguage: string
  readonly note: string
  readonly servers: string
  readonly parameters: string
  readonly body: string
  readonly replies: string
  readonly fields: string
  readonly example: string
  readonly required: string
  readonly optional: string
  readonly writeOnly: string
  readonly noBody: string
  readonly open: string
  readonly or: string
  readonly listOf: string
  readonly empty: string
  readonly oneOf: string
  readonly headers: string
  readonly top: string
  readonly from: string
  readonly to: string
  readonly characters: string
  readonly items: string
}

export type Language = 'pt' | 'en'

export const docsTexts: Readonly<Record<Language, DocsTexts>> = {
  pt: {
    title: 'Documentação da API',
    version: 'versão',
    contents: 'Conteúdo',
    introduction: 'Introdução',
    schemas: 'Objetos e valores',
    file: 'Arquivo OpenAPI',
    sandbox: 'Sandbox',
    otherLanguage: 'English',
    note: 'As descrições estão em inglês, como no arquivo OpenAPI.',
    servers: 'Endereços',
    parameters: 'Parâmetros',
    body: 'Corpo da requisição',
    replies: 'Respostas',
    fields: 'Campos',
    example: 'Exemplo',
    required: 'obrigatório',
    optional: 'opcional',
    writeOnly: 'só na requisição',
    noBody: 'sem corpo',
    open: 'pública, sem chave',
    or: 'ou',
    listOf: 'lista de',
    empty: 'nulo',
    oneOf: 'um de',
    headers: 'Cabeçalhos',
    top: 'Voltar ao início',
    from: 'de',
    to: 'a',
    characters: 'caracteres',
    items: 'itens',
  },
  en: {
    title: 'API documentation',
    version: 'version',
    contents: 'Contents',
    introduction: 'Introduction',
    schemas: 'Objects and values',
    file: 'OpenAPI file',
    sandbox: 'Sandbox',
    otherLanguage: 'Português',
    note: '',
    servers: 'Addresses',
    parameters: 'Parameters',
    body: 'Request body',
    replies: 'Replies',
    fields: 'Fields',
    example: 'Example',
    required: 'required',
    optional: 'optional',
    writeOnly: 'in requests only',
    noBody: 'no body',
    open: 'public, without a key',
    or: 'or',
    listOf: 'list of',
    empty: 'null',
    oneOf: 'one of',
    headers: 'Headers',
    top: 'Back to the top',
    from: 'from',
    to: 'to',
    characters: 'characters',
    items: 'items',
  },
}

/** Pure. An explicit choice, else what the browser prefers of the two, else Portuguese. */
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
