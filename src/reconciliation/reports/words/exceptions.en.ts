/** What a person should check, for each code of an exception, in English. */
import type { Messages } from './messages.ts'

export const exceptionsEn: Messages['exceptions'] = {
  'totals-differ': {
    title: 'The books do not close',
    sentence: '{detail}. Do not use these figures before it is solved.',
  },
  'outside-differs': {
    title: 'The service says another figure',
    sentence: '{detail}. If `frota report` says so too, others use this credential or account.',
  },
  'order-quarantined': {
    title: 'Quarantined: do not pay',
    sentence: 'A request ({effect}) waits for a person to decide: {detail}. {advice}',
  },
  'payment-needs-person': {
    title: 'Only a person can settle this',
    sentence:
      'Nobody knows whether it was done ({effect}: {detail}), and it is not repeated by itself. ' +
      '{advice}',
  },
  'money-blocked': {
    title: 'No order or payment is sent now',
    sentence:
      '{detail}. All orders of the service are read first, at the beginning of each run. Do not ' +
      'order or pay by hand until then; see `frota status`.',
  },
  'credential-shared': {
    title: 'Somebody else uses this credential or account',
    sentence:
      'Another installation, another program or a person works with the same credential or account (or ' +
      'this one did, before a backup was put back): ' +
      '{detail}. Let one installation work only, or give each an account of its own; do not pay an ' +
      'order that you do not recognize.',
  },
  'order-twin': {
    title: 'Another order with a debt of ours: do not pay',
    sentence:
      'Do not pay the order {detail}: somebody else made it, and it holds a debt of ours (the second ' +
      'one). Agree on who pays; whoever pays both pays twice.',
  },
  'order-found': {
    title: 'Order at the service that is not in our books',
    sentence:
      'The order {detail} exists at the service, and nobody here made it or remembers it. Do not pay ' +
      'it before you know which debts it holds; while it stands nothing more is ordered for them.',
  },
  'pay-gate-shut': {
    title: 'Order that may not be paid yet',
    sentence: 'No code of this order is shown: {detail}. {advice}',
  },
  'order-totals-differ': {
    title: 'Order whose total is not the sum',
    sentence:
      'The total of the order should be {amount} (items and fee) and is {found}. Check ' +
      'it before paying.',
  },
  'ipva-paid-twice': {
    title: 'IPVA paid in two ways',
    sentence:
      '{detail}: single payment and instalments of one year are ordered or paid. ' +
      'Check at the service and ask for one of them back.',
  },
  'order-status-unknown': {
    title: 'Order with a status that we do not know',
    sentence:
      'The service says "{detail}". Until somebody has checked, nothing more is ordered ' +
      'for these debts.',
  },
  'effect-unsettled': {
    title: 'Request without a certain answer',
    sentence: 'The request ({effect}) may have been done or not ({detail}). {advice}',
  },
  'order-held': {
    title: 'Order held until it was looked up again',
    sentence: 'The request ({effect}) may have been done or not ({detail}). {advice}',
  },
  'effect-rejected': {
    title: 'Request that was not accepted',
    sentence:
      'Not done: {effect}. Reason: {detail}. Nothing was made at the service; fix the reason ' +
      'and wait for the next run.',
  },
  'answer-total-differs': {
    title: 'Consultation whose total is not the sum',
    sentence: 'The service said {amount}, and the items add up to {found}. Check it before paying.',
  },
  'answer-flagged': {
    title: 'Consultation with something odd',
    sentence: 'The answer was kept, but: {detail}. Check it before paying.',
  },
  'consultation-failed': {
    title: 'Failed consultation',
    sentence: '{title}. {action}. To ask for another consultation: `frota retry`.',
  },
  'consultation-stuck': {
    title: 'Consultation without an answer in time',
    sentence:
      'The consultation did not end in time. It is read once more; if need be, ask again ' +
      'with `frota retry`.',
  },
  'vehicle-refused': {
    title: 'Vehicle refused at registration',
    sentence:
      'The service refused to register it ({detail}). Check its data and import the fixed sheet.',
  },
  'vehicle-untold': {
    title: 'Vehicle whose change the service did not take',
    sentence:
      'The service did not take the last change of this vehicle ({detail}). Fix the sheet, or the ' +
      'vehicle with `frota vehicle edit`; the next run tells it again.',
  },
  'owner-differs': {
    title: 'Another owner in the sheet',
    sentence:
      'The sheet names another owner ({detail}), and the service keeps the one before. If the ' +
      'change is right, import it again with --update-owners.',
  },
  'removal-held': {
    title: 'Vehicle that could not be deactivated yet',
    sentence:
      'Its deactivation was asked for and waits: {detail}. Once that is over, the next run does it.',
  },
  'row-rejected': {
    title: 'Row of the sheet not accepted',
    sentence: 'Line {line}: {detail} Fix it in rejected.csv and import that file.',
  },
  'debt-unpayable': {
    title: 'Debt that cannot be paid here',
    sentence:
      '{detail}: the service does not let this item be paid. Pay it at the authority itself.',
  },
  'debt-ipva-conflict': {
    title: 'IPVA not ordered, for two ways of paying it are under way',
    sentence:
      "{detail}: two ways of paying the year's IPVA are ordered or paid already, so this debt " +
      'was not ordered. Check the orders at the service and ask for one of them back.',
  },
  'debt-partner-left-out': {
    title: 'Debt that depends on one that cannot be ordered',
    sentence:
      '{detail}: it can only be paid together with another debt, which was left out. See in ' +
      'debts.csv (depends_on) which one, settle that first or pay both at the authority.',
  },
  'debt-not-positive': {
    title: 'Debt with nothing to pay',
    sentence:
      '{detail}: the amount given is {amount}, and nothing can be ordered. Check the amount at ' +
      'the authority or wait for the next consultation.',
  },
  'debt-reworded': {
    title: 'Perhaps the same debt twice',
    sentence:
      '{detail}: the answer shows another debt of the same kind, year, due date and amount in ' +
      'other words. Neither was ordered. Find out at the authority whether they are one, and ' +
      'order what is owed at the service by hand.',
  },
  'debt-over-limit': {
    title: 'Debt that no order may hold',
    sentence:
      '{detail}: with what must be paid together it costs more than the order policy allows for ' +
      'one order. Raise the limit (FROTA_ORDER_POLICY_FILE) or pay it at the authority.',
  },
  'proposal-void': {
    title: 'Proposal that fell',
    sentence:
      'The proposal was not decided as it stood: {detail}. If none follows with the next ' +
      "consultation, compare the vehicle's debts at the service.",
  },
  'order-waits': {
    title: 'Order that waits for a limit',
    sentence:
      'Not ordered yet: {detail}. Nothing needs to be done, unless the limit ' +
      '(FROTA_ORDER_POLICY_FILE) is too low.',
  },
  'debt-order-full': {
    title: 'Debt that did not fit into the order',
    sentence:
      "{detail}: this vehicle's order holds as many debts as it can. Pay the order; this debt " +
      'goes into the next proposal, after the next consultation. If it is due before, pay it ' +
      'at the authority.',
  },
  'order-refunded': {
    title: 'Refunded order',
    sentence:
      'The service gave {amount} of this order back ("{detail}"): its debts are still owed, ' +
      'and are not ordered again by themselves. Find out at the authority why they were ' +
      'refused; then set them free with `frota orders free {order}`.',
  },
  'refund-unexplained': {
    title: 'Refund without a refused debt',
    sentence:
      'The service gave {amount} of this order back ("{detail}"), and refused none of its debts. ' +
      'Ask the service what it is for.',
  },
  'debt-settled-again': {
    title: 'Settled debt that is back',
    sentence:
      '{detail}: it was paid and settled, and the consultation shows it again. Do not pay ' +
      'it twice; show the authority the proof of payment.',
  },
  'debt-not-settled': {
    title: 'Debt that the authority did not settle',
    sentence:
      '{detail}: the order is settled, but this debt is not. It is still owed; check at the ' +
      'authority and set it free with `frota orders free {order}`.',
  },
  'settlement-late': {
    title: 'Late settlement',
    sentence: 'It was paid and still says "{detail}". Check at the service; do not pay again.',
  },
  'boleto-expired': {
    title: 'Boleto past its due date',
    sentence:
      'The boleto was due on {detail} and no payment was seen. Do not pay this one; a ' +
      'payment on its last day still shows once it has cleared.',
  },
  'boleto-missing': {
    title: 'Boleto not there yet',
    sentence: 'The order exists, but the service has not given its boleto. It is read again.',
  },
  'card-unpaid': {
    title: 'Card order that awaits its payment',
    sentence:
      'The order {detail} waits for a card, and nothing is paid by card from here. Pay it where it ' +
      'was made, or let it run out: then its debts are free for Pix or boleto.',
  },
  'card-approved': {
    title: 'Approved card proposal, which is not sent',
    sentence:
      'Nothing is paid by card from here any more. Withdraw its approval with `frota orders ' +
      "withdraw {detail}`; the vehicle's next consultation proposes Pix or boleto.",
  },
  'pix-renewed': {
    title: 'Renewed Pix code',
    sentence:
      'The code before ran out unpaid or did not come; this is another one (renewed ' +
      '{detail} time(s)). Throw the old one away.',
  },
  'pix-expired': {
    title: 'Expired Pix code',
    sentence:
      'The Pix code expired unpaid. Do not use the old one, which may still look valid: the ' +
      'next read asks for another, 6 times for one order at most (so far: {detail}).',
  },
  'pix-missing': {
    title: 'Pix code not there yet',
    sentence: 'The order exists, but the service has not given its Pix code. It is read again.',
  },
  'effect-adopted': {
    title: 'Request that was in doubt and was found',
    sentence:
      'The answer was lost ({effect}), and what was made was found at the service: there is one. ' +
      'Nothing to do.',
  },
  'debts-equal': {
    title: 'Two equal debts',
    sentence:
      '{detail}: the authority shows two debts that are equal in everything, and the service does not ' +
      'say which of them an order pays. Once settled, see at the authority that both are gone.',
  },
  'member-failed': {
    title: 'Vehicle that could not be consulted',
    sentence: 'The consultation could not be made: {detail}. Check the vehicle at the service.',
  },
  'renavam-provisional': {
    title: 'Provisional RENAVAM',
    sentence:
      'The RENAVAM begins with 9, it is provisional: consultation works, payment does not. ' +
      'Replace it in the sheet by the final one.',
  },
  'member-excluded': {
    title: 'Vehicle left out of the campaign',
    sentence: 'The vehicle was not consulted in this campaign: {detail}.',
  },
  signs: {
    consultations: [
      '{n} consultation that this installation did not ask for',
      '{n} consultations that this installation did not ask for',
    ],
    orders: [
      '{n} order that this installation did not make',
      '{n} orders that this installation did not make',
    ],
    refused: [
      '{n} refusal for too many requests (429) that the slots used here do not explain',
      '{n} refusals for too many requests (429) that the slots used here do not explain',
    ],
  },
  flags: {
    'total-differs': 'the total is not the sum of the items',
    'partner-missing': 'an item depends on one that did not come',
    'negative-amount': 'there is a negative amount',
  },
}
