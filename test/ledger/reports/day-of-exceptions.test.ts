/** Days of the exceptions are those of the fleet, not of Greenwich. */
import { expect, test } from 'vitest'
import { openReportSource } from '../../../src/ledger/reports/report-source.ts'
import { exceptionGroups } from '../../../src/reconciliation/reports/exception-groups.ts'
import { messagesOf } from '../../../src/reconciliation/reports/words/reports.ts'
import { FLEET, LedgerBuilder } from '../../reconciliation/reports/ledger-builder.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const SINGLE_CENTS = 300_00
const THREE_INSTALMENTS_CENTS = 330_00

const { database, db } = await ledgerForFile()
const builder = new LedgerBuilder(database.pool)
await builder.fleet()
const vehicle = await builder.vehicle({ plate: 'ABC1D23', renavam: '98765432103', uf: 'SP' })
const ipva = { description: 'IPVA 2026', year: 2026 }
await builder.answer(vehicle, [
  { ...ipva, kind: 'ipva_unique', cents: SINGLE_CENTS, due: '2026-11-20' },
  ...['2026-11-20', '2026-12-20', '2027-01-20'].map((due) => ({
    ...ipva,
    kind: 'ipva_installment',
    cents: THREE_INSTALMENTS_CENTS / 3,
    due,
  })),
])

test.each([
  ['America/Sao_Paulo', '2026-11-21T02:59:59.000Z', SINGLE_CENTS],
  ['America/Sao_Paulo', '2026-11-21T03:00:00.000Z', THREE_INSTALMENTS_CENTS],
  ['America/Rio_Branco', '2026-11-21T03:00:00.000Z', SINGLE_CENTS],
])(
  'in %s the single payment of IPVA counts until its day ends: %s',
  async (zone, endedAt, cents) => {
    const source = openReportSource(db, false)
    const context = { texts: messagesOf('en'), locale: 'en', zone, endedAt, shown: 1 } as const
    const scope = { fleetId: FLEET, import: null }
    const [group] = await exceptionGroups(source, scope, ['renavam-provisional'], context)
    expect(group?.shown.map(({ amountCents }) => amountCents)).toEqual([BigInt(cents)])
  },
)
