/** Debts and items as the tests of this folder need them; every field that matters is given. */
import { debtFingerprint } from '../../../src/fleet/debt-identity.ts'
import type { AnswerItem, Debt } from '../../../src/ledger/debts/debts.ts'

export const vehicle = { renavam: '00639884962', uf: 'SP' }

const at = new Date('2026-03-01T12:00:00Z')
let made = 0

export function item(given: Partial<AnswerItem> & { amountCents: bigint }): AnswerItem {
  made += 1
  return {
    itemId: `00000000-0000-4000-8000-${made.toString().padStart(12, '0')}`,
    position: made,
    kind: 'ticket',
    group: 'ticket',
    description: 'Excesso de velocidade',
    year: 2026,
    dueDate: '2026-05-10',
    dependsOn: null,
    dependsOnDescription: '',
    isPayable: true,
    ...given,
  }
}

export function debt(given: Partial<Debt> & { amountCents: bigint }): Debt {
  made += 1
  const facts = {
    kind: 'ticket',
    group: 'ticket',
    description: 'Excesso de velocidade',
    year: 2026,
    dueDate: '2026-05-10',
    ...given,
  }
  return {
    id: `debt-${made}`,
    vehicleId: 'vehicle',
    fingerprint: debtFingerprint({ ...vehicle, ...facts }),
    ordinal: 0,
    previousAmountCents: null,
    isPayable: true,
    state: 'open',
    stateSince: at,
    shown: true,
    firstSeenAt: at,
    lastSeenAt: at,
    firstConsultationId: 'first',
    lastConsultationId: 'last',
    ...facts,
  }
}
