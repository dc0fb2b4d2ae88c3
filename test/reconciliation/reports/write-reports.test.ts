import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { memoryUsed } from '../../support/memory-used.ts'
import { buildFixedLedger } from './fixed-ledger.ts'
import { IMPORT } from './ledger-builder.ts'
import { memoryDebt, memoryRun, memorySource, memoryVehicle } from './memory-source.ts'
import { filesOf, setUpReports } from './reports-setup.ts'
import { forFile } from '../../support/for-file.ts'

const setup = await forFile(setUpReports(buildFixedLedger))

const noCells = (): string[] => []
const emptyLedger = { vehicles: [], orders: [] }

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw new Error('no Failure was thrown', { cause: error })
}

test('a folder is replaced whole, nothing is left beside it, and latest points to it', async () => {
  const run = await setup.builder.run(10, { import_id: IMPORT })
  const first = await setup.report(run)
  await writeFile(join(first.directory, 'stale.csv'), 'of an earlier writing')
  const second = await setup.report(run)
  expect(await readdir(second.directory)).not.toContain('stale.csv')
  expect(await readlink(join(setup.directory, 'latest'))).toBe(basename(second.directory))
  expect((await readdir(setup.directory)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('only its owner reads rejected.csv', async () => {
  const { directory } = await setup.report(await setup.builder.run(11, { import_id: IMPORT }))
  const { mode } = await lstat(join(directory, 'rejected.csv'))
  expect(mode & 0o777).toBe(0o600)
})

test('after a later run, whole reports are kept and torn ones rewritten', async () => {
  const old = await setup.builder.run(20, { import_id: IMPORT })
  const { directory } = await setup.report(old)
  const before = await filesOf(directory)
  await setup.report(await setup.builder.run(21, { import_id: IMPORT }))
  await setup.database.pool.query('update frota.vehicle set nickname = $1', ['changed later'])
  expect(await setup.report(old)).toMatchObject({ written: 'kept', closes: true })
  expect(await filesOf(directory)).toEqual(before)
  // As purge does after 30 days.
  await truncate(join(directory, 'rejected.csv'))
  expect(await setup.report(old)).toMatchObject({ written: 'kept' })

  await rm(join(directory, 'debts.csv'))
  const again = await setup.report(old)
  expect(again).toMatchObject({ written: 'late', manifest: { run: { laterRun: 21 } } })
  expect(await readFile(join(directory, 'summary.html'), 'utf8')).toContain('execução 21')
  // An older run does not take `latest` back.
  expect(await readlink(join(setup.directory, 'latest'))).toMatch(/-0021$/)
})

test('the folder of another installation’s run is not replaced, and its number is named', async () => {
  const reportsDir = join(setup.directory, 'shared')
  const tools = { source: memorySource(emptyLedger), openRow: noCells }
  const theirs = memoryRun({ number: 12 })
  const { directory } = await writeReports(tools, { run: theirs, reportsDir })
  const before = await filesOf(directory)
  const startedAt = new Date(theirs.startedAt.getTime() + 1)
  const refused = writeReports(tools, { run: { ...theirs, startedAt }, reportsDir })
  const failure = await failureOf(refused)
  expect(failure.code).toBe('directory-unwritable')
  expect(failure.in('pt-BR')).toContain('execução 12 de outra instalação')
  expect(failure.in('pt-BR')).toContain('frota report 12')
  expect(await filesOf(directory)).toEqual(before)
  await writeReports(tools, { run: theirs, reportsDir })
  expect(await filesOf(directory)).toEqual(before)
})

test('a former folder that a kill left aside is put back', async () => {
  const reportsDir = join(setup.directory, 'killed')
  const run = memoryRun({ number: 30 })
  const tools = { source: memorySource(emptyLedger), openRow: noCells }
  const { directory } = await writeReports(tools, { run, reportsDir })
  const former = join(reportsDir, `.${basename(directory)}.former`)
  await rename(directory, former)
  const failing = {
    ...tools.source,
    totals: () => Promise.reject(new Error('the database went away')),
  }
  await expect(
    writeReports({ source: failing, openRow: noCells }, { run, reportsDir }),
  ).rejects.toThrow('the database went away')
  expect(await readdir(reportsDir)).toEqual([basename(directory), 'latest'])
})

test('a failure half-way leaves nothing behind', async () => {
  const reportsDir = join(setup.directory, 'half')
  const source = {
    ...memorySource(emptyLedger),
    async *orders() {
      yield []
      throw new Error('lost in the middle')
    },
  }
  const input = { run: memoryRun(), reportsDir }
  await expect(writeReports({ source, openRow: noCells }, input)).rejects.toThrow('lost')
  expect(await readdir(reportsDir)).toEqual([])
})

test('a report without memory for its pages is not written, and the sentence says what is', async () => {
  const reportsDir = join(setup.directory, 'short')
  const source = memorySource({ ...emptyLedger, vehicles: [memoryVehicle()] })
  const tools = { source, openRow: noCells, memory: memoryUsed(95) }
  const failure = await failureOf(writeReports(tools, { run: memoryRun(), reportsDir }))
  expect(failure).toMatchObject({ code: 'memory-short', exitCode: 1 })
  expect(failure.in('en')).toBe(
    'Memory is too short: this process may use 100 MB. The report was not written; the ledger is ' +
      'whole. Give more memory, then run `frota report`.',
  )
  expect(await readdir(reportsDir)).toEqual([])
})

test('a path that is no directory is named, with the cure', async () => {
  const reportsDir = join(setup.directory, 'a-file')
  await writeFile(reportsDir, '')
  const tools = { source: memorySource(emptyLedger), openRow: noCells }
  const failure = await failureOf(writeReports(tools, { run: memoryRun(), reportsDir }))
  expect(failure.code).toBe('directory-unwritable')
  expect(failure.message).toContain(reportsDir)
  expect(failure.message).toContain('FROTA_REPORTS_DIR')
})

test.each([
  ['running', /has not ended; .*wait for it/],
  // As a run is read whose process is gone.
  ['interrupted', /interrupted before its end: .*frota resume/],
] as const)('a run that is %s has no report, and is told what to do', async (state, sentence) => {
  const tools = { source: memorySource(emptyLedger), openRow: noCells }
  const run = memoryRun({ endedAt: null, state })
  const { code, message } = await failureOf(
    writeReports(tools, { run, reportsDir: join(setup.directory, 'none') }),
  )
  expect(code).toBe('usage')
  expect(message).toMatch(sentence)
})

test('a folder of the ledger that does not close says so in every place', async () => {
  const target = join(setup.directory, 'differs')
  await mkdir(target)
  await setup.database.pool.query(
    `update frota.debt set amount_cents = amount_cents + 1
     where id = (select id from frota.debt where shown order by id limit 1)`,
  )
  const run = await setup.builder.run(40, { import_id: IMPORT })
  const { closes, manifest, directory } = await setup.report(run)
  expect(closes).toBe(false)
  const wrong = manifest.checks.filter((check) => !check.closes).map((check) => check.code)
  expect(wrong).toEqual(['item-cents'])
  expect(manifest.exceptions.byCode['totals-differ']).toBe(1)
  const page = await readFile(join(directory, 'summary.html'), 'utf8')
  expect(page).toContain('AS CONTAS NÃO FECHAM')
  expect(await readFile(join(directory, 'exceptions.csv'), 'utf8')).toContain('totals-differ')
})

test('the way of IPVA that counts as owed is the one that the run orders by', async () => {
  const quotas = [1, 2].map((number) =>
    memoryDebt({
      id: `quota ${number}`,
      kind: 'ipva_installment',
      group: 'ipva',
      description: `Parcela ${number}/2`,
      amountCents: 60n,
    }),
  )
  const single = memoryDebt({ id: 'single', kind: 'ipva_unique', group: 'ipva' })
  const ledger = { vehicles: [memoryVehicle({ debts: [single, ...quotas] })], orders: [] }
  const owed = async (ipva: 'single' | 'instalments'): Promise<string> => {
    const run = memoryRun()
    const settings = { ...run.settings, locale: 'en', ipva } as const
    const { directory } = await writeReports(
      { source: memorySource(ledger), openRow: noCells },
      { run: { ...run, settings }, reportsDir: setup.directory },
    )
    const [head = '', row = ''] = (await readFile(join(directory, 'vehicles.csv'), 'utf8')).split(
      '\n',
    )
    return row.split(',')[head.split(',').indexOf('owed')] ?? ''
  }
  expect([await owed('single'), await owed('instalments')]).toEqual(['1.00', '1.20'])
})
