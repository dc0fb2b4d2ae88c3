/** Names and meanings of the columns, in English. */
import type { ColumnsByFile, ColumnText } from './columns.pt.ts'

const text = (name: string, meaning: string): ColumnText => ({ name, meaning })

const vehicle = {
  plate: text('plate', 'Plate, without hyphen.'),
  renavam: text('renavam', 'RENAVAM of 11 digits, as text, so that Excel keeps its zeros.'),
  uf: text('uf', 'State of licensing.'),
  nickname: text('nickname', 'Nickname from the sheet.'),
  costCentre: text('cost_centre', 'Cost centre from the sheet.'),
}

const origin = text(
  'origin',
  'SIMULADO when the service is simulated: nothing of it is real or can be paid. Otherwise REAL.',
)

export const columnsEn: ColumnsByFile = {
  'debts.csv': {
    ...vehicle,
    kind: text('kind', "Kind, in the service's word (ipva_unique, licensing, ticket ...)."),
    kindName: text('kind_name', 'The same kind, written out.'),
    group: text('group', "Family of the kind, in the service's word."),
    description: text('description', 'Description that the authority gives.'),
    year: text('year', 'Reference year; empty if not given.'),
    dueDate: text('due_date', 'Due date that the service gave; empty if none.'),
    overdue: text('overdue', 'yes when it is owed and was due before the end of the run.'),
    amount: text('amount', 'Amount in the last answer that showed the debt.'),
    previousAmount: text('previous_amount', 'Amount before its last change; empty if none.'),
    change: text(
      'change',
      'Against the consultation before: new, amount changed, same, ' +
        'came back, gone, not shown any ' +
        'more (ordered or paid), no new answer (the campaign has not answered this vehicle).',
    ),
    payable: text('payable', 'no when the service does not let the item be paid.'),
    dependsOn: text('depends_on', 'Another debt that must be paid together.'),
    dependsOnId: text('depends_on_debt', 'The column debt of that other one.'),
    state: text(
      'state',
      'Open, proposed, approved, ordered, paid, settled, gone, or refunded: the money came back, and ' +
        'the debt waits for a person.',
    ),
    counted: text('counted_as_owed', 'yes when it is part of what is owed.'),
    standing: text(
      'why',
      'Owed; IPVA alternative (single payment and instalments of a year are one debt); paid, ' +
        'awaiting settlement; not in the last answer.',
    ),
    owed: text('owed_amount', 'The amount when it counts as owed, else 0: it may be summed.'),
    leftOutWhy: text(
      'why_not_ordered',
      'Why an open debt is not in the last proposal of an order; else empty.',
    ),
    firstSeen: text('first_seen', 'First answer that showed the debt.'),
    lastSeen: text('last_seen', 'Last answer that showed the debt.'),
    consultationId: text('consultation', 'Id of that last consultation at the service.'),
    debtId: text('debt', 'Id of the debt, the same in all runs.'),
    origin,
  },
  'vehicles.csv': {
    ...vehicle,
    owner: text('owner', "The owner's CPF or CNPJ, masked."),
    inFleet: text('in_fleet', 'no when the last sheet does not have the vehicle any more.'),
    registration: text('registration', 'Registered, refused or to be registered at the service.'),
    refusal: text('refusal', 'What the service said when it refused.'),
    member: text('campaign', 'Answered, waiting, failed, no answer in time, left out.'),
    memberReason: text('campaign_reason', 'Why it failed or was left out.'),
    consultation: text('consultation_state', 'State of the newest consultation.'),
    askedAt: text('asked_at', 'When it was asked.'),
    answeredAt: text('answered_at', 'When the answer came that the debts are from.'),
    expectedAt: text('expected_by', 'For those that wait: when the last should be answered.'),
    rank: text('rank', "Place in the campaign's queue; 1 is first."),
    owedDebts: text('owed_debts', 'How many debts count as owed.'),
    owed: text('owed', 'Sum of what is owed; of IPVA one way of paying counts.'),
    overdue: text('overdue', 'The part of it that is overdue.'),
    single: text('total_single_payment', 'What is owed if IPVA is paid at once.'),
    instalments: text('total_instalments', 'What is owed if IPVA is paid in instalments.'),
    alternative: text('ipva_not_added', 'The way of paying IPVA that is not added.'),
    awaiting: text('awaiting_settlement', 'Paid, and still shown by the authority.'),
    consultationId: text('consultation', 'Id of that consultation at the service.'),
    origin,
  },
  'orders.csv': {
    ...vehicle,
    method: text('method', 'pix, boleto or credit_card.'),
    state: text('state', "What the service's status means; proposal while there is no order."),
    status: text('service_status', "The service's word, as it came."),
    attempt: text('attempt', 'Status of the last payment attempt, as it came.'),
    items: text('items', 'How many debts it holds.'),
    debts: text('debts', 'Sum of the debts.'),
    fee: text('fee', 'Service fee; empty in a proposal whose fee is not known yet.'),
    total: text('total', 'Debts and fee; empty in a proposal whose fee is not known yet.'),
    feePreviewed: text('fee_known_before', 'yes when the service told the fee before the order.'),
    refunded: text('refunded', 'How much was given back; empty in a proposal.'),
    gate: text('may_be_paid', 'yes when the code passed all checks.'),
    gateReason: text('reason', 'Why it may not be paid.'),
    pixCode: text('pix_code', 'The copy-and-paste code, only when it may be paid.'),
    pixExpires: text('pix_expires', 'Until when the code is valid.'),
    renewals: text(
      'pix_renewed',
      'How often the code ran out or was missing and another was asked for.',
    ),
    boletoLine: text('boleto_line', 'The line to type, only when it may be paid.'),
    boletoBarcode: text(
      'boleto_barcode',
      'The 44 digits of the barcode, only when it may be paid.',
    ),
    boletoDue: text('boleto_due', 'Until which day the boleto may be paid.'),
    charged: text(
      'charged_to_card',
      'What the card was charged, with the interest of its instalments.',
    ),
    installments: text('instalments', 'In how many instalments the card was charged.'),
    createdAt: text('created_at', 'When the order or proposal was made.'),
    readAt: text(
      'read_at',
      'When the service said so last; empty for a proposal. It may have been paid since then.',
    ),
    orderId: text('order', 'Id of the order at the service, or of the proposal.'),
    origin,
  },
  'exceptions.csv': {
    severity: text('severity', 'error, warning or notice.'),
    code: text('code', 'Code of the exception, the same in all languages.'),
    ...vehicle,
    sentence: text('what_to_check', 'A sentence that says what to do.'),
    amount: text('amount', 'The amount in question, or the expected one.'),
    found: text('found', 'The amount that was found instead.'),
    since: text('since', 'Since when it is so.'),
    ageDays: text('days', 'For how many whole days, at the end of the run.'),
    detail: text('detail', 'Word of the service or the ledger, as it came.'),
    errorCode: text('error_code', 'error_code of the failed consultation.'),
    errorTitle: text('error_title', 'error_title of the failed consultation.'),
    errorMessage: text('error_message', 'error_message of the failed consultation.'),
    errorAction: text('error_action', 'error_action of the failed consultation.'),
    line: text('line', 'Line of the sheet, for rejected rows.'),
    reference: text(
      'reference',
      'Id of the order, consultation, effect or debt; of rows, that of the file.',
    ),
    forPerson: text(
      'for_a_person',
      'yes when a person has to act; `frota orders resolve` lists the same ones.',
    ),
    origin,
  },
}
