/** Pure. What the audit log tells, in the reader's language; `--json` keeps the words themselves. */
import { wordIn, type Bilingual, type Locale } from '../../bilingual.ts'
import type { AuditEvent } from '../../ledger/audit/audit.ts'
import type { ChainBreak } from '../../ledger/audit/audit-walk.ts'
import type { ActorKind } from '../../ledger/schema/tables-audit.ts'

export const auditEvents: Readonly<Record<AuditEvent, Bilingual>> = {
  proposed: { pt: 'proposta feita', en: 'proposed' },
  'first-approval': { pt: 'primeira aprovação', en: 'first approval' },
  approved: { pt: 'aprovada', en: 'approved' },
  'approval-withdrawn': { pt: 'aprovação retirada', en: 'approval withdrawn' },
  rejected: { pt: 'rejeitada', en: 'rejected' },
  voided: { pt: 'anulada', en: 'voided' },
  'order-placed': { pt: 'pedido feito', en: 'order placed' },
  'month-closed': { pt: 'mês fechado', en: 'month closed' },
  'month-reopened': { pt: 'mês reaberto', en: 'month reopened' },
  'bank-line-judged': { pt: 'linha do extrato julgada', en: 'bank line judged' },
  'bank-statement-removed': { pt: 'extrato retirado', en: 'bank statement removed' },
  'order-paid': { pt: 'pedido pago', en: 'order paid' },
  'order-unpaid': { pt: 'pagamento desfeito', en: 'payment undone' },
  'order-settled': { pt: 'pedido baixado', en: 'order settled' },
  'order-refunded': { pt: 'pedido estornado', en: 'order refunded' },
  'order-expired': { pt: 'pedido encerrado', en: 'order ended' },
  'order-dated': { pt: 'data dita por uma pessoa', en: 'date said by a person' },
  'order-adopted': { pt: 'pedido encontrado', en: 'order adopted' },
  'order-quarantined': { pt: 'pedido em quarentena', en: 'order quarantined' },
  'order-refused': { pt: 'pedido não feito', en: 'order refused' },
  'order-needs-person': { pt: 'pedido a conferir', en: 'order needs a person' },
  'order-resolved': { pt: 'pedido resolvido', en: 'order resolved' },
  'payment-made': { pt: 'cartão cobrado', en: 'card charged' },
  'payment-adopted': { pt: 'pagamento encontrado', en: 'payment adopted' },
  'payment-quarantined': { pt: 'pagamento em quarentena', en: 'payment quarantined' },
  'payment-refused': { pt: 'pagamento não feito', en: 'payment refused' },
  'payment-needs-person': { pt: 'pagamento a conferir', en: 'payment needs a person' },
  'payment-resolved': { pt: 'pagamento resolvido', en: 'payment resolved' },
  'debts-freed': { pt: 'débitos liberados', en: 'debts freed' },
  'exception-ended': { pt: 'exceção encerrada', en: 'exception ended' },
  'policy-changed': { pt: 'política mudou', en: 'policy changed' },
  'person-added': { pt: 'pessoa incluída', en: 'person added' },
  'person-changed': { pt: 'papel de uma pessoa mudou', en: "a person's role changed" },
  'person-link': { pt: 'novo link de senha', en: 'new link for a password' },
  'person-removed': { pt: 'pessoa retirada', en: 'person removed' },
  'factor-enrolled': { pt: 'segundo fator cadastrado', en: 'second factor enrolled' },
  'factor-removed': { pt: 'segundo fator retirado', en: 'second factor removed' },
  'factor-reset': { pt: 'segundo fator retirado por outra pessoa', en: 'second factor reset' },
  'recovery-code-used': { pt: 'código de recuperação usado', en: 'recovery code used' },
  'money-blocked': { pt: 'dinheiro bloqueado', en: 'money blocked' },
  'ledger-restored': { pt: 'livro-razão restaurado', en: 'ledger restored' },
  'money-freed': { pt: 'dinheiro liberado', en: 'money freed' },
}

const actors: Readonly<Record<ActorKind, Bilingual>> = {
  person: { pt: 'pessoa', en: 'person' },
  policy: { pt: 'política', en: 'policy' },
  command: { pt: 'programa', en: 'program' },
}

const breaks: Readonly<Record<ChainBreak['why'], Bilingual>> = {
  changed: {
    pt: 'foi alterada: o texto não dá o hash gravado com ela',
    en: 'was changed: its text does not give the hash that is kept with it',
  },
  unlinked: {
    pt: 'não continua a anterior: uma das duas foi regravada',
    en: 'does not follow the one before: one of the two was written anew',
  },
  missing: { pt: 'não está lá, e há entradas depois dela', en: 'is missing, and later ones exist' },
  reordered: { pt: 'está fora de ordem ou repetida', en: 'is out of order, or stands twice' },
  'cut-off': {
    pt: 'falta, com tudo o que vinha depois: o registro já foi mais longo',
    en: 'is cut off with all behind it: the log once was longer',
  },
  rewritten: {
    pt: 'não tem o hash que foi anotado em outro lugar: o registro foi regravado',
    en: 'has not the hash that was noted elsewhere: the log was written anew',
  },
  unreadable: {
    pt: 'não é uma entrada: a linha não se lê',
    en: 'is no entry: its line is unreadable',
  },
}

/** An event of a later version is shown word for word. */
export function auditEvent(what: string, locale: Locale): string {
  return wordIn(auditEvents, what, locale)
}

export function actorKind(kind: ActorKind, locale: Locale): string {
  return wordIn(actors, kind, locale)
}

export function chainBreak(why: ChainBreak['why'], locale: Locale): string {
  return wordIn(breaks, why, locale)
}
