/** A sentence for people, in both languages. */
export type Reason = { readonly pt: string; readonly en: string }

export type Explained = Reason

export type ExplainLocale = 'pt-BR' | 'en'
