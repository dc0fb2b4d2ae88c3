/** What a consultation says that no provider answered within the service's own patience. */
export const lookupTimeout = {
  state: 'failed',
  code: 'lookup_timeout',
  title: 'Tempo esgotado',
  message: 'A consulta ficou sem resposta por tempo demais e foi encerrada.',
  action: 'Consulte de novo; nenhum dado precisa ser corrigido.',
} as const
