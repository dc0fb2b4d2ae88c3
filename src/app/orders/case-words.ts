/** Pure. What a person's word about a case will do, and why it cannot, for terminal and pages. */
import { inLocale, type Bilingual, type Locale } from '../../bilingual.ts'
import type { Case } from '../../reconciliation/orders/resolving/resolve-case.ts'
import { isMismatch } from '../../reconciliation/orders/order-reasons.ts'
import {
  mayAccept,
  type Choice,
  type ChoiceName,
  type ResolveRefusal,
} from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'

/** True where an order's code is shown once a person accepts what is wrong with it. */
export function isAcceptable({ code, detail }: ExceptionLine): boolean {
  return code === 'pay-gate-shut' && isMismatch(detail) && mayAccept(detail)
}

/** True where a person may free the debts of the order. */
export function isFreed({ code }: ExceptionLine): boolean {
  return code === 'order-refunded' || code === 'debt-not-settled'
}

const WILL: Readonly<Record<ChoiceName, Bilingual>> = {
  adopt: {
    pt: 'Este pedido será o desta proposta; os outros com os mesmos débitos ficam como "não pagar".',
    en: 'This order becomes the one of this proposal; others of the same debts are told "do not pay".',
  },
  none: {
    pt: 'Nada foi feito: a proposta é anulada e os débitos ficam livres para outra.',
    en: 'Nothing was made: the proposal is void, and the debts are free for another one.',
  },
  different: {
    pt: 'Aquele pedido tem outros débitos: o nosso pode ser enviado na próxima execução.',
    en: 'That order holds other debts: ours may be sent in the next run.',
  },
  paid: {
    pt: 'O cartão foi cobrado: o pedido segue o que o serviço mostra e não é pago de novo.',
    en: 'The card was charged: the order follows what the service shows and is not paid again.',
  },
  'not-paid': {
    pt: 'O cartão não foi cobrado: o pedido segue o que o serviço mostra.',
    en: 'The card was not charged: the order follows what the service shows.',
  },
}

const GATE: Bilingual = {
  pt: 'O código deste pedido passa a ser mostrado, apesar do que está errado nele.',
  en: 'The code of this order is shown from now on, in spite of what is wrong with it.',
}

const AGAIN: Bilingual = {
  pt: 'É procurado mais uma vez e então tentado de novo na próxima execução.',
  en: 'It is looked up once more and then tried again in the next run.',
}

export function willDo({ kind }: Pick<Case, 'kind'>, { choice }: Choice, locale: Locale): string {
  if (kind === 'gate') return inLocale(GATE, locale)
  if (kind === 'register' || kind === 'consult') return inLocale(AGAIN, locale)
  return inLocale(WILL[choice], locale)
}

const REFUSALS: Readonly<Record<ResolveRefusal['why'], Bilingual>> = {
  'not-found': {
    pt: 'Nada tem este identificador aqui.',
    en: 'Nothing has this id here.',
  },
  'not-waiting': {
    pt: 'Isto não espera por uma pessoa: ou já terminou, ou frota ainda o procura sozinha.',
    en: 'This does not wait for a person: it is over, or frota still looks it up by itself.',
  },
  'choice-not-offered': {
    pt: 'Isto não pode ser dito deste caso.',
    en: 'This cannot be said about such a case.',
  },
  'order-unknown': {
    pt: 'O serviço não mostra o pedido {about} entre os deste veículo.',
    en: 'The service does not show the order {about} among those of this vehicle.',
  },
  'order-elsewhere': {
    pt: 'O pedido {about} já está no livro por outra proposta.',
    en: 'The order {about} is in the ledger already, for another proposal.',
  },
  mismatch: {
    pt: 'O pedido não é o que foi pedido ({about}). Se mesmo assim é o nosso, diga que aceita a diferença.',
    en: 'The order is not what was asked for ({about}). If it is ours all the same, say that you accept the difference.',
  },
  'never-ours': {
    pt: 'Este pedido não é destes débitos ({about}). Não o pague; quando vencer, os débitos ficam livres.',
    en: 'This order is not of these debts ({about}). Do not pay it; once it is dead, the debts are free.',
  },
  'of-other-debts': {
    pt: 'O pedido não é destes débitos ({about}), nem o desta proposta. Se nenhum outro é, diga --none: ela é anulada e os débitos ficam livres.',
    en: 'The order is not of these debts ({about}), nor that of this proposal. If no other is, say --none: it is void then, and the debts are free.',
  },
  'matches-exist': {
    pt: 'Há pedidos no serviço com exatamente estes débitos: {about}. Adote um deles.',
    en: 'There are orders at the service of exactly these debts: {about}. Adopt one of them.',
  },
  'order-made': {
    pt: 'O pedido {about} foi feito e ainda vale. Adote-o, ou espere que vença sem pagar.',
    en: 'The order {about} was made and still stands. Adopt it, or let it run out unpaid.',
  },
  'not-in-the-way': {
    pt: 'O pedido {about} não impede o nosso.',
    en: 'The order {about} is not in the way of ours.',
  },
  'surely-the-same': {
    pt: 'O pedido {about} tem com certeza um destes débitos. Adote-o, ou espere que acabe.',
    en: 'The order {about} surely holds one of these debts. Adopt it, or wait for its end.',
  },
  'payment-seen': {
    pt: 'O serviço mostra uma cobrança ({about}): diga que foi pago.',
    en: 'The service shows a charge ({about}): say that it was paid.',
  },
  'payment-not-seen': {
    pt:
      'O serviço não mostra cobrança nenhuma ({about}). Se a fatura a mostra, fale com o serviço; ' +
      'até lá nada é pago por aqui.',
    en:
      'The service shows no charge at all ({about}). If the statement does, speak to the service; ' +
      'nothing is paid from here until then.',
  },
}

export function refusalWords(refusal: ResolveRefusal): Bilingual {
  const { pt, en } = REFUSALS[refusal.why]
  const about = 'about' in refusal ? refusal.about : ''
  const filled = (text: string): string => text.replaceAll('{about}', about)
  return { pt: filled(pt), en: filled(en) }
}
