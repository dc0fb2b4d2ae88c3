/** What a person reads in a month's books, by locale: Portuguese beside English. */
import { wordsOf, type Locale } from '../../../bilingual.ts'
import { isKeyOf } from '../../../fields.ts'
import { POLICY } from '../../orders/policy/order-policy.ts'

export const bookWordsOf = wordsOf({
  classes: {
    opening: ['abertura', 'opening'],
    new: ['novo', 'new'],
    returned: ['voltou', 'returned'],
    increase: ['aumento', 'increase'],
    decrease: ['redução', 'decrease'],
    paid: ['pago', 'paid'],
    refunded: ['estornado', 'refunded'],
    gone: ['sumiu', 'gone'],
    'left-fleet': ['saiu da frota', 'left the fleet'],
    alternative: ['alternativa', 'alternative'],
    transfer: ['transferência', 'transfer'],
    closing: ['fechamento', 'closing'],
  },
  natures: {
    debt: ['débito', 'debt'],
    fee: ['taxa de serviço', 'service fee'],
    discount: ['desconto', 'discount'],
    interest: ['juros do cartão', 'card interest'],
    refund: ['estorno', 'refund'],
    provision: ['provisão', 'provision'],
    adjustment: ['ajuste', 'adjustment'],
    reversal: ['reversão', 'reversal'],
    settlement: ['liquidação', 'settlement'],
  },
  bank: ['Banco', 'Bank'],
  policy: ['política', 'policy'],
  // The files' own names stay the same in every language.
  fileNames: {
    ledger: ['Razão', 'Ledger'],
    payments: ['Pagamentos', 'Payments'],
    journal: ['Diário', 'Journal'],
    bank: ['Banco', 'Bank'],
    classes: ['Classes', 'Classes'],
    rollforward: ['Saldos', 'Balances'],
    exceptions: ['Exceções', 'Exceptions'],
    reconciliation: ['Pasta de trabalho', 'Workbook'],
  },
  groupings: {
    whole: ['frota', 'fleet'],
    cnpj: ['CNPJ', 'CNPJ'],
    costCentre: ['centro de custo', 'cost centre'],
    kind: ['tipo', 'kind'],
    vehicle: ['veículo', 'vehicle'],
  },
  page: {
    title: ['Fechamento de {month}, {fleet}', 'Close of {month}, {fleet}'],
    preview: ['Prévia: o mês não está fechado', 'Preview: the month is not closed'],
    previewNote: [
      'Estes números ainda mudam. Para fechar: frota close {month}',
      'These figures still change. To close: frota close {month}',
    ],
    closed: [
      'Fechado por {person} em {at}, revisão {revision}',
      'Closed by {person} on {at}, revision {revision}',
    ],
    withOpen: [
      'Fechado com {n} pendências em aberto. Motivo: {reason}',
      'Closed with {n} things open. Reason: {reason}',
    ],
    rollTitle: ['Saldo do mês', 'Balance of the month'],
    rollNote: [
      'Abertura mais o que entrou, menos o que saiu, é o fechamento, ao centavo.',
      'Opening plus what came less what went is closing, to the cent.',
    ],
    adjusted: [
      'Deste mês, {amount} corrigem meses já fechados (coluna ajuste_de do ledger.csv).',
      'Of this month, {amount} correct closed months (column adjusts of ledger.csv).',
    ],
    noCnpj: ['sem CNPJ (pessoa física ou não informado)', 'without CNPJ (a person, or not told)'],
    noCostCentre: ['sem centro de custo', 'without cost centre'],
    paymentsTitle: ['Pagamentos', 'Payments'],
    paymentsNote: [
      'Dinheiro que saiu, e o que voltou, pela data do banco, do serviço ou de quem viu.',
      'Money that left and came back, by the date of the bank, the service or who saw it.',
    ],
    byWeek: ['Pagamentos por semana', 'Payments by week'],
    week: ['semana de {day}', 'week of {day}'],
    exceptionsTitle: ['O que espera por alguém', 'What waits for a person'],
    noExceptions: ['Nada espera por ninguém.', 'Nothing waits for anybody.'],
    classesTitle: ['Cada débito, do órgão ao banco', 'Each debt, from the authority to the bank'],
    classesNote: [
      'Débito, pedido, tentativa, baixa e banco, em uma só classe; linhas em {file}.',
      'Debt, order, attempt, settlement and bank, in one class; rows in {file}.',
    ],
    byAge: ['Exceções por idade', 'Exceptions by age'],
    total: ['Total', 'Total'],
    old: [
      '{amount} estão em respostas de {n} veículos com mais de {days} dias; a mais antiga é de {day}.',
      '{amount} stand on answers of {n} vehicles older than {days} days; the oldest is of {day}.',
    ],
    closes: ['As contas fecham: {n} conferências.', 'The books close: {n} checks.'],
    outsideDiffers: [
      'Conferências que diferem do serviço: {n} (tabela do close.html).',
      'Checks that differ from the service: {n} (table of close.html).',
    ],
    differs: ['Não use: {n} conferências não fecham.', 'Do not use: {n} checks do not close.'],
    check: ['Conferência', 'Check'],
    expected: ['Esperado', 'Expected'],
    found: ['Encontrado', 'Found'],
    unbookedTitle: ['Fora do diário, e por quê', 'Not in the journal, and why'],
    unbookedNote: [
      'Movimentos do mês sem lançamento no {file}.',
      'Movements of the month without an entry in {file}.',
    ],
    unbooked: ['fora do diário: {reason}', 'not in the journal: {reason}'],
    files: ['Arquivos', 'Files'],
    asOf: ['O que o livro-razão sabia em {at}.', 'What the ledger knew at {at}.'],
  },
  journalNotes: {
    noCode: [
      'Centros de custo sem código em costCentres vão ao diário pelo nome: {names}.',
      'Cost centres without a code in costCentres are in the journal by name: {names}.',
    ],
    fitsNothing: [
      'O arquivo de contas nomeia o que nenhum veículo da frota tem; confira a grafia: {names}.',
      'The file of accounts names what no vehicle of the fleet has; check the spelling: {names}.',
    ],
    otherOwners: [
      'O layout não diz o CNPJ de cada lançamento, e o arquivo traz os de outros donos; separe-os antes de importar (o layout generic tem a coluna CNPJ). Lançamentos: {names}.',
      'The layout does not tell the CNPJ of each entry, and the file has those of other owners; part them before the import (the layout generic has the column CNPJ). Entries: {names}.',
    ],
  },
  bankNote: [
    'Linhas do extrato que uma pessoa casou movem {amount} além dos pagamentos (bank.csv, valor menos valor_da_frota): lance a diferença à mão na conta do banco.',
    'Lines of the statement that a person matched move {amount} beyond the payments (bank.csv, amount less fleet_amount): book the difference of the bank account by hand.',
  ],
  // By the method of the month itself.
  methodNotes: {
    accrual: [
      '{month} foi fechado em caixa, e este mês é em competência: os débitos da abertura não têm provisão, e pagá-los baixa o que nunca foi lançado a pagar. Provisione-os à mão (linhas de abertura do ledger.csv, sem os que pertencem a mês posterior), ou volte a "method": "cash".',
      '{month} was closed by cash, and this month is by accrual: the debts of the opening have no provision, and paying them settles what was never booked as payable. Provide them by hand (opening rows of ledger.csv, less what belongs to a later month), or return to "method": "cash".',
    ],
    cash: [
      '{month} foi fechado em competência, e este mês é em caixa: a despesa dos débitos da abertura já foi lançada, e pagá-los a lança outra vez. Estorne à mão as provisões deles (linhas de abertura do ledger.csv, sem os que pertencem a mês posterior), ou volte a "method": "accrual".',
      '{month} was closed by accrual, and this month is by cash: the expense of the debts of the opening is booked, and paying them books it again. Reverse their provisions by hand (opening rows of ledger.csv, less what belongs to a later month), or return to "method": "accrual".',
    ],
    unread: [
      '{month}: o manifest.json deste fechamento não se lê, e ninguém sabe se o diário mudou de regime: traga a pasta de uma cópia.',
      '{month}: the manifest.json of this close cannot be read, so nobody knows whether the journal changed its method: bring the folder from a backup.',
    ],
  },
  unbooked: {
    balance: ['abertura e fechamento são saldos', 'opening and closing are balances'],
    'cash-method': [
      'o regime de caixa só lança o que se pagou ou voltou',
      'the cash method books only what was paid or came back',
    ],
    'by-payment': ['lançado pelo pagamento ou estorno', 'booked by the payment or refund'],
    'later-month': [
      'pertence a um mês posterior, que o lançará',
      'belongs to a later month, which will book it',
    ],
    zero: ['o valor é zero', 'the amount is zero'],
  },
  checks: {
    'book-rows': ['linhas do arquivo lido de volta', 'rows of the file as read back'],
    'book-moves': ['abertura mais movimentos é o fechamento', 'opening plus movements is closing'],
    'book-groups': ['a soma dos grupos é a da frota', 'the groups add up to the fleet'],
    'book-events': [
      'os movimentos de sempre somam o que se deve agora',
      'all movements ever add up to what is owed now',
    ],
    'book-paid': [
      'o que o razão baixa como pago é o que os pagamentos levam por débitos',
      'what the ledger takes off as paid is what the payments have for debts',
    ],
    'book-orders': [
      'os pagamentos somam o que os pedidos contam',
      'the payments add up to what became of the orders',
    ],
    'book-refunded': [
      'o que os pagamentos estornam por débitos é o que o razão estorna, até o que voltou',
      'what the payments refund for debts is what the ledger does, as far as it came back',
    ],
    'book-opening': [
      'a abertura é o fechamento do mês anterior',
      'the opening is the closing of the month before',
    ],
    'journal-file': [
      'o diário lido de volta tem os lançamentos feitos',
      'the journal as read back has the entries made',
    ],
    'journal-debits': [
      'débitos da conta no diário lido de volta',
      'debits of the account in the journal as read back',
    ],
    'journal-credits': [
      'créditos da conta no diário lido de volta',
      'credits of the account in the journal as read back',
    ],
    'journal-movements': [
      'cada linha tem lançamento ou motivo',
      'each row has an entry or a reason',
    ],
    'journal-payments': ['o diário leva todo pagamento', 'the journal has every payment'],
    'bank-total': ['as classes somam o extrato', 'the classes add up to the statement'],
    'class-paid': [
      'o que o mês pagou por débitos está em classes.csv, uma vez',
      'what the month paid for debts is in classes.csv, once',
    ],
    'class-owed': [
      'o que se deve no fim do mês está em classes.csv',
      "what is owed at the month's end is in classes.csv",
    ],
    'class-lines': [
      'cada linha do banco está em uma classe',
      'each line of the bank is in a class',
    ],
    'outside-orders': ['quantidade de pedidos no serviço', 'number of orders at the service'],
    'outside-total': ['total dos pedidos no serviço', 'total of the orders at the service'],
    'outside-refunded': ['estornado segundo o serviço', 'refunded as the service says'],
    'outside-payments': [
      'estornado nos pagamentos, e o que o serviço disse por último',
      'refunded in the payments, and what the service last said',
    ],
    'outside-vehicles': ['veículos no serviço', 'vehicles at the service'],
  },
})

export type BookWords = ReturnType<typeof bookWordsOf>

/** What the reader calls a file, such as `Razão` for ledger.csv; empty for one without a word. */
export function fileWord({ fileNames }: BookWords, name: string): string {
  const stem = name.slice(0, name.indexOf('.'))
  return isKeyOf(fileNames, stem) ? fileNames[stem] : ''
}

/** Who approved an order: a person by name, or the policy in the reader's language. */
export function approverName(who: string, locale: Locale): string {
  return who === POLICY ? bookWordsOf(locale).policy : who
}
