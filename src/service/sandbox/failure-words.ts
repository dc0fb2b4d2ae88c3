/** What the sandbox says of a call that failed, and of the interface's words. */
export const failurePairs = {
  failure: {
    cors: {
      title: ['O navegador bloqueou a chamada (CORS)', 'The browser blocked the call (CORS)'],
      text: [
        'A página {origin} não está autorizada a chamar {base}. O serviço respondeu ao teste, então não está fora do ar: falta a autorização.',
        'The page {origin} is not authorized to call {base}. The service answered the probe, so it is not down: the authorization is missing.',
      ],
      cure: [
        'Quem opera {base} deve incluir exatamente esta origem em CORS_ORIGINS e reiniciar o serviço:',
        'Whoever operates {base} must add exactly this origin to CORS_ORIGINS and restart the service:',
      ],
      tell: [
        'Para conferir: o mesmo curl funciona no terminal, porque CORS só vale para navegadores.',
        'To make sure: the same curl works in a terminal, because CORS binds browsers only.',
      ],
    },
    unreachable: {
      title: ['O serviço está inacessível', 'The service is unreachable'],
      text: [
        'Nada respondeu em {base}, nem ao teste sem CORS: serviço parado, endereço ou porta errados, certificado não confiável, rede ou extensão do navegador.',
        'Nothing answered at {base}, not even the probe without CORS: service stopped, wrong address or port, untrusted certificate, network or a browser extension.',
      ],
      cure: [
        'Confira o endereço e abra {base}/health numa aba.',
        'Check the address and open {base}/health in a tab.',
      ],
      tell: [
        'Isto não é CORS: CORS_ORIGINS não resolve.',
        'This is not CORS: CORS_ORIGINS will not help.',
      ],
    },
    broken: {
      title: ['A resposta não chegou inteira', 'The answer did not arrive whole'],
      text: [
        '{base} responde e autoriza esta página, mas a conexão desta chamada caiu. Um POST pode ter sido processado: liste antes de repetir. Se acontece sempre, o serviço não autoriza o método ou os cabeçalhos X-Api-Key e X-Account-Id (CORS).',
        '{base} answers and authorizes this page, but the connection of this call broke. A POST may have been processed: list before you repeat it. If it always happens, the service does not authorize the method or the headers X-Api-Key and X-Account-Id (CORS).',
      ],
    },
    timeout: {
      title: ['O serviço demorou demais', 'The service took too long'],
      text: [
        'Sem resposta completa em {seconds} s. Um POST pode ter sido processado: liste antes de repetir.',
        'No complete answer within {seconds} s. A POST may have been processed: list before you repeat it.',
      ],
    },
    redirect: {
      title: ['O endereço redireciona', 'The address redirects'],
      text: [
        '{base} respondeu com um redirecionamento, que não é seguido para não levar a chave a outro lugar.',
        '{base} answered with a redirect, which is not followed so that the key goes nowhere else.',
      ],
    },
    mixed: {
      title: [
        'O navegador não permite (conteúdo misto)',
        'The browser does not allow it (mixed content)',
      ],
      text: [
        'Esta página é https e {base} é http. Use um endereço https, ou abra o sandbox por http.',
        'This page is https and {base} is http. Use an https address, or open the sandbox over http.',
      ],
    },
    shape: {
      title: [
        'A resposta não tem a forma da interface',
        'The answer is not shaped as the interface says',
      ],
      text: [
        'Veja em Requisições o que o serviço respondeu. Esta página parou em:',
        'See under Requests what the service answered. This page stopped at:',
      ],
    },
    address: {
      title: ['Endereço inválido', 'Invalid address'],
      empty: ['Informe o endereço base.', 'Give the base address.'],
      malformed: [
        'Não é um endereço. Comece com https:// ou http://.',
        'This is no address. Begin with https:// or http://.',
      ],
      scheme: ['Comece com https:// ou http://.', 'Begin with https:// or http://.'],
      credentials: [
        'O endereço não pode levar usuário nem senha.',
        'The address must not carry a user or a password.',
      ],
      query: [
        'Informe só o começo do endereço, sem ? nem #.',
        'Give only the beginning of the address, without ? or #.',
      ],
      prefix: [
        'Informe só o começo do endereço: o /api/v1 é posto por esta página.',
        'Give only the beginning of the address: this page adds /api/v1.',
      ],
    },
    header: {
      title: ['Confira a conexão', 'Check the connection'],
      key: [
        'A chave de API tem espaços ou letras que um cabeçalho não aceita.',
        'The API key has spaces or letters that a header does not take.',
      ],
      account: [
        'A conta tem espaços ou letras que um cabeçalho não aceita.',
        'The account has spaces or letters that a header does not take.',
      ],
    },
    status: {
      '400': ['Requisição inválida', 'Invalid request'],
      '401': ['Chave recusada', 'Key refused'],
      '403': ['Conta recusada', 'Account refused'],
      '404': ['Não encontrado', 'Not found'],
      '409': ['O estado atual não permite', 'The current state does not allow it'],
      '422': ['Dados recusados', 'Data refused'],
      '429': ['Limite por hora atingido', 'Hourly limit reached'],
      other: ['O serviço respondeu {status}', 'The service answered {status}'],
    },
    retryAt: ['Tente de novo às {at} (em {seconds} s).', 'Try again at {at} (in {seconds} s).'],
    retryUnknown: [
      'O serviço não disse quando tentar de novo.',
      'The service did not say when to try again.',
    ],
    notJson: [
      'A resposta não é JSON da interface: o endereço é mesmo o deste serviço?',
      'The answer is not JSON of the interface: is this the address of the service?',
    ],
  },
  words: {
    pending: ['pendente', 'pending'],
    ready: ['pronta', 'ready'],
    failed: ['falhou', 'failed'],
    queued: ['na fila', 'queued'],
    searching: ['procurando', 'searching'],
    collecting: ['reunindo', 'collecting'],
    awaiting_payment: ['aguardando pagamento', 'awaiting payment'],
    processing: ['processando', 'processing'],
    paid: ['pago', 'paid'],
    settling: ['liquidando', 'settling'],
    settled: ['liquidado', 'settled'],
    expired: ['expirado', 'expired'],
    declined: ['recusado', 'declined'],
    refunded: ['devolvido', 'refunded'],
    pix: ['Pix', 'Pix'],
    boleto: ['Boleto', 'Boleto'],
    credit_card: ['Cartão de crédito', 'Credit card'],
    ipva: ['IPVA', 'IPVA'],
    ipva_unique: ['IPVA cota única', 'IPVA single payment'],
    ipva_installment: ['IPVA parcela', 'IPVA instalment'],
    licensing: ['Licenciamento', 'Licensing'],
    ticket: ['Multa', 'Fine'],
    renainf_ticket: ['Multa Renainf', 'Renainf fine'],
    insurance: ['Seguro', 'Insurance'],
    service: ['Serviço', 'Service'],
    other: ['Outro', 'Other'],
    mock: ['simulado (mock)', 'simulated (mock)'],
    live: ['real (live)', 'real (live)'],
  },
} as const
