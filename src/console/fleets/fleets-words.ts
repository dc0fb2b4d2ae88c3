/** What the page of fleets says. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  title: 'Frotas',
  lead: 'As frotas que você vê. Escolha uma: todas as outras páginas passam a ser dela.',
  none: 'Nenhuma frota ainda.',
  name: 'Frota',
  vehicles: 'Veículos',
  known: 'Conhecidos',
  owed: 'A pagar',
  overdue: 'Vencidos',
  month: 'Vence em 30 dias',
  waiting: 'Espera você',
  closed: 'Último mês fechado',
  file: 'Baixar os relatórios de todas',
  another: 'Outra frota',
  anotherLead: 'Um nome novo começa vazio, até a primeira planilha.',
  open: 'Abrir',
  wrong: 'Um nome de frota tem de 1 a 100 caracteres, sem vírgula.',
} as const

const en: Texts<typeof pt> = {
  title: 'Fleets',
  lead: 'The fleets that you see. Choose one: all other pages are of it from then on.',
  none: 'No fleet yet.',
  name: 'Fleet',
  vehicles: 'Vehicles',
  known: 'Known',
  owed: 'Owed',
  overdue: 'Overdue',
  month: 'Due within 30 days',
  waiting: 'Waits for you',
  closed: 'Last month closed',
  file: 'Download the reports of all',
  another: 'Another fleet',
  anotherLead: 'A new name begins empty, until the first spreadsheet.',
  open: 'Open',
  wrong: 'The name of a fleet has 1 to 100 characters, without a comma.',
}

export function fleetsWords(locale: Locale): Texts<typeof pt> {
  return inLocale({ pt, en }, locale)
}
