/** What the first page says. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  title: 'Hoje',
  waits: 'Espera por alguém',
  nothingWaits: 'Nada espera por você.',
  approve: ['{n} proposta a decidir ({money})', '{n} propostas a decidir ({money})'],
  pay: ['{n} pedido a pagar ({money})', '{n} pedidos a pagar ({money})'],
  resolve: ['{n} exceção a resolver', '{n} exceções a resolver'],
  mend: ['{n} linha da última planilha a corrigir', '{n} linhas da última planilha a corrigir'],
  blocked: 'O dinheiro está bloqueado até que todos os pedidos sejam lidos no serviço.',
  owes: 'O que se deve',
  overdue: 'Vencido',
  week: 'Vence em 7 dias',
  month: 'Vence em 30 dias',
  owed: 'Ao todo',
  debts: ['{n} débito', '{n} débitos'],
  known: '{known} de {all} veículos têm resposta dos últimos {days} dias.',
  others: 'Os outros {n} deviam {money} quando respondidos por último.',
  never: '{n} nunca foram respondidos.',
  work: 'O trabalho',
  running: 'Uma execução está em andamento.',
  last: 'Última execução: {n}, {state}, {at}.',
  waiting: ['{n} veículo espera na fila', '{n} veículos esperam na fila'],
  finish: 'sem pausa, todos estariam respondidos por volta de {at}',
  nothingQueued: 'Nenhum veículo espera na fila.',
  quota: 'Vagas livres agora: {free} de {max} consultas, {orders} de {ordersMax} pedidos.',
  months: 'Meses',
  closed: 'Último mês fechado: {month}, por {person}, com saldo de {money}.',
  notClosed: 'Nenhum mês foi fechado ainda.',
} as const

const en: Texts<typeof pt> = {
  title: 'Today',
  waits: 'Waits for somebody',
  nothingWaits: 'Nothing waits for you.',
  approve: ['{n} proposal to decide ({money})', '{n} proposals to decide ({money})'],
  pay: ['{n} order to pay ({money})', '{n} orders to pay ({money})'],
  resolve: ['{n} exception to resolve', '{n} exceptions to resolve'],
  mend: ['{n} row of the last file to mend', '{n} rows of the last file to mend'],
  blocked: 'Money is blocked until all orders have been read at the service.',
  owes: 'What is owed',
  overdue: 'Overdue',
  week: 'Due within 7 days',
  month: 'Due within 30 days',
  owed: 'In all',
  debts: ['{n} debt', '{n} debts'],
  known: '{known} of {all} vehicles have an answer of the last {days} days.',
  others: 'The other {n} owed {money} when last answered.',
  never: '{n} were never answered.',
  work: 'The work',
  running: 'A run is under way.',
  last: 'Last run: {n}, {state}, {at}.',
  waiting: ['{n} vehicle waits in line', '{n} vehicles wait in line'],
  finish: 'without a pause all would be answered about {at}',
  nothingQueued: 'No vehicle waits in line.',
  quota: 'Free slots now: {free} of {max} consultations, {orders} of {ordersMax} orders.',
  months: 'Months',
  closed: 'Last closed month: {month}, by {person}, with a balance of {money}.',
  notClosed: 'No month was closed yet.',
}

export type TodayWords = Texts<typeof pt>

export function todayWords(locale: Locale): TodayWords {
  return inLocale({ pt, en }, locale)
}
