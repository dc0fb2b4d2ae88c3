/** Everything that waits for a person now, as in status, reports and command line, to be resolved. */
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { html } from '../../html.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { personSection } from '../../reconciliation/reports/page/page-exceptions.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { ofFleet } from '../frame/of-fleet.ts'
import { pageWords } from '../frame/page-words.ts'
import { foundRows } from '../tables/rows-table.ts'
import { money, text, type TableColumn } from '../tables/table-columns.ts'
import { addressOf, type TableQuery } from '../tables/table-query.ts'
import { filterForm } from '../tables/table-view.ts'
import { tableWords } from '../tables/table-words.ts'
import { exceptionActions } from './exception-actions.ts'
import { exceptionWords } from './exception-words.ts'

export const EXCEPTIONS_QUERY = { filters: ['q', 'code'], sorts: [''] } as const

/** `said`: what became of the last form; empty at first. */
export function exceptionsPage(
  setting: PageSetting,
  all: readonly ExceptionGroup[],
  { said, query }: { said: string; query: TableQuery },
): string {
  const { texts, locale, display } = setting
  const words = exceptionWords(locale)
  const showing = {
    texts: messagesOf(locale),
    display,
    actions: (line: ExceptionLine) => exceptionActions(setting, line),
  }
  const columns = exceptionColumns(setting)
  const isSearched = query.filters['q'] !== undefined
  const groups = ofKind(all, query)
    .map((group) => {
      const shown = foundRows({ columns, rows: group.shown, query })
      return { ...group, shown, rows: isSearched ? shown.length : group.rows }
    })
    .filter(({ rows }) => rows > 0)
    .map(({ shown, ...group }) => ({
      ...group,
      shown: shown.map((line) => ({ ...line, sentence: pageWords(line.sentence, locale) })),
    }))
  const kinds = all.map(({ code }) => [code, showing.texts.exceptions[code].title] as const)
  const filters = [
    { name: 'q', label: words.search },
    { name: 'code', label: words.kind, choices: kinds },
  ]
  const body = html`<section>
      <h1>${texts.exceptions.title}</h1>
      <p>${texts.exceptions.lead}</p>
      ${said !== '' && html`<p role="status"><strong>${said}</strong></p>`}
      ${all.length > 0 && filterForm(setting, { path: '/exceptions', query, filters })}
      ${
        groups.length > 0 &&
        html`<p>
          <a href="${ofFleet(setting, addressOf('/exceptions.csv', query))}"
            >${tableWords(locale).csv}</a
          >
        </p>`
      }
    </section>
    ${personSection(groups, showing)}`
  return page(setting, { title: texts.exceptions.title, body })
}

export function ofKind(
  groups: readonly ExceptionGroup[],
  { filters }: TableQuery,
): readonly ExceptionGroup[] {
  const { code = '' } = filters
  return groups.some((group) => group.code === code)
    ? groups.filter((group) => group.code === code)
    : groups
}

export function exceptionColumns({ locale }: PageSetting): TableColumn<ExceptionLine>[] {
  const words = exceptionWords(locale)
  const { exceptions } = messagesOf(locale)
  return [
    text(words.kind, ({ code }) => exceptions[code].title),
    text(words.plate, ({ plate }) => plate),
    text(words.nickname, ({ nickname }) => nickname),
    text(words.check, ({ sentence }) => pageWords(sentence, locale)),
    money(words.amount, ({ amountCents }) => amountCents),
    { title: words.age, kind: 'integer', value: ({ ageDays }) => ageDays },
  ]
}
