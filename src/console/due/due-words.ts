/** What the page of due dates and its calendar file say. */
import { wordsOf } from '../../bilingual.ts'

export const dueWords = wordsOf({
  title: ['Vencimentos', 'Due dates'],
  lead: [
    'O que vence nos próximos {n} dias, entre os débitos conhecidos que contam como devidos.',
    'What falls due within {n} days, of the known debts that count as owed.',
  ],
  spans: {
    '30': ['30 dias', '30 days'],
    '60': ['60 dias', '60 days'],
    '90': ['90 dias', '90 days'],
  },
  none: [
    'Nada vence neste prazo entre os débitos conhecidos.',
    'Nothing of the known debts falls due in this time.',
  ],
  sum: [
    ['{n} débito, {money}', '{n} débitos, {money}'],
    ['{n} debt, {money}', '{n} debts, {money}'],
  ],
  withFee: [
    'falta pedir {money}, com a taxa de {fee} por pedido (um por veículo e dia)',
    '{money} left to order, with the fee of {fee} an order (one for each vehicle and day)',
  ],
  ordered: ['{money} já em pedidos', '{money} in orders already'],
  overdue: [
    ['{n} débito já venceu: {money}', '{n} débitos já venceram: {money}'],
    ['{n} debt is overdue: {money}', '{n} debts are overdue: {money}'],
  ],
  undatedPayable: [
    'Sem vencimento, dá para pagar por aqui: {sum}.',
    'Without a due date, can be paid here: {sum}.',
  ],
  undatedShut: [
    'Sem vencimento, não dá para pagar por aqui: {sum}.',
    'Without a due date, cannot be paid here: {sum}.',
  ],
  calendar: ['Calendário', 'Calendar'],
  weekdays: ['dom seg ter qua qui sex sáb', 'Sun Mon Tue Wed Thu Fri Sat'],
  list: ['Por dia', 'By day'],
  day: ['Vence em', 'Due on'],
  debts: ['Débitos', 'Debts'],
  vehicles: ['Veículos sem pedido', 'Vehicles without an order'],
  amount: ['Valor', 'Amount'],
  cost: ['Falta pedir, com taxa', 'Left to order, with fee'],
  inOrders: ['Em pedidos', 'In orders'],
  file: ['Baixar para a agenda (.ics)', 'Download for the calendar (.ics)'],
  fileNote: [
    'Um lembrete por dia, com as placas; baixe de novo quando algo mudar.',
    'One reminder a day, with the plates; download it again when something changes.',
  ],
  event: [
    ['Vence {n} débito: {money}', 'Vencem {n} débitos: {money}'],
    ['{n} debt falls due: {money}', '{n} debts fall due: {money}'],
  ],
  calendarName: ['frota: vencimentos de {fleet}', 'frota: due dates of {fleet}'],
})
