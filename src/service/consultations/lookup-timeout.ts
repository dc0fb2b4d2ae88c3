/** The failure of a consultation that stayed pending longer than the provider's `pendingMsMax`. */
export const lookupTimeout = {
  state: 'failed',
  code: 'lookup_timeout',
  title: 'Tempo esgotado',
  message: 'A consulta ficou sem resposta por tempo demais e foi encerrada.',
  action: 'Consulte de novo; nenhum dado precisa ser corrigido.',
} as const
