/** What the service calls the state of an order, and of one item of it. */
export const statusesPt = {
  awaiting_payment: 'a pagar',
  processing: 'em processamento',
  paid: 'pago',
  settling: 'em baixa',
  settled: 'baixado',
  expired: 'vencido',
  failed: 'falhou',
  refunded: 'estornado',
  // Of one item of an order.
  pending: 'aguardando',
}

export const statusesEn = {
  awaiting_payment: 'awaiting payment',
  processing: 'processing',
  paid: 'paid',
  settling: 'settling',
  settled: 'settled',
  expired: 'expired',
  failed: 'failed',
  refunded: 'refunded',
  // Of one item of an order.
  pending: 'pending',
}
