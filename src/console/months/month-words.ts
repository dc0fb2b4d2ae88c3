/** What the pages about months say. */
import { wordsOf } from '../../bilingual.ts'

export const monthWords = wordsOf({
  months: ['Meses', 'Months'],
  lead: [
    'Um mês que acabou é fechado uma vez, sob um nome; o que se souber depois é ajuste do seguinte.',
    'A month that is over is closed once, under a name; what is learned later adjusts the next.',
  ],
  atTerminal: [
    'Só no terminal, por quem opera o frota: ler um extrato do banco (frota bank match), dizer de que ' +
      'pedido é uma linha dele (frota bank say), dizer o dia de um pagamento (frota orders date) e ' +
      'reabrir o último mês (frota close --reopen).',
    'Only at the terminal, by whoever operates frota: read a bank statement (frota bank match), say ' +
      'of which order a line is (frota bank say), say the day of a payment (frota orders date) and ' +
      'reopen the last month (frota close --reopen).',
  ],
  none: [
    'Ainda não há o que fechar: comece por uma planilha.',
    'There is nothing to close yet: begin with a sheet.',
  ],
  month: ['Mês', 'Month'],
  state: ['Situação', 'State'],
  closing: ['Saldo', 'Balance'],
  by: ['Por', 'By'],
  at: ['Em', 'At'],
  closedMonths: ['Fechados', 'Closed'],
  closed: ['fechado', 'closed'],
  reopened: ['reaberto', 'reopened'],
  open: ['em aberto', 'open'],
  running: ['em curso', 'running'],
  previewed: ['Ver a prévia', 'See the preview'],
  renew: ['Escrever a prévia de agora', 'Write the preview of now'],
  asOf: ['Como o livro-razão estava em {at}.', 'As the ledger stood on {at}.'],
  preview: ['Prévia: estes números ainda mudam.', 'Preview: these figures still change.'],
  closedBy: ['Fechado por {person} em {at}.', 'Closed by {person} on {at}.'],
  withdrawn: ['Não use: o mês foi reaberto', 'Do not use it: the month was reopened'],
  reopenedBy: [
    'Reaberto por {person} em {at}: {reason}. Vale o próximo fechamento do mês.',
    'Reopened by {person} on {at}: {reason}. The next close of the month counts.',
  ],
  booksDiffer: ['As contas não fecham', 'The books do not close'],
  differs: [
    'Não use: uma conferência não fecha. Veja close.html.',
    'Do not use it: a check does not agree. See close.html.',
  ],
  changed: ['Não use: a pasta mudou ou falta', 'Do not use it: the folder changed or is missing'],
  changedWhat: [
    'Os arquivos de {months} não estão como foram fechados: traga a pasta de uma cópia, ou reabra o mês e feche-o de novo.',
    'The files of {months} are not as they were closed: bring the folder from a backup, or reopen the month and close it again.',
  ],
  waiting: ['Esperam por alguém: {n}.', 'Waiting for a person: {n}.'],
  balance: ['Saldo do mês', 'Balance of the month'],
  files: ['Arquivos', 'Files'],
  zip: ['Baixar todos num só zip', 'Download all as one zip'],
  read: ['Abrir a página do mês', "Open the month's page"],
  close: ['Fechar o mês', 'Close the month'],
  leftOut: [
    'Fechado este mês, não podem mais ser fechados: {months}. Para isso, comece por {first}.',
    'Once this month is closed, these cannot be: {months}. To close them, begin with {first}.',
  ],
  closeLead: [
    'O fechamento fica sob o nome de {person}, e a pasta não muda mais.',
    'It is closed under the name of {person}, and the folder never changes again.',
  ],
  reason: [
    'Por que fechar com pendências (se houver)',
    'Why to close with things open (if there are any)',
  ],
  withOpen: [
    'Fechar mesmo com o que espera por alguém, que fica escrito',
    'Close in spite of what waits for a person, which is written down',
  ],
  closeNow: ['Fechar {month}', 'Close {month}'],
  noReason: [
    'Diga o motivo de fechar com pendências. Nada mudou.',
    'Say why it is closed with things open. Nothing has changed.',
  ],
  unnamed: [
    'Para fechar, o console precisa saber quem você é: inclua-se em Pessoas e entre com o seu nome.',
    'To close, the console must know who you are: add yourself at People and sign in by your name.',
  ],
  notOver: [
    'O mês ainda não acabou: até lá há só a prévia.',
    'The month is not over: until then there is the preview.',
  ],
  missing: [
    'Não há este mês, ou sua pasta não está aqui.',
    'There is no such month, or its folder is not here.',
  ],
  refused: ['O mês não foi fechado', 'The month was not closed'],
})
