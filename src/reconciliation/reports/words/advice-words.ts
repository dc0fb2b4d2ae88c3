/** What to check about something in doubt, and what not to do. */
export const advice = {
  'wait-vehicle': [
    'É procurado no serviço pelo RENAVAM antes de qualquer repetição; não cadastre à mão até lá.',
    'It is looked up at the service by its RENAVAM before it is ever repeated; do not ' +
      'register it by hand until then.',
  ],
  'wait-consultation': [
    'É procurada no serviço antes de qualquer repetição; não peça outra consulta à mão até lá.',
    'It is looked up at the service before it is ever repeated; do not ask for another one by ' +
      'hand until then.',
  ],
  'wait-order': [
    'É procurado no serviço (próxima vez: {when}) antes de qualquer repetição. Não faça outro ' +
      'pedido para este veículo e não pague nenhum que apareça até lá.',
    'It is looked up at the service (next: {when}) before it is ever repeated. Do not order ' +
      'anything else for this vehicle, and pay no order that shows up until then.',
  ],
  'held-order': [
    'Não foi encontrado, mas o serviço ainda pode terminá-lo. É procurado de novo: {when}; só ' +
      'então é refeito. Não faça outro pedido e não pague estes débitos à mão até lá.',
    'It was not found, but the service may finish it yet. It is looked up again: {when}; only ' +
      'then is it repeated. Do not order or pay these debts by hand until then.',
  ],
  'lost-vehicle': [
    'Foi enviado três vezes sem deixar rastro. Procure o RENAVAM no serviço; se não estiver ' +
      'lá, `frota orders resolve` com --none o tenta mais uma vez.',
    'It was sent three times and left no trace. Look for the RENAVAM at the service; if it is ' +
      'not there, `frota orders resolve` with --none tries it once more.',
  ],
  'lost-consultation': [
    'Foi enviada três vezes sem deixar rastro. Veja no serviço se há consulta deste veículo; ' +
      'se não houver, `frota orders resolve` com --none a tenta mais uma vez.',
    'It was sent three times and left no trace. See whether the service has a consultation of ' +
      'this vehicle; if not, `frota orders resolve` with --none tries it once more.',
  ],
  'lost-order': [
    'Foi enviado três vezes sem deixar rastro. Procure no serviço pedidos deste veículo: se ' +
      'um for o nosso, `frota orders resolve` com --adopt; se não houver nenhum, com --none. ' +
      'Não pague antes.',
    'It was sent three times and left no trace. Look for orders of this vehicle at the ' +
      'service: if one is ours, `frota orders resolve` with --adopt; if there is none, with ' +
      '--none. Pay nothing before.',
  ],
  'card-in-doubt': [
    'O cartão pode ter sido cobrado. Confira a fatura e o pedido no serviço; não pague de ' +
      'novo antes, nem por Pix nem por boleto. Depois: `frota orders resolve` com --paid ou ' +
      '--not-paid.',
    'The card may have been charged. Check the statement and the order at the service; do not ' +
      'pay again before, by Pix or boleto either. Then: `frota orders resolve` with --paid or ' +
      '--not-paid.',
  ],
  'choose-vehicle': [
    'Compare os cadastros deste RENAVAM no serviço e desative o que sobra; depois `frota ' +
      'orders resolve` com --none.',
    'Compare the registrations of this RENAVAM at the service and deactivate the one too ' +
      'many; then `frota orders resolve` with --none.',
  ],
  'choose-consultation': [
    'Compare as consultas deste veículo no serviço; depois `frota orders resolve` com --none.',
    "Compare this vehicle's consultations at the service; then `frota orders resolve` with --none.",
  ],
  'choose-order': [
    'Compare esses pedidos no serviço, adote um com `frota orders resolve` --adopt e não ' +
      'pague os outros: quem paga dois paga duas vezes.',
    'Compare these orders at the service, adopt one with `frota orders resolve` --adopt, and ' +
      'do not pay the others: whoever pays two pays twice.',
  ],
  'attempt-unknown': [
    'O serviço mostra uma tentativa que não se sabe ler. Confira a fatura; não pague de novo ' +
      'antes. Depois: `frota orders resolve` com --paid ou --not-paid.',
    'The service shows an attempt that nobody here can read. Check the statement; do not pay ' +
      'again before. Then: `frota orders resolve` with --paid or --not-paid.',
  ],
  'order-in-the-way': [
    'Nada foi enviado por nós. Se esse pedido vale, adote-o com `frota orders resolve` ' +
      '--adopt; se for de outra pessoa, combine quem paga. Não pague os dois.',
    'We sent nothing. If that order stands, adopt it with `frota orders resolve` --adopt; if ' +
      "it is somebody else's, agree on who pays. Do not pay both.",
  ],
  'order-alike': [
    'Nada foi enviado por nós. Compare data e descrição: se for o mesmo débito, pague só ' +
      'aquele pedido; se for outro, `frota orders resolve` com --different e o nosso segue.',
    'We sent nothing. Compare date and description: if it is the same debt, pay that order ' +
      'only; if it is another one, `frota orders resolve` with --different, and ours goes on.',
  ],
  'order-hides': [
    'Nada foi enviado por nós, e pelo valor só não se decide. Pergunte ao serviço o que esse ' +
      'pedido paga: --adopt se for o nosso, --different se forem outros débitos (`frota orders ' +
      'resolve`).',
    'We sent nothing, and the amount alone does not decide. Ask the service what that order ' +
      'pays: --adopt if it is ours, --different if it holds other debts (`frota orders ' +
      'resolve`).',
  ],
  'never-pay': [
    'Não pague este pedido: ele não é destes débitos. Deixe-o vencer; então os débitos ficam ' +
      'livres para outra proposta. Avise o serviço.',
    'Do not pay this order: it is not of these debts. Let it run out; then the debts are free ' +
      'for another proposal. Tell the service.',
  ],
  'compare-order': [
    'Compare o pedido no serviço com a proposta, valor por valor. Não pague antes; se estiver ' +
      'certo, `frota orders resolve` com --adopt e --accept-mismatch abre o pagamento.',
    'Compare the order at the service with the proposal, amount by amount. Do not pay before; ' +
      'if it is right, `frota orders resolve` with --adopt and --accept-mismatch opens its ' +
      'payment.',
  ],
  'found-order': [
    'O banco voltou a um estado mais antigo e este pedido já existia. Confira no serviço se ' +
      'já foi pago; se não, `frota orders resolve` com --adopt e --accept-mismatch abre o ' +
      'pagamento.',
    'The ledger went back in time, and this order existed already. Check at the service ' +
      'whether it is paid; if not, `frota orders resolve` with --adopt and --accept-mismatch ' +
      'opens its payment.',
  ],
  'twin-order': [
    'Outra pessoa pediu um dos mesmos débitos. Combine quem paga e não pague os dois; para ' +
      'seguir com o nosso, `frota orders resolve` com --adopt e --accept-mismatch.',
    'Somebody else ordered one of the same debts. Agree on who pays and do not pay both; to ' +
      'go on with ours, `frota orders resolve` with --adopt and --accept-mismatch.',
  ],
  'hidden-items': [
    'Confira no serviço o que este pedido paga antes de pagá-lo; o nosso registro só sabe o valor.',
    'Check at the service what this order pays before paying it; our ledger knows its amount only.',
  ],
  unreadable: [
    'Mostre isto a quem opera o serviço. Quando a resposta estiver corrigida, `frota orders ' +
      'resolve` com --none tenta de novo.',
    'Show this to whoever operates the service. When the answer is corrected, `frota orders ' +
      'resolve` with --none tries again.',
  ],
  'wrong-code': [
    'Não pague; compare valor e recebedor no serviço. Sai desta lista quando o código vier ' +
      'certo, ou o pedido for pago ou acabar.',
    'Do not pay; compare amount and payee at the service. It leaves this list once the code ' +
      'reads right, or the order is paid or over.',
  ],
  soon: ['em instantes', 'in a moment'],
} as const
