/** What a person should check of requests, orders and their payment. */
export const orderExceptions = {
  'order-quarantined': {
    title: ['Envio em quarentena: não pague', 'Quarantined: do not pay'],
    sentence: [
      'Um envio ({effect}) espera pela decisão de uma pessoa: {detail}. {advice}',
      'A request ({effect}) waits for a person to decide: {detail}. {advice}',
    ],
  },
  'payment-needs-person': {
    title: ['Envio que só uma pessoa pode resolver', 'Only a person can settle this'],
    sentence: [
      'Não se sabe se foi feito ({effect}: {detail}), e não será repetido sozinho. {advice}',
      'Nobody knows whether it was done ({effect}: {detail}), and it is not repeated by ' +
        'itself. {advice}',
    ],
  },
  'money-blocked': {
    title: ['Nenhum pedido ou pagamento é enviado agora', 'No order or payment is sent now'],
    sentence: [
      '{detail}. Primeiro todos os pedidos do serviço são lidos, no começo de cada execução. ' +
        'Não peça nem pague à mão até lá; veja `frota status`.',
      '{detail}. All orders of the service are read first, at the beginning of each run. Do ' +
        'not order or pay by hand until then; see `frota status`.',
    ],
  },
  'order-twin': {
    title: [
      'Outro pedido com um débito nosso: não pague',
      'Another order with a debt of ours: do not pay',
    ],
    sentence: [
      'Não pague o pedido {detail}: outra pessoa o fez, e ele tem um débito do nosso (o ' +
        'segundo). Combine quem paga; quem paga os dois paga duas vezes.',
      'Do not pay the order {detail}: somebody else made it, and it holds a debt of ours (the ' +
        'second one). Agree on who pays; whoever pays both pays twice.',
    ],
  },
  'order-found': {
    title: [
      'Pedido no serviço que não está nos nossos registros',
      'Order at the service that is not in our books',
    ],
    sentence: [
      'O pedido {detail} existe no serviço e ninguém aqui o fez ou se lembra dele. Não o ' +
        'pague antes de conferir quais débitos tem; enquanto valer, nada mais é pedido para ' +
        'eles.',
      'The order {detail} exists at the service, and nobody here made it or remembers it. Do ' +
        'not pay it before you know which debts it holds; while it stands nothing more is ' +
        'ordered for them.',
    ],
  },
  'pay-gate-shut': {
    title: ['Pedido que ainda não pode ser pago', 'Order that may not be paid yet'],
    sentence: [
      'Nenhum código deste pedido é mostrado: {detail}. {advice}',
      'No code of this order is shown: {detail}. {advice}',
    ],
  },
  'order-totals-differ': {
    title: ['Pedido cujo total não é a soma', 'Order whose total is not the sum'],
    sentence: [
      'O total do pedido deveria ser {amount} (itens mais taxa) e é {found}. Não pague antes ' +
        'de conferir.',
      'The total of the order should be {amount} (items and fee) and is {found}. Check it ' +
        'before paying.',
    ],
  },
  'ipva-paid-twice': {
    title: ['IPVA pago de duas formas', 'IPVA paid in two ways'],
    sentence: [
      '{detail}: cota única e parcelas do mesmo ano estão pedidas ou pagas. Confira no ' +
        'serviço e peça a devolução de uma delas.',
      '{detail}: single payment and instalments of one year are ordered or paid. Check at the ' +
        'service and ask for one of them back.',
    ],
  },
  'order-status-unknown': {
    title: ['Pedido em situação que não conhecemos', 'Order with a status that we do not know'],
    sentence: [
      'O serviço informa a situação "{detail}". Até alguém conferir, nada mais é pedido para ' +
        'estes débitos.',
      'The service says "{detail}". Until somebody has checked, nothing more is ordered for ' +
        'these debts.',
    ],
  },
  'effect-unreadable': {
    title: ['Resposta que frota não lê', 'Answer that frota cannot read'],
    sentence: [
      'O envio ({effect}) espera: {detail}. Mostre isto a quem opera o serviço. frota lê de novo ' +
        'sozinho e segue quando puder ler; até lá, não faça o mesmo à mão.',
      'The request ({effect}) waits: {detail}. Show this to whoever operates the service. frota ' +
        'reads again by itself and goes on once it can; do not do the same by hand until then.',
    ],
  },
  'effect-unsettled': {
    title: ['Envio sem resposta certa', 'Request without a certain answer'],
    sentence: [
      'O envio ({effect}) pode ter sido feito ou não ({detail}). {advice}',
      'The request ({effect}) may have been done or not ({detail}). {advice}',
    ],
  },
  'order-held': {
    title: ['Pedido retido até ser procurado de novo', 'Order held until it was looked up again'],
    sentence: [
      'O envio ({effect}) pode ter sido feito ou não ({detail}). {advice}',
      'The request ({effect}) may have been done or not ({detail}). {advice}',
    ],
  },
  'effect-rejected': {
    title: ['Envio que não foi aceito', 'Request that was not accepted'],
    sentence: [
      'Não foi feito: {effect}. Motivo: {detail}. Nada foi criado no serviço; corrija o ' +
        'motivo e espere a próxima execução.',
      'Not done: {effect}. Reason: {detail}. Nothing was made at the service; fix the reason ' +
        'and wait for the next run.',
    ],
  },
  'proposal-void': {
    title: ['Proposta que caiu', 'Proposal that fell'],
    sentence: [
      'A proposta não foi decidida como estava: {detail}. Se nenhuma vier depois da próxima ' +
        'consulta, compare os débitos do veículo no serviço.',
      'The proposal was not decided as it stood: {detail}. If none follows with the next ' +
        "consultation, compare the vehicle's debts at the service.",
    ],
  },
  'approval-lapsed': {
    title: ['Aprovação que caiu', 'Approval that lapsed'],
    sentence: [
      'A proposta aprovada terminou sem pedido: {detail}. Outra espera no lugar dela: aprove-a ' +
        'ou rejeite-a (`frota orders`).',
      'The approved proposal ended without an order: {detail}. Another waits in its place: ' +
        'approve or reject it (`frota orders`).',
    ],
  },
  'order-waits': {
    title: ['Pedido que espera', 'Order that waits'],
    sentence: [
      'Ainda não pedido: {detail}. O que espera por um limite das regras dos pedidos ou por uma ' +
        'resposta não precisa de ninguém.',
      'Not ordered yet: {detail}. What waits for a limit of the rules of orders or for an answer ' +
        'needs nobody.',
    ],
  },
  'order-refunded': {
    title: ['Pedido estornado', 'Refunded order'],
    sentence: [
      'O serviço devolveu {amount} deste pedido ("{detail}"): os débitos continuam devidos e ' +
        'não são pedidos de novo sozinhos. Confira no órgão por que foram recusados; depois ' +
        'libere-os com `frota orders free {order}`.',
      'The service gave {amount} of this order back ("{detail}"): its debts are still owed, ' +
        'and are not ordered again by themselves. Find out at the authority why they were ' +
        'refused; then set them free with `frota orders free {order}`.',
    ],
  },
  'refund-unexplained': {
    title: ['Devolução sem débito recusado', 'Refund without a refused debt'],
    sentence: [
      'O serviço devolveu {amount} deste pedido ("{detail}"), e nenhum débito dele foi ' +
        'recusado. Confira com o serviço a que se refere.',
      'The service gave {amount} of this order back ("{detail}"), and refused none of its ' +
        'debts. Ask the service what it is for.',
    ],
  },
  'debt-settled-again': {
    title: ['Débito baixado que voltou', 'Settled debt that is back'],
    sentence: [
      '{detail}: foi pago e baixado, e a consulta o mostra de novo. Não pague outra vez; ' +
        'apresente o comprovante ao órgão.',
      '{detail}: it was paid and settled, and the consultation shows it again. Do not pay it ' +
        'twice; show the authority the proof of payment.',
    ],
  },
  'debt-not-settled': {
    title: ['Débito que o órgão não baixou', 'Debt that the authority did not settle'],
    sentence: [
      '{detail}: o órgão não baixou este débito do pedido. Ele continua devido; confira no ' +
        'órgão e libere-o com `frota orders free {order}`.',
      '{detail}: the authority did not settle this debt of the order. It is still owed; check ' +
        'at the authority and set it free with `frota orders free {order}`.',
    ],
  },
  'freed-debt-paid': {
    title: ['Débito liberado que foi pago', 'Freed debt that was paid'],
    sentence: [
      '{detail}: foi liberado, mas pelo serviço o pedido {order} o paga afinal. Confira a baixa ' +
        'no órgão; se outro pedido também o pagou, peça a devolução.',
      '{detail}: it was freed, but by the service order {order} pays it after all. Check the ' +
        'settlement at the authority; if another order paid it too, ask for that money back.',
    ],
  },
  'debt-paid-twice': {
    title: ['Débito pago por dois pedidos', 'Debt that two orders paid'],
    sentence: [
      '{detail}: os pedidos pagaram o mesmo débito. Confira no serviço e peça a devolução de um ' +
        'dos pagamentos; sai desta lista quando ela for lida (`frota orders refresh {order}`).',
      '{detail}: these orders paid the same debt. Check at the service and ask for one payment ' +
        'back; it leaves this list once that is read (`frota orders refresh {order}`).',
    ],
  },
  'settlement-late': {
    title: ['Baixa atrasada', 'Late settlement'],
    sentence: [
      'O pedido foi pago e a situação continua "{detail}". Confira no serviço; não pague de novo.',
      'It was paid and still says "{detail}". Check at the service; do not pay again.',
    ],
  },
  'boleto-expired': {
    title: ['Boleto vencido', 'Boleto past its due date'],
    sentence: [
      'O boleto venceu em {detail} sem pagamento visto. Não pague este; se foi pago no último ' +
        'dia, a compensação ainda aparece.',
      'The boleto was due on {detail} and no payment was seen. Do not pay this one; a payment ' +
        'on its last day still shows once it has cleared.',
    ],
  },
  'boleto-missing': {
    title: ['Boleto ainda não gerado', 'Boleto not there yet'],
    sentence: [
      'O pedido existe, mas o serviço ainda não deu o boleto. Ele será lido de novo.',
      'The order exists, but the service has not given its boleto. It is read again.',
    ],
  },
  'card-unpaid': {
    title: ['Pedido com cartão à espera de pagamento', 'Card order that awaits its payment'],
    sentence: [
      'O pedido {detail} aguarda um cartão, e por aqui não se paga com cartão. Pague-o onde ' +
        'foi feito, ou deixe que vença: então os débitos ficam livres para Pix ou boleto.',
      'The order {detail} waits for a card, and nothing is paid by card from here. Pay it ' +
        'where it was made, or let it run out: then its debts are free for Pix or boleto.',
    ],
  },
  'card-approved': {
    title: [
      'Proposta com cartão aprovada, que não é enviada',
      'Approved card proposal, which is not sent',
    ],
    sentence: [
      'Por aqui não se paga mais com cartão. Retire a aprovação com `frota orders withdraw ' +
        '{detail}`; a próxima consulta do veículo propõe Pix ou boleto.',
      'Nothing is paid by card from here any more. Withdraw its approval with `frota orders ' +
        "withdraw {detail}`; the vehicle's next consultation proposes Pix or boleto.",
    ],
  },
  'pix-renewed': {
    title: ['Código Pix renovado', 'Renewed Pix code'],
    sentence: [
      'O código anterior venceu sem pagamento ou não veio; este é outro (renovações: ' +
        '{detail}). Jogue fora o antigo.',
      'The code before ran out unpaid or did not come; this is another one (renewals: ' +
        '{detail}). Throw the old one away.',
    ],
  },
  'pix-expired': {
    title: ['Código Pix vencido', 'Expired Pix code'],
    sentence: [
      'O código Pix venceu sem pagamento. Não use o antigo, que pode ainda parecer válido: a ' +
        'próxima execução pede outro, no máximo 6 vezes por pedido (até agora: {detail}).',
      'The Pix code expired unpaid. Do not use the old one, which may still look valid: the ' +
        'next run asks for another, 6 times for one order at most (so far: {detail}).',
    ],
  },
  'pix-missing': {
    title: ['Código Pix ainda não gerado', 'Pix code not there yet'],
    sentence: [
      'O pedido existe, mas o serviço ainda não deu o código Pix. Ele será lido de novo.',
      'The order exists, but the service has not given its Pix code. It is read again.',
    ],
  },
  'effect-adopted': {
    title: [
      'Envio que ficou em dúvida e foi encontrado',
      'Request that was in doubt and was found',
    ],
    sentence: [
      'A resposta se perdeu ({effect}), e o que foi feito foi encontrado no serviço: há um ' +
        'só. Nada a fazer.',
      'The answer was lost ({effect}), and what was made was found at the service: there is ' +
        'one. Nothing to do.',
    ],
  },
} as const
