/** What every table says. */
import { wordsOf } from '../../bilingual.ts'

export const tableWords = wordsOf({
  more: ['Mais filtros', 'More filters'],
  any: ['todos', 'all'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Limpar', 'Clear'],
  found: [
    ['{n} linha.', '{n} linhas.'],
    ['{n} row.', '{n} rows.'],
  ],
  csv: ['Baixar como CSV', 'Download as CSV'],
  sortBy: ['Ordenar por {column}', 'Sort by {column}'],
  pages: ['Páginas da lista', 'Pages of the list'],
  page: ['página {page} de {pages}', 'page {page} of {pages}'],
  previous: ['← anterior', '← previous'],
  next: ['próxima →', 'next →'],
})
