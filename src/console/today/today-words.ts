/** What the first page says. */
import { wordsOf } from '../../bilingual.ts'

export const todayWords = wordsOf({
  title: ['Hoje', 'Today'],
  waits: ['Espera por alguém', 'Waits for somebody'],
  nothingWaits: ['Nada espera por você.', 'Nothing waits for you.'],
  approve: [
    ['{n} proposta a decidir ({money})', '{n} propostas a decidir ({money})'],
    ['{n} proposal to decide ({money})', '{n} proposals to decide ({money})'],
  ],
  resolve: [
    ['{n} exceção a resolver', '{n} exceções a resolver'],
    ['{n} exception to resolve', '{n} exceptions to resolve'],
  ],
  mend: [
    ['{n} linha da última planilha a corrigir', '{n} linhas da última planilha a corrigir'],
    ['{n} row of the last file to mend', '{n} rows of the last file to mend'],
  ],
  blocked: [
    'O dinheiro está bloqueado até que todos os pedidos sejam lidos no serviço.',
    'Money is blocked until all orders have been read at the service.',
  ],
  out: [
    'O serviço não aceita as credenciais: {names}. Peça a quem opera o frota uma chave válida.',
    'The service does not accept the credentials: {names}. Ask who runs frota for a valid key.',
  ],
  owes: ['O que se deve', 'What is owed'],
  overdue: ['Vencido', 'Overdue'],
  week: ['Vence em 7 dias', 'Due within 7 days'],
  month: ['Vence em 30 dias', 'Due within 30 days'],
  owed: ['Ao todo', 'In all'],
  debts: [
    ['{n} débito', '{n} débitos'],
    ['{n} debt', '{n} debts'],
  ],
  known: [
    '{known} de {all} veículos têm resposta dos últimos {days} dias.',
    '{known} of {all} vehicles have an answer of the last {days} days.',
  ],
  others: [
    ['Outro deve {money}, pelo que se sabia.', 'Outros {n} devem {money}, pelo que se sabia.'],
    ['Another owes {money}, by what was known.', 'Another {n} owe {money}, by what was known.'],
  ],
  never: [
    ['{n} nunca foi respondido.', '{n} nunca foram respondidos.'],
    ['{n} was never answered.', '{n} were never answered.'],
  ],
  work: ['O trabalho', 'The work'],
  asked: ['Uma execução pedida ainda não terminou.', 'A run that was asked for has not ended.'],
  running: ['Uma execução está em andamento.', 'A run is under way.'],
  last: ['Última execução: {n}, {state}, {at}.', 'Last run: {n}, {state}, {at}.'],
  waiting: [
    ['{n} veículo espera na fila', '{n} veículos esperam na fila'],
    ['{n} vehicle waits in line', '{n} vehicles wait in line'],
  ],
  finish: [
    'sem pausa, todos estariam respondidos por volta de {at}',
    'without a pause all would be answered about {at}',
  ],
  nothingQueued: ['Nenhum veículo espera na fila.', 'No vehicle waits in line.'],
  quota: [
    'Vagas livres agora: {free} de {max} consultas, {orders} de {ordersMax} pedidos.',
    'Free slots now: {free} of {max} consultations, {orders} of {ordersMax} orders.',
  ],
  months: ['Meses', 'Months'],
  closed: [
    'Último mês fechado: {month}, por {person}, com saldo de {money}.',
    'Last closed month: {month}, by {person}, with a balance of {money}.',
  ],
  notClosed: ['Nenhum mês foi fechado ainda.', 'No month was closed yet.'],
})

export type TodayWords = ReturnType<typeof todayWords>
