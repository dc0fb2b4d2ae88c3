import { defineConfig } from 'vitest/config'
import { withoutServers } from './test/support/meets-servers.ts'
import { common } from './vitest.common.ts'

/** Suites whose subject is not the stores, though they have one: once, embedded, is enough. */
const ONCE = [
  // Whole runs.
  'end-to-end/{changed-vehicle,larger-than-quota,restored-backup,revoked-credential}',
  'end-to-end/{retry,several-accounts,several-credentials,state-not-offered}',
  // What lies beside an embedded database.
  'end-to-end/damaged-files',
  'end-to-end/{canaries,faults,notices,run-that-cannot-end,small-fleet}',
  // A service that is killed: test/jobs kills the runner on servers, and loses the stores.
  'end-to-end/two-programs',
  // What comes back at once when nobody else has the database; on a shared one service/quotas shows it.
  'end-to-end/service-killed',
  // What the service says: conformance/ours asks each statement of the interface, and
  // service/{idempotency,identity-races,orders,orders-{money,moves,provider},quotas} what
  // the stores decide.
  'service/orders-{boleto,card,inactive,settlement}',
  'service/{english-detail,fuzz,held-to-contract}',
  'service/tenants-{administration,matrix,throttle}',
  // What another service is like (live/{lookup,payments} write the rows), and what faults make of
  // an answer (faults/{in-doubt,store,switches} look at them).
  'service/live/{behind,command-line,start}',
  'service/faults/{consultations,payments,refused,scenario,spoiled-answers,views}',
  // What is refused before a store is asked, and the pages.
  'service/security/{connections,json-bodies,malformed-requests,requests}',
  'service/security/{answers,canaries,naughty-strings,query-limits,slow-senders,targets}',
  'service/{docs-page,openapi,sandbox,sandbox-curl}',
  // How the suite asks, and that it can tell: conformance/ours asks the stores.
  'conformance/{command,planted}',
  // Reports of rows that the test itself remembers.
  'reconciliation/reports/hostile-texts',
]

/** The suites that meet a database or a queue, on servers instead of the embedded ones. */
export default defineConfig({
  test: {
    ...common('servers'),
    globalSetup: 'test/support/require-servers.ts',
    env: { FROTA_TEST_ENGINE: 'postgresql' },
    exclude: [...ONCE.map((name) => `test/${name}.test.ts`), ...withoutServers()],
    include: [
      'test/{conformance,database,ledger,queue,quota,service,effects,jobs,end-to-end}/**/*.test.ts',
      'test/reconciliation/{vehicles,consultations,debts,orders,reports}/**/*.test.ts',
      'test/cli/bank.test.ts',
    ],
  },
})
