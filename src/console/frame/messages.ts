/** The texts of the pages, by locale: Portuguese beside English. */
import { wordsOf } from '../../bilingual.ts'
import { RUN_STATES } from '../../reconciliation/reports/words/reports.ts'
import { noticeTexts } from './notice-texts.ts'
import { runTexts } from './run-texts.ts'

export const consoleTextsOf = wordsOf({
  ...runTexts,
  brand: ['frota', 'frota'],
  nav: {
    label: ['Páginas', 'Pages'],
    today: ['Hoje', 'Today'],
    due: ['Vencimentos', 'Due'],
    upload: ['Planilha', 'Fleet file'],
    vehicles: ['Veículos', 'Vehicles'],
    debts: ['Débitos', 'Debts'],
    proposals: ['Propostas', 'Proposals'],
    pay: ['Pagar', 'Pay'],
    runs: ['Execuções', 'Runs'],
    months: ['Meses', 'Months'],
    exceptions: ['Exceções', 'Exceptions'],
    people: ['Pessoas', 'People'],
    settings: ['Ajustes', 'Settings'],
    signOut: ['Sair', 'Sign out'],
    current: ['Em andamento', 'Under way'],
  },
  fleet: ['Frota', 'Fleet'],
  simulated: ['SIMULADO', 'SIMULADO'],
  simulatedNote: [
    'As respostas vêm de um serviço simulado e não liquidam débito nenhum.',
    'The answers come from a simulated service and settle no debt.',
  ],
  upload: {
    title: ['Enviar a planilha da frota', "Upload the fleet's file"],
    lead: [
      'Primeiro você vê o que foi entendido. Nada é enviado ao serviço antes de você mandar.',
      'First you see what was understood. Nothing is sent to the service before you say so.',
    ],
    file: ['Planilha (CSV, XLSX ou ODS)', 'Spreadsheet (CSV, XLSX or ODS)'],
    fileHelp: [
      'Colunas: placa, renavam, uf, cpf ou cnpj do proprietário e apelido; como o Excel, o ' +
        'LibreOffice ou o sistema a salvou. Até {limit} MB cada, {files} de uma vez e {together} MB juntas.',
      'Columns: plate, renavam, uf, the owner’s cpf or cnpj, and nickname; as Excel, LibreOffice or ' +
        'your system saved it. Up to {limit} MB each, {files} at a time and {together} MB together.',
    ],
    defaults: [
      'Valores para as linhas que não os trazem (opcional)',
      'Values for the rows that bring none (optional)',
    ],
    uf: ['UF', 'State (UF)'],
    ufNone: ['a de cada linha', 'as in each row'],
    owner: ['CPF ou CNPJ do proprietário', "Owner's CPF or CNPJ"],
    ownerHelp: ['Guardado cifrado, só neste computador.', 'Kept encrypted, on this machine only.'],
    ownerGiven: [
      'Já informado; deixe em branco para manter.',
      'Given already; leave it empty to keep it.',
    ],
    strict: [
      'Recusar as linhas com dígito verificador errado, em vez de só avisar',
      'Refuse rows with wrong check digits instead of only warning',
    ],
    repairPlates: [
      'Consertar a placa com letra no lugar de algarismo, se só uma é possível',
      'Repair a plate with a letter in a digit’s place, where only one is possible',
    ],
    submit: ['Conferir a planilha', 'Check the file'],
    busy: ['Conferindo…', 'Checking…'],
  },
  verdict: {
    title: ['O que foi entendido', 'What was understood'],
    counts: {
      read: ['linhas lidas', 'rows read'],
      accepted: ['aceitas', 'accepted'],
      repaired: ['aceitas com reparo', 'accepted with a repair'],
      rejected: ['recusadas', 'refused'],
      duplicate: ['duplicadas', 'duplicate'],
      skipped: ['puladas', 'skipped'],
    },
    file: ['Arquivo', 'File'],
    workbook: ['Planilha', 'Workbook'],
    sheet: ['{kind}, aba {sheet}', '{kind}, sheet {sheet}'],
    sheetOf: ['{kind}, aba {sheet}, uma de {count}', '{kind}, sheet {sheet}, one of {count}'],
    encoding: ['Codificação', 'Encoding'],
    delimiter: ['Separador', 'Delimiter'],
    quote: ['Aspas', 'Quotes'],
    noHeader: [
      'não há; colunas indicadas pela posição',
      'none; columns were named by their places',
    ],
    header: ['Cabeçalho', 'Header'],
    headerLine: ['linha {line}', 'line {line}'],
    column: ['coluna {name}', 'column {name}'],
    wholeFile: ['valor dado para o arquivo todo', 'given for the whole file'],
    absent: ['não há', 'none'],
    extras: ['Outras colunas, guardadas como estão', 'Other columns, kept as they are'],
    bom: ['com BOM', 'with BOM'],
    difference: ['A frota com esta planilha', 'The fleet with this file'],
    start: ['Iniciar conciliação', 'Start the reconciliation'],
    starting: ['Iniciando…', 'Starting…'],
    startNote: [
      'Registra os veículos aceitos, consulta os débitos dentro da cota e escreve os relatórios.',
      'Registers the accepted vehicles, asks for their debts within the quota, writes the reports.',
    ],
    none: [
      'Nenhuma linha foi aceita: corrija aqui, ou na planilha, e envie de novo.',
      'No row was accepted: correct them here, or in the file, and upload it again.',
    ],
    another: ['Enviar outra planilha', 'Upload another file'],
    problems: ['O que corrigir', 'What to fix'],
    repairs: ['O que foi reparado ou chama a atenção', 'What was repaired or looks odd'],
    checkedFile: ['Baixar a planilha conferida', 'Download the checked file'],
    rejectedFile: ['Baixar só as linhas a corrigir', 'Download only the rows to fix'],
    checkedNote: [
      'É a sua planilha, com as linhas editadas aqui, as colunas frota_* e o motivo de cada linha; ' +
        'traz os documentos por extenso. Corrija nela e envie de novo: as colunas frota_* são ignoradas.',
      'It is your own file with the rows edited here, the columns frota_* and the reason of each ' +
        'row; documents are in full. Fix it and upload it again: the columns frota_* are ignored.',
    ],
    checkedName: ['planilha-conferida', 'checked-file'],
    rejectedName: ['linhas-a-corrigir', 'rows-to-fix'],
    count: ['Linhas', 'Rows'],
    line: ['Quais', 'Which'],
    value: ['Valor', 'Value'],
    reason: ['Motivo e cura', 'Reason and cure'],
    columnHead: ['Coluna', 'Column'],
    suggestion: ['Sugestão: {value}', 'Suggestion: {value}'],
    warnings: ['Avisos', 'Warnings'],
  },
  reading: {
    title: ['Diga qual coluna é qual', 'Say which column is which'],
    lead: [
      'A planilha pode ser lida assim mesmo: indique as colunas, e o que vale para todas as linhas.',
      'The file can be read all the same: name the columns, and what holds for all rows.',
    ],
    otherwise: ['Ler de outro jeito', 'Read it otherwise'],
    otherwiseNote: [
      'Se algo foi entendido errado, indique a aba e as colunas certas.',
      'If something was misunderstood, name the right sheet and columns.',
    ],
    masked: [
      'As primeiras linhas, com os algarismos escondidos.',
      'The first rows, with their digits hidden.',
    ],
    line: ['Linha', 'Row'],
    column: ['coluna {n}', 'column {n}'],
    columns: ['Colunas', 'Columns'],
    byHeader: ['pelo cabeçalho, se houver', 'by the header, if any'],
    sheet: ['Aba', 'Sheet'],
    sheetHelp: [
      'Ao trocar de aba, confira primeiro; as colunas são as da aba mostrada.',
      'For another sheet check first; the columns are those of the sheet that is shown.',
    ],
    forget: [
      'Esquecer as colunas lembradas de planilhas anteriores',
      'Forget the columns remembered from earlier files',
    ],
    submit: ['Conferir assim', 'Check it so'],
    busy: ['Conferindo…', 'Checking…'],
  },
  fields: {
    plate: ['Placa', 'Plate'],
    renavam: ['RENAVAM', 'RENAVAM'],
    uf: ['UF', 'UF'],
    ownerDocument: ['CPF ou CNPJ', 'CPF or CNPJ'],
    nickname: ['Apelido', 'Nickname'],
    costCentre: ['Centro de custo', 'Cost centre'],
  },
  delimiters: {
    comma: ['vírgula', 'comma'],
    semicolon: ['ponto e vírgula', 'semicolon'],
    tab: ['tabulação', 'tab'],
    pipe: ['barra |', 'bar |'],
  },
  states: RUN_STATES,
  exceptions: {
    title: ['Exceções', 'Exceptions'],
    lead: [
      'Tudo o que espera por uma pessoa, o mais grave primeiro, com o que fazer.',
      'Everything that waits for a person, the gravest first, with what to do.',
    ],
  },
  runs: {
    title: ['Execuções', 'Runs'],
    now: ['Executar', 'Run'],
    none: ['Ainda não houve execução desta frota.', 'There was no run of this fleet yet.'],
    number: ['Nº', 'No.'],
    search: ['Planilha, pessoa ou estado', 'File, person or state'],
    by: ['Pedida por', 'Asked for by'],
    command: ['O que', 'What'],
    commands: {
      reconcile: ['conciliação', 'reconciliation'],
      resume: ['continuação', 'continuation'],
      retry: ['nova pergunta', 'asked again'],
      nightly: ['noite', 'night'],
      worker: ['noite ou pedido, por um worker', 'night or request, by a worker'],
      console: ['pedido nestas páginas', 'asked for on these pages'],
    },
  },
  notices: noticeTexts,
})

export type ConsoleTexts = ReturnType<typeof consoleTextsOf>
