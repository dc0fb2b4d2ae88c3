/** What a person reads on the page of a report. */
export const page = {
  title: ['Débitos da frota {fleet}', 'Debts of fleet {fleet}'],
  simulated: ['SIMULADO', 'SIMULADO'],
  simulatedNote: [
    'Respostas de um serviço simulado: nenhum valor é real, nenhum código pode ser pago e ' +
      'nada quita débito algum.',
    'SIMULATED: answers of a simulated service. No amount is real, no code can be paid, and ' +
      'nothing settles a debt.',
  ],
  simulatedQr: ['SIMULADO · NÃO PAGUE', 'SIMULADO · DO NOT PAY'],
  run: ['Execução {n}', 'Run {n}'],
  headline: ['Em aberto', 'Owed'],
  headlineNote: [
    ['{n} débito em {vehicles}', '{n} débitos em {vehicles}'],
    ['{n} debt on {vehicles}', '{n} debts on {vehicles}'],
  ],
  debtCount: [
    ['{n} débito', '{n} débitos'],
    ['{n} debt', '{n} debts'],
  ],
  vehicles: [
    ['{n} veículo', '{n} veículos'],
    ['{n} vehicle', '{n} vehicles'],
  ],
  answered: ['{answered} de {members} respondidos', '{answered} of {members} answered'],
  closesTitle: ['As contas fecham', 'The books close'],
  closes: [
    '{n} conferências de linhas e centavos, nenhuma diferença.',
    '{n} checks of rows and cents, no difference.',
  ],
  differsTitle: ['AS CONTAS NÃO FECHAM', 'THE BOOKS DO NOT CLOSE'],
  differs: [
    [
      '{n} conferência com diferença. Não use estes números antes de resolver.',
      '{n} conferências com diferença. Não use estes números antes de resolver.',
    ],
    [
      '{n} check differs. Do not use these figures before it is solved.',
      '{n} checks differ. Do not use these figures before they are solved.',
    ],
  ],
  check: ['Conferência', 'Check'],
  expected: ['Esperado', 'Expected'],
  found: ['Encontrado', 'Found'],
  carriedOver: [
    ['{n} veículo fica para depois.', '{n} veículos ficam para depois.'],
    ['{n} vehicle carries over.', '{n} vehicles carry over.'],
  ],
  carriedUntil: [
    'Sem pausa, terminaria por volta de {at}.',
    'Without a pause it would end about {at}.',
  ],
  nothingRepeated: ['Nada será repetido.', 'Nothing will be repeated.'],
  givenUp: [
    [
      '{n} tarefa foi abandonada, porque repeti-la não mudava nada ({what}). Continue com: ' +
        'frota resume. Se acontecer de novo, é um erro do programa: relate-o com o log.',
      '{n} tarefas foram abandonadas, porque repeti-las não mudava nada ({what}). Continue ' +
        'com: frota resume. Se acontecer de novo, é um erro do programa: relate-o com o log.',
    ],
    [
      '{n} task was given up, because starting it again changed nothing ({what}). Go on with: ' +
        'frota resume. If it happens again it is a bug: report it with the log.',
      '{n} tasks were given up, because starting them again changed nothing ({what}). Go on ' +
        'with: frota resume. If it happens again it is a bug: report it with the log.',
    ],
  ],
  oldAnswers: [
    '{amount} ({debts}) vêm de respostas com mais de {days} dias. Consulte de novo com: frota ' +
      'reconcile.',
    '{amount} ({debts}) stand on answers more than {days} days old. Ask again with: frota ' +
      'reconcile.',
  ],
  allAnswered: [
    'Todos os veículos da campanha têm resposta.',
    'Every vehicle of the campaign has its answer.',
  ],
  asOf: [
    'Como estava em {at}, com os pedidos lidos no serviço por último; o relatório da execução ' +
      '{n} fica como era.',
    'As it stood on {at}, with the orders as last read at the service; the report of run {n} ' +
      'stays as it was.',
  ],
  superseded: [
    'Relatório refeito depois da execução {n}: mostra o estado de hoje, não o do fim desta ' +
      'execução.',
    'Written again after run {n}: it shows the state of today, not of the end of this run.',
  ],
  forPerson: ['Espera por uma pessoa', 'Waits for a person'],
  nothingForPerson: ['Nada espera por uma pessoa.', 'Nothing waits for a person.'],
  exceptions: ['O que mais chama a atenção', 'What else is worth knowing'],
  moreRows: [
    ['mais {n} em {file}', 'mais {n} em {file}'],
    ['{n} more in {file}', '{n} more in {file}'],
  ],
  days: [
    ['há {n} dia', 'há {n} dias'],
    ['for {n} day', 'for {n} days'],
  ],
  byUf: ['Devido por UF', 'Owed by state'],
  byKind: ['Devido por tipo', 'Owed by kind'],
  byMonth: ['Devido por vencimento', 'Owed by due date'],
  byCostCentre: ['Por centro de custo', 'By cost centre'],
  noCostCentre: ['(sem centro de custo)', '(no cost centre)'],
  otherCostCentres: ['(outros)', '(others)'],
  overdueMonth: ['vencido', 'overdue'],
  noDueDate: ['sem data', 'no date'],
  later: ['depois', 'later'],
  ipvaNote: [
    'IPVA com as duas formas de pagar: só uma delas está somada acima.',
    'IPVA that is offered both ways: only one of them is part of the sum above.',
  ],
  single: ['cota única', 'single payment'],
  instalments: ['parcelado', 'instalments'],
  overdue: ['Vencido', 'Overdue'],
  rollTitle: ['De onde vem o que se deve', 'Where what is owed comes from'],
  owedBefore: ['Devido no fim da execução anterior', 'Owed when the run before ended'],
  owedNow: ['Devido agora', 'Owed now'],
  unpayable: ['Não dá para pagar por aqui', 'Cannot be paid here'],
  awaiting: ['Pago, aguardando baixa', 'Paid, awaiting settlement'],
  orders: ['Pedidos e propostas', 'Orders and proposals'],
  noOrders: ['Nenhum pedido e nenhuma proposta.', 'No order and no proposal.'],
  fee: ['Taxa', 'Fee'],
  total: ['Total', 'Total'],
  debts: ['Débitos', 'Debts'],
  refunded: ['Devolvido', 'Refunded'],
  quantity: ['Quantidade', 'Number'],
  amount: ['Valor', 'Amount'],
  share: ['Parte', 'Share'],
  state: ['Situação', 'State'],
  pix: ['Códigos Pix', 'Pix codes'],
  pixMore: [
    ['Mais {n} código está em orders.csv.', 'Mais {n} códigos estão em orders.csv.'],
    ['{n} more code is in orders.csv.', '{n} more codes are in orders.csv.'],
  ],
  expires: ['vale até {at}', 'valid until {at}'],
  readAt: ['lido no serviço em {at}', 'read at the service on {at}'],
  qrAlt: ['Código Pix de {plate}', 'Pix code of {plate}'],
  renewed: [
    [
      'O código anterior venceu ou não veio: jogue-o fora.',
      'Os {n} códigos anteriores venceram ou não vieram: jogue-os fora.',
    ],
    [
      'The code before ran out or did not come: throw it away.',
      'The {n} codes before ran out or did not come: throw them away.',
    ],
  ],
  boletos: ['Boletos', 'Boletos'],
  boletosMore: [
    ['Mais {n} boleto está em orders.csv.', 'Mais {n} boletos estão em orders.csv.'],
    ['{n} more boleto is in orders.csv.', '{n} more boletos are in orders.csv.'],
  ],
  dueOn: ['vence em {day}', 'due on {day}'],
  barcode: ['Código de barras', 'Barcode'],
  topVehicles: ['Veículos que mais devem', 'Vehicles that owe most'],
  moreVehicles: [
    ['Mais {n} veículo em vehicles.csv.', 'Mais {n} veículos em vehicles.csv.'],
    ['{n} more vehicle in vehicles.csv.', '{n} more vehicles in vehicles.csv.'],
  ],
  noDebts: ['Nenhum veículo com débito em aberto.', 'No vehicle owes anything.'],
  vehicle: ['Veículo', 'Vehicle'],
  plate: ['Placa', 'Plate'],
  uf: ['UF', 'State'],
  kind: ['Tipo', 'Kind'],
  files: ['Arquivos', 'Files'],
  file: ['Arquivo', 'File'],
  rows: ['Linhas', 'Rows'],
  controlTotal: ['Total de controle', 'Control total'],
  facts: ['Sobre esta execução', 'About this run'],
  command: ['Comando', 'Command'],
  service: ['Serviço', 'Service'],
  started: ['Início', 'Started'],
  ended: ['Fim', 'Ended'],
  campaignSince: ['Campanha desde', 'Campaign since'],
  importedFile: ['Planilha', 'Spreadsheet'],
  auditHead: ['Fim do registro (audit)', 'Audit log head'],
  importedRows: [
    '{read} linhas: {accepted} aceitas, {repaired} corrigidas, {rejected} recusadas, ' +
      '{duplicate} repetidas, {skipped} puladas',
    '{read} rows: {accepted} accepted, {repaired} repaired, {rejected} rejected, {duplicate} ' +
      'duplicate, {skipped} skipped',
  ],
  checksTitle: ['Todas as conferências', 'All checks'],
  ok: ['fecha', 'closes'],
  notOk: ['NÃO FECHA', 'DIFFERS'],
  fileMeanings: {
    'debts.csv': ['cada débito de cada veículo', 'each debt of each vehicle'],
    'vehicles.csv': [
      'cada veículo com sua situação e seus totais',
      'each vehicle with its state and totals',
    ],
    'orders.csv': [
      'pedidos e propostas, com taxa, total e devolução',
      'orders and proposals with fee, total and refunds',
    ],
    'order_items.csv': [
      'cada débito de cada pedido e proposta',
      'each debt of each order and proposal',
    ],
    'exceptions.csv': ['tudo o que uma pessoa deve conferir', 'everything a person should check'],
    'reconciliation.xlsx': [
      'tudo isso em uma pasta de trabalho, com somas em fórmulas',
      'all of it as one workbook, with sums as formulas',
    ],
    'rejected.csv': [
      'linhas a corrigir na planilha, que se envia inteira (contém documentos; só o dono lê)',
      'rows to fix in the sheet, which is sent whole (holds documents; owner-only)',
    ],
    'columns.md': ['o que significa cada coluna', 'what each column means'],
    'manifest.json': [
      'SHA-256, linhas e totais de controle de cada arquivo',
      'SHA-256, rows and control totals of each file',
    ],
  },
} as const
