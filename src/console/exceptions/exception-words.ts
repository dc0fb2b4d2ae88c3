/** What the page of exceptions says beside the exceptions themselves. */
import { inLocale } from '../../bilingual.ts'
import type { Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  act: 'Resolver',
  vehicle: 'Ver o veículo',
  proposals: 'Ver as propostas',
  reason: 'O que foi conferido (fica na auditoria)',
  done: 'Já resolvi: tirar da lista',
  doneNote: 'Sai desta lista e dos relatórios até começar de novo. Nada é enviado ao serviço.',
  free: 'Liberar os débitos deste pedido',
  freeNote: 'A próxima consulta pode propô-los de novo.',
  askAgain: 'Perguntar de novo',
  review: 'Conferir no serviço',
  reviewNote:
    'Primeiro o serviço é lido e você vê o que aconteceria; nada muda antes de confirmar.',
  what: 'O que aconteceu',
  choices: {
    adopt: 'este pedido do serviço é o nosso',
    none: 'nada foi feito no serviço',
    different: 'aquele pedido tem outros débitos',
    paid: 'o cartão foi cobrado',
    'not-paid': 'o cartão não foi cobrado',
  },
  order: 'Número do pedido no serviço (se o caso pede)',
  accept: 'É o nosso pedido, apesar da diferença: {mismatch}',
  seen: 'O que o serviço mostra agora',
  seenNone: 'O serviço não mostra pedido nenhum deste veículo.',
  id: 'Pedido',
  status: 'Situação',
  total: 'Total',
  debts: 'Débitos',
  debtsHidden: 'não mostra os débitos',
  will: 'O que acontecerá',
  cannot: 'Isto não pode ser feito',
  confirm: 'Confirmar',
  back: 'Voltar às exceções',
  saidDone: 'Feito, por {person}.',
  freed: ['{n} débito liberado.', '{n} débitos liberados.'],
  gone: 'Isto já não espera por uma pessoa.',
  reasonMissing: 'Diga o que foi conferido: fica na auditoria.',
  orderMissing: 'Diga o número do pedido no serviço (um UUID).',
  freeWhy: {
    unknown: 'Este pedido não é desta frota.',
    'not-refunded': 'O serviço não devolveu nada deste pedido; os débitos ficam nele.',
    'freed-before': 'Os débitos deste pedido já foram liberados.',
  },
} as const

const en: Texts<typeof pt> = {
  act: 'Resolve',
  vehicle: 'See the vehicle',
  proposals: 'See the proposals',
  reason: 'What was checked (kept in the audit log)',
  done: 'I took care of it: off the list',
  doneNote: 'It leaves this list and the reports until it begins anew. Nothing is sent.',
  free: 'Free the debts of this order',
  freeNote: 'The next consultation may propose them again.',
  askAgain: 'Ask again',
  review: 'Check at the service',
  reviewNote: 'First the service is read and you see what would happen; nothing changes before.',
  what: 'What happened',
  choices: {
    adopt: 'this order of the service is ours',
    none: 'nothing was made at the service',
    different: 'that order holds other debts',
    paid: 'the card was charged',
    'not-paid': 'the card was not charged',
  },
  order: 'Id of the order at the service (where the case asks for it)',
  accept: 'It is our order in spite of the difference: {mismatch}',
  seen: 'What the service shows now',
  seenNone: 'The service shows no order of this vehicle.',
  id: 'Order',
  status: 'Status',
  total: 'Total',
  debts: 'Debts',
  debtsHidden: 'does not show its debts',
  will: 'What will happen',
  cannot: 'This cannot be done',
  confirm: 'Confirm',
  back: 'Back to the exceptions',
  saidDone: 'Done, by {person}.',
  freed: ['{n} debt is free.', '{n} debts are free.'],
  gone: 'This waits for nobody any more.',
  reasonMissing: 'Say what was checked: it is kept in the audit log.',
  orderMissing: 'Give the id of the order at the service (a UUID).',
  freeWhy: {
    unknown: 'This order is not of this fleet.',
    'not-refunded': 'The service gave nothing of this order back; its debts stay in it.',
    'freed-before': 'The debts of this order were set free before.',
  },
}

export type ExceptionWords = Texts<typeof pt>

export function exceptionWords(locale: Locale): ExceptionWords {
  return inLocale({ pt, en }, locale)
}
