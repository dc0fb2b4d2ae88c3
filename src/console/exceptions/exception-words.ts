/** What the page of exceptions says beside the exceptions themselves. */
import { wordsOf } from '../../bilingual.ts'

export const exceptionWords = wordsOf({
  act: ['Resolver', 'Resolve'],
  decider: [
    'Quem tem o papel de aprovação ou de administração resolve isto.',
    'An approver or an admin resolves this.',
  ],
  search: ['Placa, apelido ou texto', 'Plate, nickname or text'],
  kind: ['O que', 'What'],
  plate: ['Placa', 'Plate'],
  nickname: ['Apelido', 'Nickname'],
  check: ['O que fazer', 'What to do'],
  amount: ['Valor', 'Amount'],
  age: ['Há dias', 'Days old'],
  vehicle: ['Ver o veículo', 'See the vehicle'],
  file: ['Enviar a planilha corrigida', 'Upload the corrected spreadsheet'],
  proposals: ['Ver as propostas', 'See the proposals'],
  reason: ['O que foi conferido (fica na auditoria)', 'What was checked (kept in the audit log)'],
  done: ['Já resolvi: tirar da lista', 'I took care of it: off the list'],
  doneNote: [
    'Sai desta lista e dos relatórios até começar de novo. Nada é enviado ao serviço.',
    'It leaves this list and the reports until it begins anew. Nothing is sent.',
  ],
  free: ['Liberar os débitos deste pedido', 'Free the debts of this order'],
  freeNote: [
    'A próxima consulta pode propô-los de novo.',
    'The next consultation may propose them again.',
  ],
  review: ['Conferir no serviço', 'Check at the service'],
  reviewNote: [
    'Primeiro o serviço é lido e você vê o que aconteceria; nada muda antes de confirmar.',
    'First the service is read and you see what would happen; nothing changes before.',
  ],
  what: ['O que aconteceu', 'What happened'],
  choices: {
    adopt: ['este pedido do serviço é o nosso', 'this order of the service is ours'],
    none: ['nada foi feito no serviço', 'nothing was made at the service'],
    different: ['aquele pedido tem outros débitos', 'that order holds other debts'],
    paid: ['o cartão foi cobrado', 'the card was charged'],
    'not-paid': ['o cartão não foi cobrado', 'the card was not charged'],
  },
  order: [
    'Número do pedido no serviço (se o caso pede)',
    'Id of the order at the service (where the case asks for it)',
  ],
  accept: [
    'É o nosso pedido, apesar da diferença: {mismatch}',
    'It is our order in spite of the difference: {mismatch}',
  ],
  seen: ['O que o serviço mostra agora', 'What the service shows now'],
  seenNone: [
    'O serviço não mostra pedido nenhum deste veículo.',
    'The service shows no order of this vehicle.',
  ],
  id: ['Pedido', 'Order'],
  status: ['Situação', 'Status'],
  total: ['Total', 'Total'],
  debts: ['Débitos', 'Debts'],
  debtsHidden: ['não mostra os débitos', 'does not show its debts'],
  will: ['O que acontecerá', 'What will happen'],
  cannot: ['Isto não pode ser feito', 'This cannot be done'],
  confirm: ['Confirmar', 'Confirm'],
  back: ['Voltar às exceções', 'Back to the exceptions'],
  saidDone: ['Feito, por {person}.', 'Done, by {person}.'],
  gone: ['Isto já não espera por uma pessoa.', 'This waits for nobody any more.'],
  reasonMissing: [
    'Diga o que foi conferido: fica na auditoria.',
    'Say what was checked: it is kept in the audit log.',
  ],
  orderMissing: [
    'Diga o número do pedido no serviço (um UUID).',
    'Give the id of the order at the service (a UUID).',
  ],
})
