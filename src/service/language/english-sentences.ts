import { detail } from '../../contract/problem.ts'

/**
 * The English of what `detail` says, by its Portuguese (a catalogue as of gettext). `{}` stands for
 * what a caller or a rule put there; `{…}` for a phrase of this catalogue.
 */
export const ENGLISH_SENTENCES: Readonly<Record<string, string>> = {
  [detail.keyInvalid]: 'Invalid or revoked API key.',
  [detail.keyThrottled]: 'Too many calls with an invalid API key: wait before you try again.',
  [detail.accountMissing]: 'Name the account in the header X-Account-Id (uuid).',
  [detail.accountDenied]: 'This API key has no such account.',
  [detail.notFound]: 'Not found.',
  [detail.consultationMissing]: 'This vehicle has no consultation.',
  [detail.vehicleInactive]: 'The vehicle is inactive.',
  [detail.vehicleChanged]:
    'The vehicle changed during the request: read it again before you repeat it.',
  [detail.vehicleDuplicate]: 'This account has an active vehicle with this Renavam already.',
  [detail.quotaConsultations]: 'The limit of consultations an hour is reached.',
  [detail.quotaOrders]: 'The limit of orders and payments an hour is reached.',
  [detail.orderNotPix]: 'The order is not by Pix.',
  [detail.orderNotCard]: 'The order is not by credit card.',
  [detail.cardInDoubt]: 'A card payment of this order is still being processed.',
  [detail.orderBusy]: 'The order is being updated. Read it again in a moment.',
  [detail.orderOtherMode]: 'The order is of another payment mode: use the service that opened it.',
  [detail.orderNotAwaiting]: 'The order does not wait for a payment.',
  'O item {} já foi pago pelo pedido {}: faça outro sem ele.':
    'Item {} was paid by order {}: make another order without it.',
  [detail.pixStillValid]: 'The present Pix code is still valid.',
  [detail.pixMissing]: 'The Pix code is not there yet.',
  [detail.pixExpired]: 'The Pix code has expired: ask for another.',
  [detail.simulateLive]: 'simulate-pix exists in mock mode or sandbox only.',
  [detail.methodWrong]: 'This address does not take the method; see the header Allow.',
  [detail.routeMissing]: 'No such route.',
  [detail.bodyInvalid]: 'Invalid body: send JSON.',
  "Chave repetida no JSON: '{}' deve aparecer uma só vez.":
    "Repeated key in the JSON: '{}' must appear once.",
  [detail.bodyTooLarge]: 'The body is too large.',
  [detail.mediaTypeUnsupported]: 'Unsupported content type: send application/json, not compressed.',
  [detail.requestInvalid]: 'Invalid request.',
  [detail.requestTimeout]: 'The request took too long to arrive.',
  [detail.headersTooLarge]: 'The headers are too large.',
  "Cabeçalho 'Idempotency-Key': {…}.": "Header 'Idempotency-Key': {…}.",
  [detail.internal]: 'Internal error.',
  [detail.unavailable]: 'The service is unavailable for the moment.',
  'Esta operação não tem parâmetros de consulta.': 'This operation has no query parameters.',
  "Campo obrigatório: '{}'.": "Required field: '{}'.",
  "Campo desconhecido: '{}'.": "Unknown field: '{}'.",
  "Campo '{}': {…}.": "Field '{}': {…}.",
  'O provedor de pagamentos não responde; tente de novo em instantes.':
    'The payment provider does not answer; try again in a moment.',
  'O pedido ainda não foi aberto no provedor; leia-o de novo em instantes.':
    'The provider has not opened the order yet; read it again in a moment.',
  'A resposta do provedor se perdeu; leia o pedido antes de tentar de novo.':
    "The provider's answer was lost; read the order before you try again.",
  'Pagamentos suspensos: a tarifa desta marca difere da tarifa do provedor.':
    "Payments are suspended: this brand's fee differs from the provider's.",
  'O provedor não aceita simular o pagamento deste pedido.':
    'The provider does not simulate the payment of this order.',
  'O provedor atingiu o seu limite de pedidos por hora; tente mais tarde.':
    'The provider has reached its limit of orders an hour; try later.',
  'o provedor não aceita este pagamento com cartão; nada foi cobrado.':
    'the provider does not take this card payment; nothing was charged.',
  'Pagamento não oferecido neste estado.': 'Payment is not offered in this state.',
  'Pagamento recusado pelo provedor.': 'The provider refused the payment.',
  'Muitas requisições; tente de novo mais tarde.': 'Too many requests; try again later.',
}

/** What stands after a field's or a header's name, without the full stop. */
export const ENGLISH_PHRASES: Readonly<Record<string, string>> = {
  'use de 1 a 255 caracteres ASCII visíveis': 'use 1 to 255 visible ASCII characters',
  'esta chave já foi usada com outra requisição': 'this key was used with another request',
  'a requisição com esta chave ainda está em andamento':
    'the request with this key is still under way',
  'envie ao menos um item': 'send at least one item',
  'os itens são de veículos diferentes': 'the items belong to different vehicles',
  'o item {} não encontrado nesta conta': 'item {} is not found in this account',
  'o item {} já quitado': 'item {} is settled already',
  'o item {} já foi pago pelo pedido {}': 'item {} was paid by order {}',
  'o item {} é de antes da mudança do Renavam, da placa ou da UF do veículo: consulte-o de novo':
    'item {} is of before the vehicle changed its Renavam, plate or state: consult it again',
  'o item {} não pode ser pago por aqui': 'item {} cannot be paid here',
  'o item {} aparece duas vezes': 'item {} is named twice',
  'o item {} é o mesmo débito que o item {}': 'item {} is the same debt as item {}',
  'o item {} só pode ser pago junto com o item {}':
    'item {} can only be paid together with item {}',
  'os valores mudaram no provedor; consulte o veículo de novo':
    'the amounts changed at the provider; consult the vehicle again',
  'estes débitos não vêm do provedor; consulte o veículo de novo':
    'these debts are not of the provider; consult the vehicle again',
  'o provedor não aceita estes débitos; consulte o veículo de novo':
    'the provider does not take these debts; consult the vehicle again',
  'o provedor não aceita o item {}; consulte o veículo de novo':
    'the provider does not take item {}; consult the vehicle again',
  'o provedor não aceita este pagamento com cartão; nada foi cobrado':
    'the provider does not take this card payment; nothing was charged',
  'um boleto não comporta este total': 'a boleto cannot hold this total',
  'use o formato ABC1234 ou ABC1D23': 'use the form ABC1234 or ABC1D23',
  'informe de 9 a 11 dígitos': 'give 9 to 11 digits',
  'isto parece um CPF; informe o Renavam do CRLV':
    'this looks like a CPF; give the Renavam of the CRLV',
  'informe a sigla de um estado': 'give the two letters of a state',
  'informe um CPF ou CNPJ válido': 'give a valid CPF or CNPJ',
  'informe um uuid': 'give a uuid',
  'informe uuids': 'give uuids',
  'informe um dia do calendário (AAAA-MM-DD)': 'give a day of the calendar (YYYY-MM-DD)',
  'caractere nulo não é aceito': 'a null character is not accepted',
  'texto Unicode incompleto': 'incomplete Unicode text',
  'envie um objeto JSON': 'send a JSON object',
  'envie uma lista': 'send a list',
  'envie um texto': 'send a text',
  'envie um número inteiro': 'send a whole number',
  'tipo inválido': 'wrong type',
  'use um destes valores: {}': 'use one of these values: {}',
  'formato inválido': 'wrong form',
  'deve ser no mínimo {}': 'must be at least {}',
  'deve ser no máximo {}': 'must be at most {}',
  'não pode ser vazio': 'must not be empty',
  'use no máximo {} caracteres': 'use at most {} characters',
  'envie ao menos {}': 'send at least {}',
  'envie no máximo {}': 'send at most {}',
  'não repita valores': 'do not repeat values',
  'valor inválido': 'invalid value',
  'use de 13 a 19 dígitos, sem espaços': 'use 13 to 19 digits, without spaces',
  'use MM/AA, como 05/29': 'use MM/YY, such as 05/29',
  'use 3 ou 4 dígitos': 'use 3 or 4 digits',
  'use AAAA-MM-DD': 'use YYYY-MM-DD',
}
