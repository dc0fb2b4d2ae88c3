/** What the pages about months say. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  months: 'Meses',
  lead: 'Um mês que acabou é fechado uma vez, sob um nome; o que se souber depois é ajuste do seguinte.',
  none: 'Ainda não há o que fechar: comece por uma planilha.',
  month: 'Mês',
  state: 'Situação',
  closing: 'Saldo',
  by: 'Por',
  at: 'Em',
  closedMonths: 'Fechados',
  closed: 'fechado',
  reopened: 'reaberto',
  open: 'em aberto',
  running: 'em curso',
  previewed: 'Ver a prévia',
  renew: 'Escrever a prévia de agora',
  asOf: 'Como o livro-razão estava em {at}.',
  preview: 'Prévia: estes números ainda mudam.',
  closedBy: 'Fechado por {person} em {at}.',
  differs: 'Não use: uma conferência não fecha. Veja close.html.',
  waiting: 'Esperam por alguém: {n}.',
  balance: 'Saldo do mês',
  files: 'Arquivos',
  zip: 'Baixar todos num só zip',
  read: 'Abrir a página do mês',
  close: 'Fechar o mês',
  closeLead: 'O fechamento fica sob o nome de {person}, e a pasta não muda mais.',
  reason: 'Por que fechar com pendências (se houver)',
  withOpen: 'Fechar mesmo com o que espera por alguém, que fica escrito',
  closeNow: 'Fechar {month}',
  noReason: 'Diga o motivo de fechar com pendências. Nada mudou.',
  unnamed:
    'Para fechar, o console precisa saber quem você é: inclua-se em Pessoas e entre com o seu nome.',
  notOver: 'O mês ainda não acabou: até lá há só a prévia.',
  missing: 'Não há este mês, ou sua pasta não está aqui.',
  refused: 'O mês não foi fechado',
} as const

type MonthWords = Texts<typeof pt>

const en: MonthWords = {
  months: 'Months',
  lead: 'A month that is over is closed once, under a name; what is learned later adjusts the next.',
  none: 'There is nothing to close yet: begin with a sheet.',
  month: 'Month',
  state: 'State',
  closing: 'Balance',
  by: 'By',
  at: 'At',
  closedMonths: 'Closed',
  closed: 'closed',
  reopened: 'reopened',
  open: 'open',
  running: 'running',
  previewed: 'See the preview',
  renew: 'Write the preview of now',
  asOf: 'As the ledger stood on {at}.',
  preview: 'Preview: these figures still change.',
  closedBy: 'Closed by {person} on {at}.',
  differs: 'Do not use it: a check does not agree. See close.html.',
  waiting: 'Waiting for a person: {n}.',
  balance: 'Balance of the month',
  files: 'Files',
  zip: 'Download all as one zip',
  read: "Open the month's page",
  close: 'Close the month',
  closeLead: 'It is closed under the name of {person}, and the folder never changes again.',
  reason: 'Why to close with things open (if there are any)',
  withOpen: 'Close in spite of what waits for a person, which is written down',
  closeNow: 'Close {month}',
  noReason: 'Say why it is closed with things open. Nothing has changed.',
  unnamed:
    'To close, the console must know who you are: add yourself at People and sign in by your name.',
  notOver: 'The month is not over: until then there is the preview.',
  missing: 'There is no such month, or its folder is not here.',
  refused: 'The month was not closed',
}

export function monthWords(locale: Locale): MonthWords {
  return inLocale<MonthWords>({ pt, en }, locale)
}
