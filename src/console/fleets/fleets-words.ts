/** What the page of fleets says. */
import { wordsOf } from '../../bilingual.ts'

export const fleetsWords = wordsOf({
  title: ['Frotas', 'Fleets'],
  lead: [
    'As frotas que você vê. Escolha uma: todas as outras páginas passam a ser dela.',
    'The fleets that you see. Choose one: all other pages are of it from then on.',
  ],
  none: ['Nenhuma frota ainda.', 'No fleet yet.'],
  name: ['Frota', 'Fleet'],
  vehicles: ['Veículos', 'Vehicles'],
  known: ['Conhecidos', 'Known'],
  owed: ['A pagar', 'Owed'],
  overdue: ['Vencidos', 'Overdue'],
  month: ['Vence em 30 dias', 'Due within 30 days'],
  waiting: ['Espera você', 'Waits for you'],
  closed: ['Último mês fechado', 'Last month closed'],
  file: ['Baixar os relatórios de todas', 'Download the reports of all'],
  another: ['Outra frota', 'Another fleet'],
  anotherLead: [
    'Um nome novo começa vazio, até a primeira planilha.',
    'A new name begins empty, until the first spreadsheet.',
  ],
  open: ['Abrir', 'Open'],
  wrong: [
    'Um nome de frota tem de 1 a 100 caracteres, sem vírgula.',
    'The name of a fleet has 1 to 100 characters, without a comma.',
  ],
})
