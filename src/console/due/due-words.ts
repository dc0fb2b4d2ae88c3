/** What the page of due dates and its calendar file say. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  title: 'Vencimentos',
  lead: 'O que vence nos próximos {n} dias, entre os débitos conhecidos que contam como devidos.',
  spans: { '30': '30 dias', '60': '60 dias', '90': '90 dias' },
  none: 'Nada vence neste prazo entre os débitos conhecidos.',
  sum: ['{n} débito, {money}', '{n} débitos, {money}'],
  withFee: 'falta pedir {money}, com a taxa de {fee} por pedido (um por veículo e dia)',
  ordered: '{money} já em pedidos',
  overdue: ['{n} débito já venceu: {money}', '{n} débitos já venceram: {money}'],
  calendar: 'Calendário',
  weekdays: 'dom seg ter qua qui sex sáb',
  list: 'Por dia',
  day: 'Vence em',
  debts: 'Débitos',
  vehicles: 'Veículos sem pedido',
  amount: 'Valor',
  cost: 'Falta pedir, com taxa',
  inOrders: 'Em pedidos',
  file: 'Baixar para a agenda (.ics)',
  fileNote: 'Um lembrete por dia, com as placas; baixe de novo quando algo mudar.',
  event: ['Vence {n} débito: {money}', 'Vencem {n} débitos: {money}'],
  calendarName: 'frota: vencimentos de {fleet}',
} as const

const en: Texts<typeof pt> = {
  title: 'Due dates',
  lead: 'What falls due within {n} days, of the known debts that count as owed.',
  spans: { '30': '30 days', '60': '60 days', '90': '90 days' },
  none: 'Nothing of the known debts falls due in this time.',
  sum: ['{n} debt, {money}', '{n} debts, {money}'],
  withFee: '{money} left to order, with the fee of {fee} an order (one for each vehicle and day)',
  ordered: '{money} in orders already',
  overdue: ['{n} debt is overdue: {money}', '{n} debts are overdue: {money}'],
  calendar: 'Calendar',
  weekdays: 'Sun Mon Tue Wed Thu Fri Sat',
  list: 'By day',
  day: 'Due on',
  debts: 'Debts',
  vehicles: 'Vehicles without an order',
  amount: 'Amount',
  cost: 'Left to order, with fee',
  inOrders: 'In orders',
  file: 'Download for the calendar (.ics)',
  fileNote: 'One reminder a day, with the plates; download it again when something changes.',
  event: ['{n} debt falls due: {money}', '{n} debts fall due: {money}'],
  calendarName: 'frota: due dates of {fleet}',
}

export type DueWords = Texts<typeof pt>

export function dueWords(locale: Locale): DueWords {
  return inLocale({ pt, en }, locale)
}
