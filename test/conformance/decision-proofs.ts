/**
 * The proofs of a decision of docs/service.md that are more than the statement of the suite under its
 * own id: a file of the suite, which bears that statement unless others follow, or a file of tests
 * with the beginnings of their names.
 */
export const decisionProofs: Readonly<Record<string, readonly string[]>> = {
  'ours.2.stages': ['test/service/consultations.test.ts · an answer is awaited'],
  'ours.2.attempt.boleto': ['orders.ts', 'test/service/orders-boleto.test.ts · a boleto says'],
  'ours.2.attempt.card': [
    'cards.ts',
    'test/service/orders-money.test.ts · a card that is declined',
    'test/service/security/canaries.test.ts · no column of any',
  ],
  'ours.3.order': [
    'test/service/orders-moves.test.ts · an order goes',
    'test/service/states.test.ts · every state but',
  ],
  'ours.3.attempt': ['test/service/orders-moves.test.ts · an attempt goes'],
  'ours.4.coverage': [
    'service.ts · 4.coverage',
    'test/service/coverage.test.ts · every state is offered · a state that gives',
  ],
  'ours.4.vehicles.patch': ['vehicles.ts · 4.vehicles.patch · ours.4.vehicles.patch'],
  'ours.4.consultations.create': ['consultations.ts · 4.consultations.create'],
  'ours.4.pay-card': ['cards.ts', 'test/service/orders-card.test.ts · a declined card'],
  'ours.4.simulate-pix': ['pix.ts · ours.4.pix'],
  'ours.6.events': ['test/contract/interface.test.ts · both environments have'],
  'ours.7.account': ['test/service/tenants-matrix.test.ts · unknown, inactive or of another'],
  'ours.7.simulate-pix': ['test/service/live/behind.test.ts · without a sandbox'],
  'ours.7.validation': [
    'vehicles.ts · ours.7.validation · 4.vehicles.create',
    'cards.ts · ours.7.validation.card',
    'test/service/http/validation-detail.test.ts · each field of $id',
  ],
  'ours.7.unknown-id': [
    'test/service/tenants-matrix.test.ts · answers the same',
    'test/service/security/naughty-strings.test.ts · any text for an id',
  ],
  'ours.7.order-state': [
    'cards.ts · 4.pay-card.awaiting',
    'pix.ts · 4.rule.5',
    'test/service/orders.test.ts · twenty payers of one order',
  ],
  'ours.8.window': [
    'test/service/quotas.test.ts · the window rolls · the fixed hour',
    'test/cli/service-limits.test.ts · SERVICE_WINDOW and SERVICE_COUNT_REFUSED',
    'test/service/budget-use.test.ts · no rolling window',
  ],
  'ours.9.versions': ['service.ts · 9.prefix'],
  'ours.1.pages': [
    'test/service/http/partner.test.ts · a known address',
    'test/service/sandbox.test.ts · the page is public',
    'test/service/http/partner.test.ts · a slash at the end · a long reply · the first page',
  ],
  'ours.1.document': [
    'test/contract/openapi.test.ts · a reply leads · every status has',
    'test/service/docs-page.test.ts · every operation of',
  ],
  'ours.2.found-new': [
    'consultations.ts',
    'test/service/consultations.test.ts · new debts are counted',
  ],
  'ours.2.open-debts': ['consultations.ts', 'pix.ts · ours.4.orders.settled'],
  'ours.3.refund': [
    'test/service/orders-money.test.ts · what was charged · of two paid',
    'test/service/orders-settlement.test.ts · a refused item',
  ],
  'ours.3.lost-charge': ['test/service/orders-provider.test.ts · a card charge'],
  'ours.4.lists.order': [
    'vehicle-list.ts · ours.4.lists.next',
    'order-list.ts · ours.4.orders.list',
    'consultations.ts · ours.4.consultations.history',
  ],
  'ours.4.unknown-field': [
    'vehicles.ts · ours.7.validation',
    'test/service/security/query-limits.test.ts · refuses %s',
  ],
  'ours.4.body.ignored': [
    'consultations.ts',
    'test/service/security/requests.test.ts · of the type "%s"',
  ],
  'ours.4.q': ['vehicle-list.ts', 'test/service/security/query-limits.test.ts · %s in q'],
  'ours.4.renavam.digit': ['vehicles.ts', 'test/service/security/query-limits.test.ts · a CPF'],
  'ours.4.vehicles.again': [
    'vehicles.ts',
    'test/service/orders-inactive.test.ts · a vehicle that was registered',
  ],
  'ours.4.vehicles.deleted': ['vehicles.ts · ours.4.vehicles.deleted · 4.rule.2'],
  'ours.4.orders.inactive': [
    'test/service/orders-inactive.test.ts · debts of a deactivated · an order that was open',
    'test/service/orders-inactive.test.ts · a question that was asked',
  ],
  'ours.4.vehicles.identity': [
    'test/service/identity.test.ts · %s: what the answer · what it was before · any sequence',
    'test/service/identity-upgrade.test.ts · after the upgrade',
  ],
  'ours.4.consultations.changed': [
    'test/service/identity.test.ts · a question that was asked',
    'test/service/identity-races.test.ts · a question that began · an answer that comes',
  ],
  'ours.4.consultations.latest': ['consultations.ts · 4.vehicles.list.latest'],
  'ours.4.orders.fee': [
    'orders.ts · 4.orders.create.pix',
    'test/service/tenants-administration.test.ts · a new fee',
  ],
  'ours.4.orders.item': [
    'orders.ts · 4.rule.4 · 4.orders.create.debt_item_ids',
    'test/service/tenants-matrix.test.ts · answers the same',
  ],
  'ours.4.orders.depends-on': ['orders.ts · 2.item.depends_on.alone'],
  'ours.4.orders.identity': [
    'test/service/identity.test.ts · %s: what the answer · an order of before',
    'test/service/identity-races.test.ts · an order that is judged · of orders and a change',
  ],
  'ours.4.orders.twice': [
    'orders.ts · 4.orders.create.boleto',
    'test/service/orders-money.test.ts · of two paid · of two orders · a debt that was paid',
    'test/service/judge-paid.test.ts · of two equal',
  ],
  'ours.4.orders.days': [
    'order-list.ts · 4.orders.list.days',
    'test/service/orders.test.ts · a day of the filters',
  ],
  'ours.4.orders.status': [
    'order-list.ts',
    'test/service/security/query-limits.test.ts · a state that is none',
  ],
  'ours.4.pix.parallel': ['test/service/orders-provider.test.ts · two new codes'],
  'ours.4.pay-card.doubt': [
    'test/service/orders-card.test.ts · a charge in doubt · twenty cards at once',
  ],
  'ours.4.orders.refused': [
    'test/service/orders-provider.test.ts · what a provider',
    'test/service/orders-card.test.ts · a refusal of the provider',
  ],
  'ours.5.preview': [
    'test/service/tenants-matrix.test.ts · unknown, inactive or of another',
    'test/contract/interface.test.ts · the routes are those',
  ],
  'ours.5.demo': [
    'test/service/live/command-line.test.ts · the demo key',
    'test/cli/service-administration.test.ts · keys made before',
  ],
  'ours.5.throttle': [
    'test/service/tenants-throttle.test.ts · too many wrong keys · the address that a proxy',
    'test/service/tenants-callers.test.ts · an address over its limit keeps · wrong keys count',
  ],
  'ours.5.retention': [
    'test/service/retention.test.ts · a deactivated vehicle · an account is erased',
  ],
  'ours.5.portal': ['test/cli/service-administration.test.ts · a brand, its account'],
  'ours.7.language': [
    'consultations.ts · 7.latest',
    'test/service/english-detail.test.ts · a caller that prefers',
  ],
  'ours.7.words': ['test/contract/openapi.test.ts · no word of a reply'],
  'ours.8.refused': [
    'test/service/quotas.test.ts · a refused request',
    'test/cli/service-limits.test.ts · SERVICE_WINDOW and SERVICE_COUNT_REFUSED',
  ],
  'ours.8.uncounted': ['limits.ts · 8.orders.others'],
  'ours.8.limits': [
    'service.ts',
    'test/service/http/partner.test.ts · limited calls tell · another window',
  ],
  'ours.7.request-id': ['test/service/http/partner.test.ts · a reply bears · each request leaves'],
  'ours.7.method': ['test/service/http/partner.test.ts · a known address · a call without'],
  'ours.8.instances': [
    'test/end-to-end/service-instances.test.ts · of 200 consultations · one Idempotency-Key',
    'test/end-to-end/service-instances.test.ts · of 200 orders · an address that sends',
    'test/service/instances.test.ts · orders and cards',
  ],
  'ours.8.crash': [
    'test/end-to-end/service-killed.test.ts · a service that is killed',
    'test/service/quotas.test.ts · a slot comes',
  ],
  'ours.7.idempotency': [
    'test/service/idempotency.test.ts · each kind of POST · another request under',
    'test/service/idempotency.test.ts · a call that broke',
  ],
}
