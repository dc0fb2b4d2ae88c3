/** What the pages of a run say, Portuguese beside English. */
export const runTexts = {
  run: {
    title: ['Execução {n}', 'Run {n}'],
    preparing: ['Preparando a execução…', 'Preparing the run…'],
    working: ['Em andamento', 'Under way'],
    away: [
      'O frota não responde: o que está abaixo é de antes. Esta página tenta de novo sozinha.',
      'frota does not answer: what is below is from before. This page tries again by itself.',
    ],
    updated: ['Esta página se atualiza sozinha.', 'This page updates by itself.'],
    file: ['Planilha', 'File'],
    quota: ['Cota livre', 'Quota left'],
    finish: ['Término esperado', 'Expected end'],
    finishAt: ['por volta de {at}', 'about {at}'],
    ordersNow: ['Pedidos agora', 'Orders now'],
    ordersPaid: [
      [
        '{n} pedido foi pago depois deste relatório, que ainda o mostra a pagar; não pague de novo: ' +
          '{plates}',
        '{n} pedidos foram pagos depois deste relatório, que ainda os mostra a pagar; não pague de ' +
          'novo: {plates}',
      ],
      [
        '{n} order was paid after this report, which still shows it to be paid; do not pay it ' +
          'again: {plates}',
        '{n} orders were paid after this report, which still shows them to be paid; do not pay ' +
          'them again: {plates}',
      ],
    ],
    failure: ['A execução parou', 'The run stopped'],
    givenUp: ['Parte do trabalho foi abandonada', 'Work was given up'],
    notStarted: ['A execução não começou', 'The run did not start'],
    elsewhere: [
      'Esta execução está sendo feita por outro processo desta máquina ({holder}).',
      'Another process of this machine works on this run ({holder}).',
    ],
    owed: ['A pagar', 'Owed'],
    overdue: ['Vencidos', 'Overdue'],
    forPerson: ['Para uma pessoa', 'For a person'],
    otherExceptions: [
      ['e {n} outra exceção', 'e {n} outras exceções'],
      ['and {n} other exception', 'and {n} other exceptions'],
    ],
    items: [
      ['{n} item', '{n} itens'],
      ['{n} item', '{n} items'],
    ],
    carriedHow: [
      'Continue abaixo, ou envie a mesma planilha de novo.',
      'Go on below, or upload the same file again.',
    ],
    notify: ['Avisar neste navegador quando terminar', 'Tell me in this browser when it ends'],
    endedNotice: ['A execução terminou.', 'The run has ended.'],
    stoppedBefore: [
      'Foi parada antes de começar; nada foi enviado ao serviço.',
      'It was stopped before it began; nothing was sent to the service.',
    ],
    stop: ['Parar em ordem', 'Stop in order'],
    withdraw: ['Desistir do que espera', 'Withdraw what waits'],
    endNote: {
      stop: [
        'O que já foi enviado é esperado, e os relatórios são escritos; depois se continua daqui.',
        'What was sent is still awaited, and the reports are written; then it goes on from here.',
      ],
      withdraw: [
        'Nada dele começou ainda, e nada do que está em andamento muda.',
        'Nothing of it has begun, and nothing of what is under way changes.',
      ],
    },
    inLine: ['Na fila: começa em instantes.', 'In line: it begins in a moment.'],
    waitsFor: {
      worker: [
        'Na fila: nenhum worker está trabalhando; quem opera o frota precisa iniciá-lo.',
        'In line: no worker is at work; who operates frota has to start one.',
      ],
      'other-program': [
        'Na fila: outro programa está trabalhando com estes dados; começa quando ele terminar.',
        'In line: another program works with this data; it begins when that one has ended.',
      ],
      'other-request': [
        'Na fila: começa depois do que já foi pedido e está sendo feito.',
        'In line: it begins after what was asked for before and is being done.',
      ],
      night: [
        'Na fila: espera a agenda {name}, que pode trabalhar até {until}.',
        'In line: it waits for the schedule {name}, which may work until {until}.',
      ],
      openNight: [
        'Na fila: espera a agenda {name}, que termina quando nada mais lhe restar.',
        'In line: it waits for the schedule {name}, which ends when nothing is left for it.',
      ],
    },
    queued: [
      'Depois disto começa o que foi pedido: {name}.',
      'After this begins what was asked for: {name}.',
    ],
    stopping: [
      'Parando: o que já foi enviado ainda é esperado.',
      'Stopping: what was sent is still awaited.',
    ],
    again: {
      'open-or-join': ['Conciliar agora', 'Reconcile now'],
      resume: ['Continuar o que ficou aberto', 'Go on with what is open'],
      retry: ['Perguntar de novo pelo que falhou', 'Ask again for what failed'],
    },
    askAgain: ['Perguntar de novo por {plate}', 'Ask again about {plate}'],
    askAgainNote: [
      'gasta uma consulta da cota; se ela acabou, espera a sua vez. Pedidos já ' +
        'aprovados da frota são feitos',
      "takes one consultation of the quota; if it is used up, it waits its turn. The fleet's " +
        'approved orders are placed',
    ],
    againNote: {
      'open-or-join': [
        'pergunta pelos veículos cuja resposta já é antiga',
        'asks for the vehicles whose answer is old by now',
      ],
      resume: [
        'termina o que uma execução deixou, sem abrir nada de novo',
        'ends what a run left, and opens nothing new',
      ],
      retry: [
        'só os veículos cuja consulta falhou ou ficou sem resposta; faz os pedidos aprovados',
        'only the vehicles whose consultation failed or got no answer; places approved orders, too',
      ],
    },
    differs: [
      'Os totais não fecham; o resumo diz onde.',
      'The totals do not close; the summary says where.',
    ],
    summary: ['Abrir o resumo', 'Open the summary'],
    files: ['Relatórios', 'Reports'],
    table: ['ver como tabela', 'see as a table'],
    search: ['Procurar em todas as colunas', 'Search in all columns'],
    zip: ['Baixar todos num só zip', 'Download all as one zip'],
    filesElsewhere: [
      'Os relatórios estão onde ela foi feita ({holder}): peça-os a quem opera o frota.',
      'The reports are where it was done ({holder}): ask whoever operates frota for them.',
    ],
    filesNone: ['Esta execução não deixou relatórios.', 'This run left no reports.'],
    fileName: ['Arquivo', 'File'],
    fileRows: ['Linhas', 'Rows'],
    fileSize: ['Tamanho', 'Size'],
    started: ['Início', 'Start'],
    ended: ['Fim', 'End'],
    state: ['Estado', 'State'],
  },
} as const
