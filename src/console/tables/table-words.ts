/** What every table says. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  more: 'Mais filtros',
  any: 'todos',
  filter: 'Filtrar',
  clear: 'Limpar',
  found: ['{n} linha.', '{n} linhas.'],
  csv: 'Baixar como CSV',
  sortBy: 'Ordenar por {column}',
  pages: 'Páginas da lista',
  page: 'página {page} de {pages}',
  previous: '← anterior',
  next: 'próxima →',
} as const

const en: Texts<typeof pt> = {
  more: 'More filters',
  any: 'all',
  filter: 'Filter',
  clear: 'Clear',
  found: ['{n} row.', '{n} rows.'],
  csv: 'Download as CSV',
  sortBy: 'Sort by {column}',
  pages: 'Pages of the list',
  page: 'page {page} of {pages}',
  previous: '← previous',
  next: 'next →',
}

export function tableWords(locale: Locale): Texts<typeof pt> {
  return inLocale({ pt, en }, locale)
}
