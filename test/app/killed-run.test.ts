/** A run whose process was killed is read as interrupted, by whomever the ledger is read through. */
import { expect, test } from 'vitest'
import { openLedger } from '../../src/app/ledger/open-ledger.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig } from '../../src/config.ts'
import { folderForFile } from '../support/for-file.ts'

const KILLED = 'host/4242/1795629314452'

const dir = await folderForFile('killed')

function open() {
  const config = readConfig({}, { FROTA_DATA_DIR: dir })
  const output = openOutput({ write: () => undefined }, { json: true, locale: 'en' })
  return openLedger({ config, name: 'status', output }, 'read')
}

test('a killed run is interrupted for its reader, and for one that reads through that reader', async () => {
  await using owner = await open()
  // What a process leaves behind that had no time to end anything.
  await owner.database.pool.query(`
    insert into frota.lease (name, holder, command, since, until)
      values ('executor ${KILLED}', '${KILLED}', 'nightly', now(), 'infinity');
    with fleet as (insert into frota.fleet (name, account_id, created_at)
      values ('sul', gen_random_uuid(), now()) returning id)
    insert into frota.run (number, fleet_id, command, holder, simulated, settings, state, started_at)
      select 1, id, 'nightly', '${KILLED}', true, '{}', 'running', now() from fleet`)
  const stateFor = async (ledger: Awaited<ReturnType<typeof open>>) =>
    (await ledger.stores.runs.find('latest'))?.state
  expect(await stateFor(owner)).toBe('interrupted')
  await owner[Symbol.asyncDispose]()
  await using console = await open()
  await using status = await open()
  expect(status.database.ownerPid).toBe(process.pid)
  expect([await stateFor(console), await stateFor(status)]).toEqual(['interrupted', 'interrupted'])
})
