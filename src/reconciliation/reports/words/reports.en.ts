/** What a person reads in the reports, in English. */
import { agesEn } from './ages.ts'
import { checksEn } from './checks.ts'
import type { Messages } from './messages.ts'
import { adviceEn } from './advice.en.ts'
import { exceptionsEn } from './exceptions.en.ts'
import { reasonsEn } from './reasons.en.ts'
import { statusesEn } from './statuses.ts'

export const messagesEn: Messages = {
  yes: 'yes',
  no: 'no',
  kinds: {
    ipva: 'IPVA',
    ipva_unique: 'IPVA single payment',
    ipva_installment: 'IPVA instalment',
    licensing: 'Licensing',
    ticket: 'Fine',
    renainf_ticket: 'RENAINF fine',
    insurance: 'Insurance',
    service: 'Service',
    other: 'Other',
  },
  changes: {
    new: 'new',
    changed: 'amount changed',
    same: 'same',
    reappeared: 'came back',
    gone: 'gone',
    left: 'not shown any more',
    'not-asked': 'no new answer',
  },
  debtStates: {
    open: 'open',
    proposed: 'proposed',
    approved: 'approved',
    ordered: 'ordered',
    paid: 'paid',
    settled: 'settled',
    gone: 'gone',
    refunded: 'refunded',
  },
  standings: {
    owed: 'owed',
    alternative: 'IPVA alternative, not added',
    'awaiting-settlement': 'paid, awaiting settlement',
    'not-shown': 'not in the last answer',
  },
  vehicleStates: {
    planned: 'to be registered',
    registered: 'registered',
    refused: 'refused',
    removed: 'removed',
  },
  memberStates: {
    open: 'waiting for consultation',
    answered: 'answered',
    failed: 'failed',
    stuck: 'no answer in time',
    excluded: 'left out',
    none: 'not a member',
  },
  consultationStates: {
    pending: 'pending',
    ready: 'ready',
    failed: 'failed',
    stuck: 'no answer in time',
  },
  orderStandings: {
    open: 'open',
    paid: 'paid',
    settled: 'settled',
    dead: 'closed',
    refunded: 'refunded',
    unknown: 'unknown status',
    proposed: 'proposal',
    approved: 'approved proposal',
    ordered: 'ordered',
    void: 'void',
    rejected: 'rejected',
  },
  orderStatuses: statusesEn,
  ages: agesEn,
  severities: { error: 'error', warning: 'warning', notice: 'notice' },
  effects: {
    register: 'registration',
    consult: 'consultation',
    order: 'order',
    pay: 'card payment',
  },
  workKinds: {
    'import-fleet': 'import of the file',
    'register-vehicles': 'registration of vehicles',
    'consult-vehicle': 'consultations',
    'collect-debts': 'reading of answers',
    'create-order': 'orders',
    'preview-orders': 'price of proposals',
    'follow-orders': 'following of orders',
    'export-reports': 'reports',
  },
  runStates: {
    running: 'running',
    done: 'done',
    'carried-over': 'carried over',
    stopped: 'stopped in order',
    interrupted: 'interrupted',
    failed: 'failed',
  },
  reasons: reasonsEn,
  exceptions: exceptionsEn,
  advice: adviceEn,
  checks: checksEn,
  page: {
    title: 'Debts of fleet {fleet}',
    simulated: 'SIMULADO',
    simulatedNote:
      'SIMULATED: answers of a simulated service. No amount is real, no code can be ' +
      'paid, and nothing settles a debt.',
    simulatedQr: 'SIMULADO · DO NOT PAY',
    run: 'Run {n}',
    headline: 'Owed',
    headlineNote: ['{n} debt on {vehicles}', '{n} debts on {vehicles}'],
    debtCount: ['{n} debt', '{n} debts'],
    vehicles: ['{n} vehicle', '{n} vehicles'],
    answered: '{answered} of {members} answered',
    closesTitle: 'The books close',
    closes: '{n} checks of rows and cents, no difference.',
    differsTitle: 'THE BOOKS DO NOT CLOSE',
    differs: [
      '{n} check differs. Do not use these figures before it is solved.',
      '{n} checks differ. Do not use these figures before they are solved.',
    ],
    check: 'Check',
    expected: 'Expected',
    found: 'Found',
    carriedOver: [
      '{n} vehicle still waits for its consultation. The last is expected by {until}. ' +
        'Nothing will be repeated.',

      '{n} vehicles still wait for their consultation. The last is expected by {until}. ' +
        'Nothing will be repeated.',
    ],
    carriedOverOpen: [
      '{n} vehicle still waits for its consultation and goes on in the next run. Nothing ' +
        'will be repeated.',

      '{n} vehicles still wait for their consultation and go on in the next run. Nothing ' +
        'will be repeated.',
    ],
    givenUp: [
      '{n} task was given up, because starting it again changed nothing ({what}). Go on with: ' +
        'frota resume. If it happens again it is a bug: report it with the log.',
      '{n} tasks were given up, because starting them again changed nothing ({what}). Go on with: ' +
        'frota resume. If it happens again it is a bug: report it with the log.',
    ],
    oldAnswers:
      '{amount} ({debts}) stand on answers more than {days} days old. Ask again with: ' +
      'frota reconcile.',
    allAnswered: 'Every vehicle of the campaign has its answer.',
    asOf:
      'As it stood on {at}, with the orders as last read at the service; the report of run {n} ' +
      'stays as it was.',
    superseded:
      'Written again after run {n}: it shows the state of today, not of the end of this run.',
    forPerson: 'Waits for a person',
    nothingForPerson: 'Nothing waits for a person.',
    exceptions: 'What else is worth knowing',
    moreRows: ['{n} more in {file}', '{n} more in {file}'],
    days: ['for {n} day', 'for {n} days'],
    byUf: 'Owed by state',
    byKind: 'Owed by kind',
    byMonth: 'Owed by due date',
    byCostCentre: 'By cost centre',
    noCostCentre: '(no cost centre)',
    otherCostCentres: '(others)',
    overdueMonth: 'overdue',
    noDueDate: 'no date',
    later: 'later',
    stages: 'Progress',
    ipvaNote: 'IPVA that is offered both ways: only one of them is part of the sum above.',
    single: 'single payment',
    instalments: 'instalments',
    overdue: 'Overdue',
    rollTitle: 'Where what is owed comes from',
    owedBefore: 'Owed when the run before ended',
    owedNow: 'Owed now',
    outOfFleet: 'Of vehicles that left the fleet',
    unpayable: 'Cannot be paid here',
    awaiting: 'Paid, awaiting settlement',
    orders: 'Orders and proposals',
    noOrders: 'No order and no proposal.',
    fee: 'Fee',
    total: 'Total',
    debts: 'Debts',
    refunded: 'Refunded',
    quantity: 'Number',
    amount: 'Amount',
    share: 'Share',
    state: 'State',
    method: 'Method',
    pix: 'Pix codes',
    pixMore: ['{n} more code is in orders.csv.', '{n} more codes are in orders.csv.'],
    expires: 'valid until {at}',
    readAt: 'read at the service on {at}',
    qrAlt: 'Pix code of {plate}',
    renewed: [
      'The code before ran out or did not come: throw it away.',
      'The {n} codes before ran out or did not come: throw them away.',
    ],
    boletos: 'Boletos',
    boletosMore: ['{n} more boleto is in orders.csv.', '{n} more boletos are in orders.csv.'],
    dueOn: 'due on {day}',
    barcode: 'Barcode',
    topVehicles: 'Vehicles that owe most',
    moreVehicles: ['{n} more vehicle in vehicles.csv.', '{n} more vehicles in vehicles.csv.'],
    noDebts: 'No vehicle owes anything.',
    vehicle: 'Vehicle',
    plate: 'Plate',
    uf: 'State',
    kind: 'Kind',
    files: 'Files',
    file: 'File',
    rows: 'Rows',
    controlTotal: 'Control total',
    facts: 'About this run',
    command: 'Command',
    service: 'Service',
    started: 'Started',
    ended: 'Ended',
    campaignSince: 'Campaign since',
    importedFile: 'Spreadsheet',
    auditHead: 'Audit log head',
    importedRows:
      '{read} rows: {accepted} accepted, {repaired} repaired, {rejected} rejected, ' +
      '{duplicate} duplicate, {skipped} skipped',
    checksTitle: 'All checks',
    ok: 'closes',
    notOk: 'DIFFERS',
    fileMeanings: {
      'debts.csv': 'each debt of each vehicle',
      'vehicles.csv': 'each vehicle with its state and totals',
      'orders.csv': 'orders and proposals with fee, total and refunds',
      'order_items.csv': 'each debt of each order and proposal',
      'exceptions.csv': 'everything a person should check',
      'reconciliation.xlsx': 'all of it as one workbook, with sums as formulas',
      'rejected.csv': 'rows of the sheet to fix and send again (holds documents; owner-only)',
      'columns.md': 'what each column means',
      'manifest.json': 'SHA-256, rows and control totals of each file',
    },
  },
  columnsPage: {
    title: 'Columns of the reports',
    intro: 'Made from the tables that write the files. Amounts in reais; times in {zone}.',
    column: 'Column',
    kind: 'Kind',
    meaning: 'Meaning',
    kinds: {
      text: 'text',
      words: 'text',
      code: 'code (text)',
      date: 'date',
      instant: 'date and time',
      money: 'amount in reais',
      integer: 'number',
      flag: 'yes or no',
    },
    sheetColumns:
      'Before `{origin}` stand the other columns of the sheet, in its order and under the names ' +
      'that they have there: the first 50, with up to 500 characters a cell and documents masked. ' +
      'They are those of the file of this run; manifest.json lists them.',
    rejected:
      'The rows of the sheet that were not accepted, in its own ' +
      'format and cells, with `frota_*` columns ' +
      'that say what to fix. Fix them and import this file. It ' +
      'holds the documents of the sheet: its ' +
      'owner alone can read it.',
  },
}
