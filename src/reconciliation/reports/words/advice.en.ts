/** What to check about something in doubt, and what not to do, in English. */
import type { Messages } from './messages.ts'

export const adviceEn: Messages['advice'] = {
  'wait-vehicle':
    'It is looked up at the service by its RENAVAM before it is ever repeated; do not register it ' +
    'by hand until then.',
  'wait-consultation':
    'It is looked up at the service before it is ever repeated; do not ask for another one by hand ' +
    'until then.',
  'wait-order':
    'It is looked up at the service (next: {when}) before it is ever repeated. Do not order anything ' +
    'else for this vehicle, and pay no order that shows up until then.',
  'held-order':
    'It was not found, but the service may finish it yet. It is looked up again: {when}; only then is ' +
    'it repeated. Do not order or pay these debts by hand until then.',
  'lost-vehicle':
    'It was sent three times and left no trace. Look for the RENAVAM at the service; if it is not ' +
    'there, `frota orders resolve` with --none tries it once more.',
  'lost-consultation':
    'It was sent three times and left no trace. See whether the service has a consultation of this ' +
    'vehicle; if not, `frota orders resolve` with --none tries it once more.',
  'lost-order':
    'It was sent three times and left no trace. Look for orders of this vehicle at the service: if one ' +
    'is ours, `frota orders resolve` with --adopt; if there is none, with --none. Pay nothing before.',
  'card-in-doubt':
    'The card may have been charged. Check the statement and the order at the service; do not pay ' +
    'again before, by Pix or boleto either. Then: `frota orders resolve` with --paid or --not-paid.',
  'choose-vehicle':
    'Compare the registrations of this RENAVAM at the service and deactivate the one too many; then ' +
    '`frota orders resolve` with --none.',
  'choose-consultation':
    "Compare this vehicle's consultations at the service; then `frota orders resolve` with --none.",
  'choose-order':
    'Compare these orders at the service, adopt one with `frota orders resolve` --adopt, and do not ' +
    'pay the others: whoever pays two pays twice.',
  'attempt-unknown':
    'The service shows an attempt that nobody here can read. Check the statement; do not pay again ' +
    'before. Then: `frota orders resolve` with --paid or --not-paid.',
  'order-in-the-way':
    'We sent nothing. If that order stands, adopt it with `frota orders resolve` --adopt; if it is ' +
    "somebody else's, agree on who pays. Do not pay both.",
  'order-alike':
    'We sent nothing. Compare date and description: if it is the same debt, pay that order only; if ' +
    'it is another one, `frota orders resolve` with --different, and ours goes on.',
  'order-hides':
    'We sent nothing, and the amount alone does not decide. Ask the service what that order pays: ' +
    '--adopt if it is ours, --different if it holds other debts (`frota orders resolve`).',
  'never-pay':
    'Do not pay this order: it is not of these debts. Let it run out; then the debts are free for ' +
    'another proposal. Tell the service.',
  'compare-order':
    'Compare the order at the service with the proposal, amount by amount. Do not pay before; if it ' +
    'is right, `frota orders resolve` with --adopt and --accept-mismatch opens its payment.',
  'found-order':
    'The ledger went back in time, and this order existed already. Check at the service whether it is ' +
    'paid; if not, `frota orders resolve` with --adopt and --accept-mismatch opens its payment.',
  'twin-order':
    'Somebody else ordered one of the same debts. Agree on who pays and do not pay both; to go on ' +
    'with ours, `frota orders resolve` with --adopt and --accept-mismatch.',
  'hidden-items':
    'Check at the service what this order pays before paying it; our ledger knows its amount only.',
  'wrong-code': 'Do not pay; compare amount and payee at the service.',
  soon: 'in a moment',
}
