/** What a person should check, for each code of an exception. */
import { orderExceptions } from './exceptions-of-orders.ts'

export const exceptions = {
  ...orderExceptions,
  'totals-differ': {
    title: ['As contas não fecham', 'The books do not close'],
    sentence: [
      '{detail}. Não use estes números antes de resolver.',
      '{detail}. Do not use these figures before it is solved.',
    ],
  },
  'outside-differs': {
    title: ['O serviço diz outro valor', 'The service says another figure'],
    sentence: [
      '{detail}. Um pedido encerrado pode ter mudado: leia-o com `frota orders refresh PEDIDO`. ' +
        'Se `frota report` diz o mesmo depois, outra instalação usa esta credencial ou conta.',
      '{detail}. An order that was over may have changed: read it with `frota orders refresh ' +
        'ORDER`. If `frota report` still says so, others use this credential or account.',
    ],
  },
  'credential-shared': {
    title: [
      'Mais alguém usa esta credencial ou conta',
      'Somebody else uses this credential or account',
    ],
    sentence: [
      'Outra instalação, outro programa ou uma pessoa trabalha com a mesma credencial ou ' +
        'conta (ou esta, antes de um backup que voltou): {detail}. Deixe só uma instalação ' +
        'trabalhar, ou dê a cada uma a sua conta; não pague pedido que não reconhece.',
      'Another installation, another program or a person works with the same credential or ' +
        'account (or this one did, before a backup was put back): {detail}. Let one ' +
        'installation work only, or give each an account of its own; do not pay an order that ' +
        'you do not recognize.',
    ],
  },
  'answer-total-differs': {
    title: ['Consulta cujo total não é a soma', 'Consultation whose total is not the sum'],
    sentence: [
      'O serviço informou {amount}, e os itens somam {found}. Confira a consulta antes de pagar.',
      'The service said {amount}, and the items add up to {found}. Check it before paying.',
    ],
  },
  'answer-flagged': {
    title: ['Consulta com algo estranho', 'Consultation with something odd'],
    sentence: [
      'A resposta foi guardada, mas: {detail}. Confira antes de pagar.',
      'The answer was kept, but: {detail}. Check it before paying.',
    ],
  },
  'consultation-failed': {
    title: ['Consulta que falhou', 'Failed consultation'],
    sentence: [
      '{said}. Para pedir outra consulta: `frota retry`.',
      '{said}. To ask for another consultation: `frota retry`.',
    ],
    /** A service in Brazil writes Portuguese, which an English sentence quotes. */
    serviceSays: ['{words}', 'The service says: "{words}"'],
  },
  'consultation-stuck': {
    title: ['Consulta sem resposta no prazo', 'Consultation without an answer in time'],
    sentence: [
      'A consulta não terminou no prazo: {detail}. Ela será lida mais uma vez; se preciso, peça ' +
        'outra com `frota retry`.',
      'The consultation did not end in time: {detail}. It is read once more; if need be, ask ' +
        'again with `frota retry`.',
    ],
  },
  'vehicle-refused': {
    title: ['Veículo recusado no cadastro', 'Vehicle refused at registration'],
    sentence: [
      'O serviço recusou o cadastro ({detail}). Confira os dados e importe a planilha corrigida.',
      'The service refused to register it ({detail}). Check its data and import the fixed sheet.',
    ],
  },
  'vehicle-untold': {
    title: [
      'Veículo cuja mudança o serviço não aceitou',
      'Vehicle whose change the service did not take',
    ],
    sentence: [
      'O serviço não aceitou a última mudança deste veículo ({detail}). Corrija a planilha, ' +
        'ou o veículo com `frota vehicle edit`; a próxima execução conta de novo.',
      'The service did not take the last change of this vehicle ({detail}). Fix the sheet, or ' +
        'the vehicle with `frota vehicle edit`; the next run tells it again.',
    ],
  },
  'owner-differs': {
    title: ['Outro proprietário na planilha', 'Another owner in the sheet'],
    sentence: [
      'A planilha diz outro proprietário ({detail}), e o serviço continua com o anterior. Se ' +
        'a troca está certa, importe de novo com --update-owners.',
      'The sheet names another owner ({detail}), and the service keeps the one before. If the ' +
        'change is right, import it again with --update-owners.',
    ],
  },
  'removal-held': {
    title: [
      'Veículo que ainda não pôde ser desativado',
      'Vehicle that could not be deactivated yet',
    ],
    sentence: [
      'A desativação foi pedida e espera: {detail}. Quando isso acabar, a próxima execução a faz.',
      'Its deactivation was asked for and waits: {detail}. Once that is over, the next run ' +
        'does it.',
    ],
  },
  'row-rejected': {
    title: ['Linha da planilha não aceita', 'Row of the sheet not accepted'],
    sentence: [
      'Linha {line}: {detail} Corrija na planilha e importe-a inteira.',
      'Line {line}: {detail} Fix it in the sheet and import the whole sheet.',
    ],
  },
  'debt-unpayable': {
    title: ['Débito que não dá para pagar por aqui', 'Debt that cannot be paid here'],
    sentence: [
      '{detail}: o serviço não deixa pagar este item. Pague no Detran, na Sefaz ou com o ' +
        'órgão autuador.',
      '{detail}: the service does not let this item be paid. Pay it at the authority itself.',
    ],
  },
  'debt-ipva-conflict': {
    title: [
      'IPVA que não foi pedido por já ter duas formas de pagar em curso',
      'IPVA not ordered, for two ways of paying it are under way',
    ],
    sentence: [
      '{detail}: duas formas de pagar o IPVA do mesmo ano já estão pedidas ou pagas, e por ' +
        'isso este débito não foi pedido. Confira os pedidos no serviço e peça a devolução de ' +
        'um deles.',
      "{detail}: two ways of paying the year's IPVA are ordered or paid already, so this debt " +
        'was not ordered. Check the orders at the service and ask for one of them back.',
    ],
  },
  'debt-partner-left-out': {
    title: [
      'Débito que depende de outro que não pode ser pedido',
      'Debt that depends on one that cannot be ordered',
    ],
    sentence: [
      '{detail}: só pode ser pago junto com outro débito, que ficou fora do pedido. Veja em ' +
        'debts.csv (depende_de) qual é, resolva aquele primeiro ou pague os dois no órgão.',
      '{detail}: it can only be paid together with another debt, which was left out. See in ' +
        'debts.csv (depends_on) which one, settle that first or pay both at the authority.',
    ],
  },
  'debt-not-positive': {
    title: ['Débito sem valor a pagar', 'Debt with nothing to pay'],
    sentence: [
      '{detail}: o valor informado é {amount}, e nada pode ser pedido. Confira o valor no ' +
        'órgão ou espere a próxima consulta.',
      '{detail}: the amount given is {amount}, and nothing can be ordered. Check the amount ' +
        'at the authority or wait for the next consultation.',
    ],
  },
  'debt-reworded': {
    title: ['Talvez o mesmo débito duas vezes', 'Perhaps the same debt twice'],
    sentence: [
      '{detail}: a resposta mostra outro débito do mesmo tipo, ano, vencimento e valor, com ' +
        'outras palavras. Nenhum dos dois foi pedido. Apure no órgão se são um só e peça no ' +
        'serviço, à mão, o que for devido.',
      '{detail}: the answer shows another debt of the same kind, year, due date and amount in ' +
        'other words. Neither was ordered. Find out at the authority whether they are one, and ' +
        'order what is owed at the service by hand.',
    ],
  },
  'debt-over-limit': {
    title: ['Débito que não cabe em nenhum pedido', 'Debt that no order may hold'],
    sentence: [
      '{detail}: com o que se paga junto, passa de um limite das regras dos pedidos: por pedido, ' +
        'execução, dia ou centro de custo, ou de débitos num pedido. Aumente-o (Ajustes, se as ' +
        'regras são as de lá; senão FROTA_ORDER_POLICY_FILE) ou pague no órgão.',
      '{detail}: with what must be paid together it is beyond a limit of the rules of orders: of ' +
        'an order, run, day or cost centre, or of debts in one order. Raise it (Settings, where ' +
        'its rules hold; else FROTA_ORDER_POLICY_FILE) or pay it at the authority.',
    ],
  },
  'debt-order-full': {
    title: ['Débito que não coube no pedido', 'Debt that did not fit into the order'],
    sentence: [
      '{detail}: o pedido deste veículo já tem o máximo de débitos. Pague o pedido; este ' +
        'débito entra na proposta seguinte, depois da próxima consulta. Se vencer antes, ' +
        'pague-o no órgão.',
      "{detail}: this vehicle's order holds as many debts as it can. Pay the order; this debt " +
        'goes into the next proposal, after the next consultation. If it is due before, pay it ' +
        'at the authority.',
    ],
  },
  'debts-equal': {
    title: ['Dois débitos iguais', 'Two equal debts'],
    sentence: [
      '{detail}: o órgão mostra dois débitos iguais em tudo, e o serviço não diz qual deles ' +
        'um pedido paga. Depois da baixa, confira no órgão se os dois sumiram.',
      '{detail}: the authority shows two debts that are equal in everything, and the service ' +
        'does not say which of them an order pays. Once settled, see at the authority that both ' +
        'are gone.',
    ],
  },
  'member-failed': {
    title: ['Veículo que não pôde ser consultado', 'Vehicle that could not be consulted'],
    sentence: [
      'A consulta não pôde ser feita: {detail}. Confira o veículo no serviço.',
      'The consultation could not be made: {detail}. Check the vehicle at the service.',
    ],
  },
  'renavam-provisional': {
    title: ['RENAVAM provisório', 'Provisional RENAVAM'],
    sentence: [
      'O RENAVAM começa com 9, é provisório: consulta funciona, pagamento não. Troque pelo ' +
        'definitivo na planilha.',
      'The RENAVAM begins with 9, it is provisional: consultation works, payment does not. ' +
        'Replace it in the sheet by the final one.',
    ],
  },
  'member-excluded': {
    title: ['Veículo fora da campanha', 'Vehicle left out of the campaign'],
    sentence: [
      'O veículo não foi consultado nesta campanha: {detail}.',
      'The vehicle was not consulted in this campaign: {detail}.',
    ],
  },
  signs: {
    consultations: [
      [
        '{n} consulta que não foi feita por esta instalação',
        '{n} consultas que não foram feitas por esta instalação',
      ],
      [
        '{n} consultation that this installation did not ask for',
        '{n} consultations that this installation did not ask for',
      ],
    ],
    orders: [
      [
        '{n} pedido que não foi feito por esta instalação',
        '{n} pedidos que não foram feitos por esta instalação',
      ],
      [
        '{n} order that this installation did not make',
        '{n} orders that this installation did not make',
      ],
    ],
    refused: [
      [
        '{n} recusa por excesso (429) que as vagas usadas aqui não explicam',
        '{n} recusas por excesso (429) que as vagas usadas aqui não explicam',
      ],
      [
        '{n} refusal for too many requests (429) that the slots used here do not explain',
        '{n} refusals for too many requests (429) that the slots used here do not explain',
      ],
    ],
  },
  flags: {
    'total-differs': ['o total não é a soma dos itens', 'the total is not the sum of the items'],
    'partner-missing': [
      'um item depende de outro que não veio',
      'an item depends on one that did not come',
    ],
    'negative-amount': ['há um valor negativo', 'there is a negative amount'],
  },
} as const
