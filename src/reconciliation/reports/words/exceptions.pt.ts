/** What a person should check, for each code of an exception, in Portuguese. */

export const exceptionsPt = {
  'totals-differ': {
    title: 'As contas não fecham',
    sentence: '{detail}. Não use estes números antes de resolver.',
  },
  'outside-differs': {
    title: 'O serviço diz outro valor',
    sentence:
      '{detail}. Se `frota report` diz o mesmo, outra instalação usa esta credencial ou conta.',
  },
  'order-quarantined': {
    title: 'Envio em quarentena: não pague',
    sentence: 'Um envio ({effect}) espera pela decisão de uma pessoa: {detail}. {advice}',
  },
  'payment-needs-person': {
    title: 'Envio que só uma pessoa pode resolver',
    sentence:
      'Não se sabe se foi feito ({effect}: {detail}), e não será repetido sozinho. {advice}',
  },
  'money-blocked': {
    title: 'Nenhum pedido ou pagamento é enviado agora',
    sentence:
      '{detail}. Primeiro todos os pedidos do serviço são lidos, no começo de cada execução. Não ' +
      'peça nem pague à mão até lá; veja `frota status`.',
  },
  'credential-shared': {
    title: 'Mais alguém usa esta credencial ou conta',
    sentence:
      'Outra instalação, outro programa ou uma pessoa trabalha com a mesma credencial ou conta (ou ' +
      'esta, antes de um backup que voltou): ' +
      '{detail}. Deixe só uma instalação trabalhar, ou dê a cada uma a sua conta; não pague pedido ' +
      'que não reconhece.',
  },
  'order-twin': {
    title: 'Outro pedido com um débito nosso: não pague',
    sentence:
      'Não pague o pedido {detail}: outra pessoa o fez, e ele tem um débito do nosso (o segundo). ' +
      'Combine quem paga; quem paga os dois paga duas vezes.',
  },
  'order-found': {
    title: 'Pedido no serviço que não está nos nossos registros',
    sentence:
      'O pedido {detail} existe no serviço e ninguém aqui o fez ou se lembra dele. Não o pague antes ' +
      'de conferir quais débitos tem; enquanto valer, nada mais é pedido para eles.',
  },
  'pay-gate-shut': {
    title: 'Pedido que ainda não pode ser pago',
    sentence: 'Nenhum código deste pedido é mostrado: {detail}. {advice}',
  },
  'order-totals-differ': {
    title: 'Pedido cujo total não é a soma',
    sentence:
      'O total do pedido deveria ser {amount} (itens mais taxa) e é {found}. Não pague ' +
      'antes de conferir.',
  },
  'ipva-paid-twice': {
    title: 'IPVA pago de duas formas',
    sentence:
      '{detail}: cota única e parcelas do mesmo ano estão pedidas ou pagas. ' +
      'Confira no serviço e peça a devolução de uma delas.',
  },
  'order-status-unknown': {
    title: 'Pedido em situação que não conhecemos',
    sentence:
      'O serviço informa a situação "{detail}". Até alguém conferir, nada mais é pedido ' +
      'para estes débitos.',
  },
  'effect-unsettled': {
    title: 'Envio sem resposta certa',
    sentence: 'O envio ({effect}) pode ter sido feito ou não ({detail}). {advice}',
  },
  'order-held': {
    title: 'Pedido retido até ser procurado de novo',
    sentence: 'O envio ({effect}) pode ter sido feito ou não ({detail}). {advice}',
  },
  'effect-rejected': {
    title: 'Envio que não foi aceito',
    sentence:
      'Não foi feito: {effect}. Motivo: {detail}. Nada foi criado no serviço; corrija o motivo e ' +
      'espere a próxima execução.',
  },
  'answer-total-differs': {
    title: 'Consulta cujo total não é a soma',
    sentence:
      'O serviço informou {amount}, e os itens somam {found}. Confira a consulta antes de pagar.',
  },
  'answer-flagged': {
    title: 'Consulta com algo estranho',
    sentence: 'A resposta foi guardada, mas: {detail}. Confira antes de pagar.',
  },
  'consultation-failed': {
    title: 'Consulta que falhou',
    sentence: '{title}. {action}. Para pedir outra consulta: `frota retry`.',
  },
  'consultation-stuck': {
    title: 'Consulta sem resposta no prazo',
    sentence:
      'A consulta não terminou no prazo. Ela será lida mais uma vez; se preciso, peça ' +
      'outra com `frota retry`.',
  },
  'vehicle-refused': {
    title: 'Veículo recusado no cadastro',
    sentence:
      'O serviço recusou o cadastro ({detail}). Confira os dados e importe a planilha corrigida.',
  },
  'vehicle-untold': {
    title: 'Veículo cuja mudança o serviço não aceitou',
    sentence:
      'O serviço não aceitou a última mudança deste veículo ({detail}). Corrija a planilha, ou o ' +
      'veículo com `frota vehicle edit`; a próxima execução conta de novo.',
  },
  'owner-differs': {
    title: 'Outro proprietário na planilha',
    sentence:
      'A planilha diz outro proprietário ({detail}), e o serviço continua com o anterior. Se a ' +
      'troca está certa, importe de novo com --update-owners.',
  },
  'removal-held': {
    title: 'Veículo que ainda não pôde ser desativado',
    sentence:
      'A desativação foi pedida e espera: {detail}. Quando isso acabar, a próxima execução a faz.',
  },
  'row-rejected': {
    title: 'Linha da planilha não aceita',
    sentence: 'Linha {line}: {detail} Corrija em rejected.csv e importe esse arquivo.',
  },
  'debt-unpayable': {
    title: 'Débito que não dá para pagar por aqui',
    sentence:
      '{detail}: o serviço não deixa pagar este item. Pague no Detran, na Sefaz ou com o ' +
      'órgão autuador.',
  },
  'debt-ipva-conflict': {
    title: 'IPVA que não foi pedido por já ter duas formas de pagar em curso',
    sentence:
      '{detail}: duas formas de pagar o IPVA do mesmo ano já estão pedidas ou pagas, e por isso ' +
      'este débito não foi pedido. Confira os pedidos no serviço e peça a devolução de um deles.',
  },
  'debt-partner-left-out': {
    title: 'Débito que depende de outro que não pode ser pedido',
    sentence:
      '{detail}: só pode ser pago junto com outro débito, que ficou fora do pedido. Veja em ' +
      'debts.csv (depende_de) qual é, resolva aquele primeiro ou pague os dois no órgão.',
  },
  'debt-not-positive': {
    title: 'Débito sem valor a pagar',
    sentence:
      '{detail}: o valor informado é {amount}, e nada pode ser pedido. Confira o valor no órgão ' +
      'ou espere a próxima consulta.',
  },
  'debt-reworded': {
    title: 'Talvez o mesmo débito duas vezes',
    sentence:
      '{detail}: a resposta mostra outro débito do mesmo tipo, ano, vencimento e valor, com ' +
      'outras palavras. Nenhum dos dois foi pedido. Apure no órgão se são um só e peça no ' +
      'serviço, à mão, o que for devido.',
  },
  'debt-over-limit': {
    title: 'Débito que não cabe em nenhum pedido',
    sentence:
      '{detail}: com o que se paga junto, custa mais do que a política permite para um pedido. ' +
      'Aumente o limite (FROTA_ORDER_POLICY_FILE) ou pague no órgão.',
  },
  'proposal-void': {
    title: 'Proposta que caiu',
    sentence:
      'A proposta não foi decidida como estava: {detail}. Se nenhuma vier depois da próxima ' +
      'consulta, compare os débitos do veículo no serviço.',
  },
  'order-waits': {
    title: 'Pedido que espera por um limite',
    sentence:
      'Ainda não pedido: {detail}. Nada precisa ser feito, a não ser que o limite ' +
      '(FROTA_ORDER_POLICY_FILE) seja baixo demais.',
  },
  'debt-order-full': {
    title: 'Débito que não coube no pedido',
    sentence:
      '{detail}: o pedido deste veículo já tem o máximo de débitos. Pague o pedido; este débito ' +
      'entra na proposta seguinte, depois da próxima consulta. Se vencer antes, pague-o no órgão.',
  },
  'order-refunded': {
    title: 'Pedido estornado',
    sentence:
      'O serviço devolveu {amount} deste pedido ("{detail}"): os débitos continuam devidos ' +
      'e não são pedidos de novo sozinhos. Confira no órgão por que foram recusados; depois ' +
      'libere-os com `frota orders free {order}`.',
  },
  'refund-unexplained': {
    title: 'Devolução sem débito recusado',
    sentence:
      'O serviço devolveu {amount} deste pedido ("{detail}"), e nenhum débito dele foi recusado. ' +
      'Confira com o serviço a que se refere.',
  },
  'debt-settled-again': {
    title: 'Débito baixado que voltou',
    sentence:
      '{detail}: foi pago e baixado, e a consulta o mostra de novo. Não pague outra vez; ' +
      'apresente o comprovante ao órgão.',
  },
  'debt-not-settled': {
    title: 'Débito que o órgão não baixou',
    sentence:
      '{detail}: o pedido foi baixado, mas este débito não. Ele continua devido; confira no ' +
      'órgão e libere-o com `frota orders free {order}`.',
  },
  'settlement-late': {
    title: 'Baixa atrasada',
    sentence:
      'O pedido foi pago e a situação continua "{detail}". Confira no serviço; não pague de ' +
      'novo.',
  },
  'boleto-expired': {
    title: 'Boleto vencido',
    sentence:
      'O boleto venceu em {detail} sem pagamento visto. Não pague este; se foi pago no ' +
      'último dia, a compensação ainda aparece.',
  },
  'boleto-missing': {
    title: 'Boleto ainda não gerado',
    sentence: 'O pedido existe, mas o serviço ainda não deu o boleto. Ele será lido de novo.',
  },
  'card-unpaid': {
    title: 'Pedido com cartão à espera de pagamento',
    sentence:
      'O pedido {detail} aguarda um cartão, e por aqui não se paga com cartão. Pague-o onde foi ' +
      'feito, ou deixe que vença: então os débitos ficam livres para Pix ou boleto.',
  },
  'card-approved': {
    title: 'Proposta com cartão aprovada, que não é enviada',
    sentence:
      'Por aqui não se paga mais com cartão. Retire a aprovação com `frota orders withdraw {detail}`; ' +
      'a próxima consulta do veículo propõe Pix ou boleto.',
  },
  'pix-renewed': {
    title: 'Código Pix renovado',
    sentence:
      'O código anterior venceu sem pagamento ou não veio; este é outro (renovado {detail} ' +
      'vez(es)). Jogue fora o antigo.',
  },
  'pix-expired': {
    title: 'Código Pix vencido',
    sentence:
      'O código Pix venceu sem pagamento. Não use o antigo, que pode ainda parecer válido: ' +
      'a próxima leitura pede outro, no máximo 6 vezes por pedido (até agora: {detail}).',
  },
  'pix-missing': {
    title: 'Código Pix ainda não gerado',
    sentence: 'O pedido existe, mas o serviço ainda não deu o código Pix. Ele será lido de novo.',
  },
  'effect-adopted': {
    title: 'Envio que ficou em dúvida e foi encontrado',
    sentence:
      'A resposta se perdeu ({effect}), e o que foi feito foi encontrado no serviço: há um só. Nada ' +
      'a fazer.',
  },
  'debts-equal': {
    title: 'Dois débitos iguais',
    sentence:
      '{detail}: o órgão mostra dois débitos iguais em tudo, e o serviço não diz qual deles um pedido ' +
      'paga. Depois da baixa, confira no órgão se os dois sumiram.',
  },
  'member-failed': {
    title: 'Veículo que não pôde ser consultado',
    sentence: 'A consulta não pôde ser feita: {detail}. Confira o veículo no serviço.',
  },
  'renavam-provisional': {
    title: 'RENAVAM provisório',
    sentence:
      'O RENAVAM começa com 9, é provisório: consulta funciona, pagamento não. Troque ' +
      'pelo definitivo na planilha.',
  },
  'member-excluded': {
    title: 'Veículo fora da campanha',
    sentence: 'O veículo não foi consultado nesta campanha: {detail}.',
  },
  signs: {
    consultations: [
      '{n} consulta que não foi feita por esta instalação',
      '{n} consultas que não foram feitas por esta instalação',
    ],
    orders: [
      '{n} pedido que não foi feito por esta instalação',
      '{n} pedidos que não foram feitos por esta instalação',
    ],
    refused: [
      '{n} recusa por excesso (429) que as vagas usadas aqui não explicam',
      '{n} recusas por excesso (429) que as vagas usadas aqui não explicam',
    ],
  },
  flags: {
    'total-differs': 'o total não é a soma dos itens',
    'partner-missing': 'um item depende de outro que não veio',
    'negative-amount': 'há um valor negativo',
  },
} as const
