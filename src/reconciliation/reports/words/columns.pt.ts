/** Names and meanings of the columns, in Portuguese; names have no accents, for programs. */
export interface ColumnText {
  readonly name: string
  readonly meaning: string
}

export const text = (name: string, meaning: string): ColumnText => ({ name, meaning })

const vehicle = {
  plate: text('placa', 'Placa, sem hífen.'),
  renavam: text('renavam', 'RENAVAM com 11 dígitos, como texto, para o Excel não tirar os zeros.'),
  uf: text('uf', 'Estado do licenciamento.'),
  nickname: text('apelido', 'Apelido que veio da planilha.'),
  costCentre: text('centro_de_custo', 'Centro de custo que veio da planilha.'),
}

const origin = text(
  'origem',
  'SIMULADO quando o serviço é simulado: nada disso é real nem pode ser pago. Senão, REAL.',
)

const cnpj = text('cnpj', 'CNPJ do proprietário; um CPF fica mascarado.')

export const columnsPt = {
  'debts.csv': {
    ...vehicle,
    kind: text('tipo', 'Tipo, com a palavra do serviço (ipva_unique, licensing, ticket ...).'),
    kindName: text('tipo_nome', 'O mesmo tipo, por extenso.'),
    group: text('grupo', 'Família do tipo, com a palavra do serviço.'),
    description: text('descricao', 'Descrição que o órgão informa.'),
    year: text('ano', 'Ano de referência; vazio se não informado.'),
    dueDate: text('vencimento', 'Vencimento que o serviço informou; vazio se não informado.'),
    overdue: text('vencido', 'sim quando é devido e venceu antes do fim da execução.'),
    amount: text('valor', 'Valor na última resposta que mostrou o débito.'),
    previousAmount: text('valor_anterior', 'Valor antes da última mudança; vazio se nunca mudou.'),
    change: text(
      'mudanca',
      'Em relação à consulta anterior: novo, valor mudou, igual, voltou, sumiu, não aparece mais ' +
        '(pedido ou pago), sem resposta nova (a campanha ainda não respondeu este veículo).',
    ),
    payable: text('pagavel', 'não quando o serviço não deixa pagar o item.'),
    dependsOn: text('depende_de', 'Outro débito que precisa ser pago junto.'),
    dependsOnId: text('depende_de_debito', 'A coluna debito daquele outro.'),
    state: text(
      'situacao',
      'Em aberto, proposto, aprovado, pedido feito, pago, baixado (o órgão deu baixa), sumiu, ' +
        'estornado (o dinheiro voltou e o débito espera por uma pessoa).',
    ),
    counted: text('conta_como_devido', 'sim quando entra na soma do que é devido.'),
    standing: text(
      'por_que',
      'Devido; alternativa do IPVA (cota única e parcelas do mesmo ano são uma dívida só); pago, ' +
        'aguardando baixa; baixado; de veículo que saiu da frota; não consta da última resposta.',
    ),
    owed: text('valor_devido', 'O valor quando conta como devido, senão 0: pode ser somado.'),
    leftOutWhy: text(
      'por_que_nao_foi_pedido',
      'Por que um débito em aberto não entrou na última proposta de pedido; senão, vazio.',
    ),
    firstSeen: text('visto_primeiro', 'Primeira resposta que mostrou o débito.'),
    lastSeen: text('visto_por_ultimo', 'Última resposta que mostrou o débito.'),
    consultationId: text('consulta', 'Identificador dessa última consulta no serviço.'),
    debtId: text('debito', 'Identificador do débito, o mesmo em todas as execuções.'),
    order: text(
      'pedido',
      'O pedido mais novo que o contém, se não expirou nem foi cancelado; sem linha em orders.csv se acabou antes da campanha ou é de outra frota.',
    ),
    cnpj,
    seenAt: text('visto_em', 'Dia da última resposta que mostrou o débito.'),
    origin,
  },
  'vehicles.csv': {
    ...vehicle,
    owner: text('proprietario', 'CPF ou CNPJ do proprietário, mascarado.'),
    inFleet: text('na_frota', 'não quando a última planilha não traz mais o veículo.'),
    registration: text('cadastro', 'Cadastrado, recusado ou aguardando cadastro no serviço.'),
    refusal: text('motivo_da_recusa', 'O que o serviço disse ao recusar o cadastro.'),
    member: text(
      'campanha',
      'Respondido, aguardando consulta, falhou, sem resposta no prazo, fora.',
    ),
    memberReason: text('campanha_motivo', 'Por que falhou ou ficou fora da campanha.'),
    consultation: text('consulta_situacao', 'Situação da consulta mais nova.'),
    askedAt: text('consultado_em', 'Quando essa consulta foi pedida.'),
    answeredAt: text('respondido_em', 'Quando foi pedida a resposta de que vêm os débitos.'),
    expectedAt: text('previsao_ate', 'Para quem aguarda: quando o último deve estar respondido.'),
    rank: text('ordem', 'Lugar na fila de consultas da campanha; 1 é o primeiro.'),
    owedDebts: text('debitos_devidos', 'Quantos débitos contam como devidos.'),
    owed: text('devido', 'Soma do que é devido; do IPVA conta só uma das formas.'),
    overdue: text('vencido', 'A parte do devido que já venceu.'),
    single: text('total_cota_unica', 'O devido, se o IPVA for pago em cota única.'),
    instalments: text('total_parcelado', 'O devido, se o IPVA for pago em parcelas.'),
    alternative: text('ipva_nao_somado', 'A forma do IPVA que não entra na soma.'),
    awaiting: text('aguardando_baixa', 'Pago, e ainda mostrado pelo órgão.'),
    consultationId: text('consulta', 'Identificador dessa consulta no serviço.'),
    origin,
  },
  'orders.csv': {
    ...vehicle,
    method: text('forma', 'pix, boleto ou credit_card.'),
    state: text(
      'situacao',
      'O que a situação do serviço significa; proposta quando ainda não há pedido.',
    ),
    status: text('situacao_no_servico', 'A palavra do serviço, como veio.'),
    attempt: text('tentativa', 'Situação da última tentativa de pagamento, como veio.'),
    items: text('itens', 'Quantos débitos o pedido contém.'),
    debts: text('debitos', 'Soma dos débitos.'),
    fee: text('taxa', 'Taxa de serviço; vazia na proposta cuja taxa ainda não se conhece.'),
    total: text('total', 'Débitos mais taxa; vazio na proposta cuja taxa ainda não se conhece.'),
    feePreviewed: text(
      'taxa_conhecida_antes',
      'sim quando o serviço informou a taxa antes do pedido.',
    ),
    refunded: text('devolvido', 'Quanto foi devolvido; vazio na proposta.'),
    gate: text('liberado_para_pagar', 'sim quando o código passou em todas as conferências.'),
    gateReason: text('motivo', 'Por que não está liberado.'),
    pixCode: text('pix_copia_e_cola', 'O código, só quando liberado.'),
    pixExpires: text('pix_vence_em', 'Até quando o código vale.'),
    renewals: text('pix_renovado', 'Quantas vezes o código venceu ou faltou e outro foi pedido.'),
    boletoLine: text('boleto_linha', 'A linha digitável, só quando liberado.'),
    boletoBarcode: text(
      'boleto_codigo_de_barras',
      'Os 44 dígitos do código de barras, só quando liberado.',
    ),
    boletoDue: text('boleto_vencimento', 'Até que dia o boleto pode ser pago.'),
    charged: text('cobrado_no_cartao', 'O que o cartão pagou, com os juros das parcelas.'),
    installments: text('parcelas', 'Em quantas parcelas o cartão pagou.'),
    createdAt: text('criado_em', 'Quando o pedido ou a proposta foi criado.'),
    readAt: text(
      'lido_em',
      'Quando o serviço disse isto por último; vazio para proposta. Depois disso pode ter sido pago.',
    ),
    orderId: text('pedido', 'Identificador do pedido no serviço, ou o da proposta.'),
    paidAt: text(
      'pago_em',
      'Quando foi pago: pelo banco, senão pelo serviço, senão quando se viu.',
    ),
    settledAt: text('baixado_em', 'Quando o órgão deu baixa, ou quando se viu a baixa.'),
    refundedAt: text('estornado_em', 'Quando o dinheiro voltou por último, ou quando se viu.'),
    txid: text('txid', 'Do código Pix mais novo. O extrato é conferido também pelos anteriores.'),
    origin,
  },
  'order_items.csv': {
    plate: vehicle.plate,
    renavam: vehicle.renavam,
    costCentre: vehicle.costCentre,
    cnpj,
    order: text('pedido', 'A coluna pedido de orders.csv.'),
    state: text('situacao', 'A situação desse pedido ou proposta.'),
    debtId: text(
      'debito',
      'A coluna debito de debts.csv, que não tem linha do que acabou antes da campanha ou é de outra frota.',
    ),
    itemId: text('item', 'Identificador do item no serviço.'),
    kind: text('tipo', 'Tipo do débito, com a palavra do serviço.'),
    kindName: text('tipo_nome', 'O mesmo tipo, por extenso.'),
    description: text('descricao', 'Descrição que o órgão informa.'),
    year: text('ano', 'Ano de referência; vazio se não informado.'),
    dueDate: text('vencimento', 'Vencimento que o serviço informou; vazio se não informado.'),
    amount: text('valor', 'Valor neste pedido; o do débito pode ter mudado depois.'),
    settlement: text('baixa', 'Situação da baixa no órgão, com a palavra do serviço.'),
    origin,
  },
  'exceptions.csv': {
    severity: text('gravidade', 'erro, atenção ou aviso.'),
    code: text('codigo', 'Código da exceção, igual em todas as línguas.'),
    ...vehicle,
    sentence: text('o_que_conferir', 'Uma frase que diz o que fazer.'),
    amount: text('valor', 'O valor em questão, ou o esperado.'),
    found: text('encontrado', 'O valor encontrado em seu lugar.'),
    since: text('desde', 'Desde quando é assim: quando foi visto pela primeira vez.'),
    ageDays: text('dias', 'Há quantos dias inteiros, no fim da execução.'),
    detail: text('detalhe', 'Palavra do serviço ou do banco, como veio.'),
    errorCode: text('erro_codigo', 'error_code da consulta que falhou.'),
    errorTitle: text('erro_titulo', 'error_title da consulta que falhou.'),
    errorMessage: text('erro_mensagem', 'error_message da consulta que falhou.'),
    errorAction: text('erro_acao', 'error_action da consulta que falhou.'),
    line: text('linha', 'Linha da planilha, para linhas recusadas.'),
    reference: text(
      'referencia',
      'Identificador do pedido, da consulta, do envio ou do débito; das linhas, o do arquivo.',
    ),
    ageClass: text('idade', '0 a 7, 8 a 30, 31 a 60 ou mais de 60 dias.'),
    order: text('pedido', 'O pedido de que se trata, se for de um.'),
    debtId: text('debito', 'O débito de que se trata, se for de um.'),
    forPerson: text(
      'para_uma_pessoa',
      'sim quando uma pessoa precisa agir; `frota orders resolve` lista as mesmas.',
    ),
    origin,
  },
} as const satisfies Record<string, Record<string, ColumnText>>

/** Every column of a file has a name and a meaning in each language. */
export type ColumnsByFile = {
  readonly [File in keyof typeof columnsPt]: Readonly<
    Record<keyof (typeof columnsPt)[File], ColumnText>
  >
}

export type ColumnKey<File extends keyof ColumnsByFile> = Exclude<
  keyof ColumnsByFile[File],
  'origin'
>
