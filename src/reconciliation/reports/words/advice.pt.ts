/** What to check about something in doubt, and what not to do, in Portuguese. */

export const advicePt = {
  'wait-vehicle':
    'É procurado no serviço pelo RENAVAM antes de qualquer repetição; não cadastre à mão até lá.',
  'wait-consultation':
    'É procurada no serviço antes de qualquer repetição; não peça outra consulta à mão até lá.',
  'wait-order':
    'É procurado no serviço (próxima vez: {when}) antes de qualquer repetição. Não faça outro pedido ' +
    'para este veículo e não pague nenhum que apareça até lá.',
  'held-order':
    'Não foi encontrado, mas o serviço ainda pode terminá-lo. É procurado de novo: {when}; só então ' +
    'é refeito. Não faça outro pedido e não pague estes débitos à mão até lá.',
  'lost-vehicle':
    'Foi enviado três vezes sem deixar rastro. Procure o RENAVAM no serviço; se não estiver lá, ' +
    '`frota orders resolve` com --none o tenta mais uma vez.',
  'lost-consultation':
    'Foi enviada três vezes sem deixar rastro. Veja no serviço se há consulta deste veículo; se não ' +
    'houver, `frota orders resolve` com --none a tenta mais uma vez.',
  'lost-order':
    'Foi enviado três vezes sem deixar rastro. Procure no serviço pedidos deste veículo: se um for ' +
    'o nosso, `frota orders resolve` com --adopt; se não houver nenhum, com --none. Não pague antes.',
  'card-in-doubt':
    'O cartão pode ter sido cobrado. Confira a fatura e o pedido no serviço; não pague de novo antes, ' +
    'nem por Pix nem por boleto. Depois: `frota orders resolve` com --paid ou --not-paid.',
  'choose-vehicle':
    'Compare os cadastros deste RENAVAM no serviço e desative o que sobra; depois ' +
    '`frota orders resolve` com --none.',
  'choose-consultation':
    'Compare as consultas deste veículo no serviço; depois `frota orders resolve` com --none.',
  'choose-order':
    'Compare esses pedidos no serviço, adote um com `frota orders resolve` --adopt e não pague os ' +
    'outros: quem paga dois paga duas vezes.',
  'attempt-unknown':
    'O serviço mostra uma tentativa que não se sabe ler. Confira a fatura; não pague de novo antes. ' +
    'Depois: `frota orders resolve` com --paid ou --not-paid.',
  'order-in-the-way':
    'Nada foi enviado por nós. Se esse pedido vale, adote-o com `frota orders resolve` --adopt; se ' +
    'for de outra pessoa, combine quem paga. Não pague os dois.',
  'order-alike':
    'Nada foi enviado por nós. Compare data e descrição: se for o mesmo débito, pague só aquele ' +
    'pedido; se for outro, `frota orders resolve` com --different e o nosso segue.',
  'order-hides':
    'Nada foi enviado por nós, e pelo valor só não se decide. Pergunte ao serviço o que esse pedido ' +
    'paga: --adopt se for o nosso, --different se forem outros débitos (`frota orders resolve`).',
  'never-pay':
    'Não pague este pedido: ele não é destes débitos. Deixe-o vencer; então os débitos ficam livres ' +
    'para outra proposta. Avise o serviço.',
  'compare-order':
    'Compare o pedido no serviço com a proposta, valor por valor. Não pague antes; se estiver certo, ' +
    '`frota orders resolve` com --adopt e --accept-mismatch abre o pagamento.',
  'found-order':
    'O banco voltou a um estado mais antigo e este pedido já existia. Confira no serviço se já foi ' +
    'pago; se não, `frota orders resolve` com --adopt e --accept-mismatch abre o pagamento.',
  'twin-order':
    'Outra pessoa pediu um dos mesmos débitos. Combine quem paga e não pague os dois; para seguir ' +
    'com o nosso, `frota orders resolve` com --adopt e --accept-mismatch.',
  'hidden-items':
    'Confira no serviço o que este pedido paga antes de pagá-lo; o nosso registro só sabe o valor.',
  'wrong-code': 'Não pague; compare valor e recebedor no serviço.',
  soon: 'em instantes',
} as const
