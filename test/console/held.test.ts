/** A data directory has one owner: what the pages say and do beside another, and at a stop. */
import { openAsBlob } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { openLedgerDb } from '../../src/ledger/tx.ts'
import { openRunStore } from '../../src/ledger/runs.ts'
import { openTestConsole } from './open-console.ts'
import type { TestConsole } from './open-console.ts'

async function startSmall(pages: TestConsole): Promise<void> {
  const file = await openAsBlob('fixtures/fleets/small.csv')
  const answer = await pages.upload(file, 'small.csv')
  await pages.start(answer.headers.get('location') ?? '')
}

test('beside another owner the pages read, and a start says who it is', async () => {
  await using pages = await openTestConsole()
  await startSmall(pages)
  await Array.fromAsync(pages.events())
  const { dataDir } = pages
  {
    await using holder = await openDatabase({ dataDir, command: 'frota nightly' })
    expect(await (await pages.get('/runs')).text()).toContain('href="/runs/1"')
    expect((await pages.get('/runs/1/files/debts.csv')).status).toBe(200)
    await startSmall(pages)
    await Array.fromAsync(pages.events())
    const page = await (await pages.get('/runs/current')).text()
    expect(page).toContain('A execução não começou')
    expect(page).toContain('frota nightly')
    expect(holder.engine).toBe('pglite')
  }
  await startSmall(pages)
  await Array.fromAsync(pages.events())
  expect((await pages.get('/runs/current')).headers.get('location')).toBe('/runs/2')
})

test('a stop ends the run in order, with its reports, before the pages go away', async () => {
  await using pages = await openTestConsole({ FROTA_TEST_SCALE: '1' })
  await startSmall(pages)
  const events = pages.events()
  for await (const { data } of events) {
    if (data.includes('data-stage="consultations"')) break
  }
  await pages.stop()
  await using database = await openDatabase({ dataDir: pages.dataDir })
  const run = await openRunStore(openLedgerDb(database.pool)).find('latest')
  expect(run?.state).toBe('stopped')
  expect(run?.reportsDir).not.toBeNull()
  await expect(fetch(pages.origin)).rejects.toThrow('fetch failed')
})
