/** What must hold in every world, each rule by the name under which a break is told. */
export const RULES = {
  'one-per-key': 'one intended thing comes to be at most once at the service',
  'intent-before-send': 'no request leaves without a stored intent of the current epoch, once each',
  'journal-before-send': 'with an embedded database the intent is on the disk before its request',
  'slot-per-request': 'a request that a quota binds has a slot of its own',
  quota: 'in any rolling hour the server sees no more requests than the limit',
  'approved-amount': 'an order leaves only as it was approved: its debts and what they cost',
  'read-before-order': 'no order leaves over one that was there to be read and holds its debt',
  'adopted-own': 'what is adopted came after the request and is what was asked for',
  'one-live-plan': 'no two live plans or orders hold the same debt',
  'pay-gate': 'a code is shown only for an order that is as it was approved',
  'paid-once': 'no debt is paid twice through codes that we showed',
  'own-origin': 'no request goes to another machine',
  converges: 'once faults stop everything ends, or waits for a person',
  'nothing-lost': 'what exists at the service is known to the ledger, or a person is told',
  counts: 'debts, plans, locks and members add up',
  'no-bug': 'nothing throws what nobody expects',
} as const

export type Rule = keyof typeof RULES

export interface Broken {
  readonly rule: Rule
  readonly what: string
}
