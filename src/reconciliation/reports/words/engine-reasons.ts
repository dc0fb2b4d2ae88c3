/** What the engine and the readers say and store in English; `{n}` stands for a number. */

const inPortuguese = {
  'several orders hold exactly these debts': 'vários pedidos têm exatamente estes débitos',
  'the answer names an order that was there before': 'a resposta cita um pedido que já existia',
  'the card may have been charged: check the statement, do not pay again before':
    'o cartão pode ter sido cobrado: confira a fatura e não pague de novo antes',
  'sent {n} times without a trace at the service': 'enviado {n} vezes sem deixar rastro no serviço',
  'the answer shows no payment': 'a resposta não mostra pagamento nenhum',
  'the answer is about another order': 'a resposta é de outro pedido',
  'not found: looked up again in a later run':
    'não encontrado: será procurado de novo em outra execução',
  'the look-up could not see everything': 'a procura no serviço ficou incompleta',
  'the journal knows a request that the ledger had forgotten':
    'o diário tem um envio que o banco tinha esquecido',
  'failed without an error code': 'falhou sem código de erro',
  'the vehicle that was answered has another RENAVAM': 'o veículo da resposta tem outro RENAVAM',
  'the service does not know it': 'o serviço não a conhece',
  'it is another consultation': 'é outra consulta',
  'it is about another vehicle': 'é sobre outro veículo',
  'it has too many items': 'tem itens demais',
  'total_amount is not an amount': 'total_amount não é um valor',
  'two items have the same id': 'dois itens têm o mesmo identificador',
  'item {n}': 'item {n}',
  'amount is not an amount': 'amount não é um valor',
  missing: 'falta o campo',
  'the answer is about another': 'a resposta é sobre outro',
  'the body is not JSON': 'o corpo não é JSON',
  'the body is not UTF-8': 'o corpo não é UTF-8',
  'due_date is not a date': 'due_date não é uma data',
}

export const engineReasons = {
  ...Object.fromEntries(Object.entries(inPortuguese).map(([en, pt]) => [en, [pt, en] as const])),
  'unknown-intents': [
    'o diário de envios conhece envios que o banco não conhece: um banco mais antigo foi ' +
      'posto no lugar',
    'the intent journal knows requests that the ledger does not: an older ledger was put back',
  ],
  'forgotten-intents': [
    'o banco tinha esquecido um envio que o diário conhece',
    'the ledger had forgotten a request that the journal knows',
  ],
  'older-ledger': [
    'o banco é mais antigo do que o diário de envios',
    'the ledger is older than its intent journal',
  ],
  'restored-backup': [
    'o banco foi restaurado de uma cópia',
    'the ledger was restored from a backup',
  ],
  'resolved-by-person': ['resolvido por uma pessoa', 'resolved by a person'],
  'status {n}': ['resposta {n} do serviço', 'answer {n} of the service'],
  '{n} at the service may be this one': [
    '{n} registros no serviço podem ser este',
    '{n} records at the service may be this one',
  ],
  'not found yet': ['ainda não encontrado no serviço', 'not found at the service yet'],
  'whoever held it is gone': ['o processo que o enviava parou', 'the process that sent it stopped'],
  'The owner’s document is not kept any more: import the file again.': [
    'o documento do proprietário não está mais guardado: importe a planilha de novo',
    'the document of the owner is not kept any more: import the file again',
  ],
  'The answer is a consultation of another vehicle.': [
    'a resposta é a consulta de outro veículo',
    'the answer is a consultation of another vehicle',
  ],
  'year is absurd': ['o ano é absurdo', 'the year is absurd'],
} as const
