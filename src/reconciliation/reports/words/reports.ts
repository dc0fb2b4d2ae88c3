/** What a person reads in the reports. */
import { wordsOf } from '../../../bilingual.ts'
import { advice } from './advice-words.ts'
import { checks } from './checks.ts'
import { engineReasons } from './engine-reasons.ts'
import { exceptions } from './exceptions.ts'
import { page } from './page-words.ts'
import { reasons } from './reasons.ts'

/** Of a run, and of a schedule's last night, for reports, pages and the terminal. */
export const RUN_STATES = {
  running: ['em andamento', 'running'],
  done: ['concluída', 'done'],
  'carried-over': ['continua depois', 'carried over'],
  stopped: ['parada em ordem', 'stopped in order'],
  interrupted: ['interrompida', 'interrupted'],
  failed: ['falhou', 'failed'],
} as const

export const messagesOf = wordsOf({
  yes: ['sim', 'yes'],
  no: ['não', 'no'],
  kinds: {
    ipva: ['IPVA', 'IPVA'],
    ipva_unique: ['IPVA cota única', 'IPVA single payment'],
    ipva_installment: ['IPVA parcelado', 'IPVA instalment'],
    licensing: ['Licenciamento', 'Licensing'],
    ticket: ['Multa', 'Fine'],
    renainf_ticket: ['Multa RENAINF', 'RENAINF fine'],
    insurance: ['Seguro', 'Insurance'],
    service: ['Serviço', 'Service'],
    other: ['Outro', 'Other'],
  },
  changes: {
    new: ['novo', 'new'],
    changed: ['valor mudou', 'amount changed'],
    same: ['igual', 'same'],
    reappeared: ['voltou', 'came back'],
    gone: ['sumiu', 'gone'],
    left: ['não aparece mais', 'not shown any more'],
    'not-asked': ['sem resposta nova', 'no new answer'],
  },
  debtStates: {
    open: ['em aberto', 'open'],
    proposed: ['proposto', 'proposed'],
    approved: ['aprovado', 'approved'],
    ordered: ['pedido feito', 'ordered'],
    paid: ['pago', 'paid'],
    settled: ['baixado', 'settled'],
    gone: ['sumiu', 'gone'],
    refunded: ['estornado', 'refunded'],
  },
  standings: {
    owed: ['devido', 'owed'],
    alternative: ['alternativa do IPVA, não somada', 'IPVA alternative, not added'],
    'awaiting-settlement': ['pago, aguardando baixa', 'paid, awaiting settlement'],
    settled: ['baixado', 'settled'],
    'left-fleet': ['de veículo que saiu da frota, não somado', 'of a vehicle that left, not added'],
    'not-shown': ['não consta da última resposta', 'not in the last answer'],
  },
  vehicleStates: {
    planned: ['aguardando cadastro', 'to be registered'],
    registered: ['cadastrado', 'registered'],
    refused: ['recusado', 'refused'],
    removed: ['removido', 'removed'],
  },
  memberStates: {
    open: ['aguardando consulta', 'waiting for consultation'],
    answered: ['respondido', 'answered'],
    failed: ['falhou', 'failed'],
    stuck: ['sem resposta no prazo', 'no answer in time'],
    excluded: ['fora da campanha', 'left out'],
    none: ['não participa', 'not a member'],
  },
  consultationStates: {
    pending: ['em andamento', 'pending'],
    ready: ['pronta', 'ready'],
    failed: ['falhou', 'failed'],
    stuck: ['sem resposta no prazo', 'no answer in time'],
  },
  orderStandings: {
    open: ['em aberto', 'open'],
    paid: ['pago', 'paid'],
    settled: ['baixado', 'settled'],
    dead: ['encerrado', 'closed'],
    refunded: ['estornado', 'refunded'],
    unknown: ['situação desconhecida', 'unknown status'],
    proposed: ['proposta', 'proposal'],
    approved: ['proposta aprovada', 'approved proposal'],
    ordered: ['pedido feito', 'ordered'],
    void: ['sem efeito', 'void'],
    rejected: ['rejeitada', 'rejected'],
  },
  severities: {
    error: ['erro', 'error'],
    warning: ['atenção', 'warning'],
    notice: ['aviso', 'notice'],
  },
  effects: {
    register: ['cadastro', 'registration'],
    consult: ['consulta', 'consultation'],
    order: ['pedido', 'order'],
    pay: ['pagamento com cartão', 'card payment'],
  },
  workKinds: {
    // As runs of earlier versions recorded them.
    'consult-vehicle': ['consultas', 'consultations'],
    'create-order': ['pedidos', 'orders'],
    'import-fleet': ['importação da planilha', 'import of the file'],
    'register-vehicles': ['cadastro de veículos', 'registration of vehicles'],
    'consult-vehicles': ['consultas', 'consultations'],
    'collect-debts': ['leitura de respostas', 'reading of answers'],
    'create-orders': ['pedidos', 'orders'],
    'preview-orders': ['preço de propostas', 'price of proposals'],
    'follow-orders': ['acompanhamento de pedidos', 'following of orders'],
    'export-reports': ['relatórios', 'reports'],
  },
  runStates: RUN_STATES,
  /** What the service calls the state of an order, and of one item of it. */
  orderStatuses: {
    awaiting_payment: ['aguarda pagamento', 'awaiting payment'],
    processing: ['em processamento', 'processing'],
    paid: ['pago', 'paid'],
    settling: ['em baixa', 'settling'],
    settled: ['baixado', 'settled'],
    expired: ['vencido', 'expired'],
    failed: ['falhou', 'failed'],
    refunded: ['estornado', 'refunded'],
    // Of one item of an order.
    pending: ['aguardando', 'pending'],
  },
  /** In words, because a spreadsheet reads `8-30` in a CSV file as a day. */
  ages: {
    '0-7': ['0 a 7 dias', '0 to 7 days'],
    '8-30': ['8 a 30 dias', '8 to 30 days'],
    '31-60': ['31 a 60 dias', '31 to 60 days'],
    'over-60': ['mais de 60 dias', 'over 60 days'],
  },
  reasons: { ...reasons, ...engineReasons },
  exceptions,
  advice,
  checks,
  page,
  columnsPage: {
    title: ['Colunas dos relatórios', 'Columns of the reports'],
    intro: [
      'Gerado da mesma tabela que escreve os arquivos. Valores em reais; horas em {zone}.',
      'Made from the tables that write the files. Amounts in reais; times in {zone}.',
    ],
    column: ['Coluna', 'Column'],
    kind: ['Tipo', 'Kind'],
    meaning: ['Significado', 'Meaning'],
    kinds: {
      text: ['texto', 'text'],
      words: ['texto', 'text'],
      code: ['código (texto)', 'code (text)'],
      date: ['data', 'date'],
      instant: ['data e hora', 'date and time'],
      money: ['valor em reais', 'amount in reais'],
      integer: ['número', 'number'],
      flag: ['sim ou não', 'yes or no'],
    },
    sheetColumns: [
      'Antes de `{origin}` vêm as outras colunas da planilha, na ordem e com os nomes que têm ' +
        'nela: as 50 primeiras, com até 500 caracteres por célula e os documentos mascarados. São ' +
        'as do arquivo desta execução; manifest.json as lista.',
      'Before `{origin}` stand the other columns of the sheet, in its order and under the names ' +
        'that they have there: the first 50, with up to 500 characters a cell and documents ' +
        'masked. They are those of the file of this run; manifest.json lists them.',
    ],
    rejected: [
      'As linhas da planilha que não foram aceitas, no formato e com as células originais, mais ' +
        'as colunas `frota_*`, que dizem o que corrigir. Corrija e importe este mesmo arquivo. ' +
        'Contém os documentos da planilha: só o dono do arquivo pode ler.',
      'The rows of the sheet that were not accepted, in its own format and cells, with ' +
        '`frota_*` columns that say what to fix. Fix them and import this file. It holds the ' +
        'documents of the sheet: its owner alone can read it.',
    ],
  },
})
