/** Names and meanings of the columns of a month's files, in English. */
import { text } from '../../reports/words/columns.pt.ts'
import type { BookColumns } from './book-columns.pt.ts'

const day = text('date', 'Day by which the month counts it.')
const about = {
  cnpj: text('cnpj', 'Of the owner, where it is a company.'),
  costCentre: text('cost_centre', 'As of then.'),
  plate: text('plate', "Of the row's day."),
  kind: text('kind', 'Kind of the debt.'),
  description: text('description', 'As the authority puts it.'),
  dueDate: text('due_date', 'Due date.'),
  orderId: text('order', 'Order at the service.'),
  debtId: text('debt', 'Identifier of the debt.'),
}

const shared = {
  ...about,
  adjusts: text('adjusts', 'Closed month that the row corrects; empty for one of its own month.'),
}

const origin = text('origin', 'SIMULADO or REAL.')

export const bookColumnsEn: BookColumns = {
  'ledger.csv': {
    day,
    class: text('class', 'What happened to the balance.'),
    ...shared,
    consultationId: text('consultation', 'Answer that showed it.'),
    amount: text('amount', 'What it adds to the balance; empty at opening and closing.'),
    balance: text('balance', 'Balance of the debt after the row.'),
    origin,
  },
  'payments.csv': {
    day,
    paidOn: text('paid_on', 'By the best date: bank, service, person, or when it was seen.'),
    settledOn: text('settled_on', 'When the authority settled it.'),
    ...shared,
    method: text('method', 'pix, boleto or credit_card.'),
    txid: text('txid', 'Of the Pix, or the line of the boleto.'),
    nature: text('nature', 'Debt, fee, discount, interest or refund.'),
    amount: text('amount', 'Money that left; what came back is negative.'),
    approvedBy: text('approved_by', 'Person or rule.'),
    origin,
  },
  'bank.csv': {
    day: text('date', "The bank's; without it, ours."),
    class: text('class', 'What line and order are to each other.'),
    amount: text('amount', 'At the bank; what left is negative.'),
    ourAmount: text('fleet_amount', 'The same by the orders.'),
    statement: text('statement', "The bank's text."),
    orderId: text('order', 'Orders that it is, or could be.'),
    age: text('age', 'Days open, by class.'),
    todo: text('to_do', 'The next step.'),
    origin,
  },
  'classes.csv': {
    class: text('class', 'What debt, order, attempt, settlement and bank are together.'),
    todo: text('to_do', 'The next step.'),
    amount: text(
      'amount',
      'What the order pays of the debt; without one, what the debt asks for; of a bank line, as in bank.csv (paid twice: without its sign).',
    ),
    ...about,
    plate: text('plate', "Of the month's end."),
    ofDebt: text('at_authority', 'In the newest answer.'),
    ofOrder: text('of_order', 'What became of the money.'),
    ofAttempt: text('of_attempt', 'The newest to pay.'),
    ofSettlement: text('of_settlement', 'By the authority.'),
    ofBank: text('at_bank', 'Of payment and refunds.'),
    day: text('date', 'When anything happened last.'),
    origin,
  },
  'rollforward.csv': {
    grouping: text('by', 'Fleet, CNPJ, cost centre, kind or vehicle.'),
    group: text('group', "Which of them; of a vehicle, the plate at the month's end."),
    renavam: text('renavam', 'Of the vehicle.'),
    opening: text('opening', 'Balance when the month began.'),
    new: text('new', 'Sum of the month.'),
    returned: text('returned', 'Sum of the month.'),
    increase: text('increases', 'Sum of the month.'),
    decrease: text('decreases', 'Sum of the month.'),
    paid: text('paid', 'Sum of the month.'),
    refunded: text('refunded', 'Sum of the month.'),
    gone: text('gone', 'Sum of the month.'),
    'left-fleet': text('left_fleet', 'Sum of the month.'),
    alternative: text('alternative', 'The way of paying IPVA changed.'),
    transfer: text('transfer', 'Between CNPJs or cost centres.'),
    closing: text('closing', 'Balance when the month ended.'),
    adjusted: text('adjustments', 'The part that corrects closed months.'),
    seenOn: text('seen_on', "Day of the vehicle's last answer."),
    origin,
  },
}
