/** What every table says. */
import { wordsOf } from '../../bilingual.ts'

export const tableWords = wordsOf({
  more: ['Mais filtros', 'More filters'],
  any: ['todos', 'all'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Limpar', 'Clear'],
  noDay: [
    '{text} não é uma data: escreva AAAA-MM-DD, como 2026-04-30. Nada é mostrado até lá.',
    '{text} is no date: write YYYY-MM-DD, as in 2026-04-30. Nothing is shown until then.',
  ],
  found: [
    ['{n} linha.', '{n} linhas.'],
    ['{n} row.', '{n} rows.'],
  ],
  csv: ['Baixar como CSV', 'Download as CSV'],
  origin: ['Origem', 'Origin'],
  sortBy: ['Ordenar por {column}', 'Sort by {column}'],
  pages: ['Páginas da lista', 'Pages of the list'],
  page: ['página {page} de {pages}', 'page {page} of {pages}'],
  previous: ['← anterior', '← previous'],
  next: ['próxima →', 'next →'],
})
