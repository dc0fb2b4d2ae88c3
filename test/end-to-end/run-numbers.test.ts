/** The numbers of runs name their reports, for two processes at once, too (after a kill: worker.test.ts). */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../support/run-frota.ts'

test('two processes with one place for reports have a folder each', async () => {
  await using world = await openWorld()
  // On a server one ledger with two fleets, otherwise a ledger each.
  const others = world.databaseUrl === undefined ? { FROTA_DATA_DIR: join(world.dir, 'b') } : {}
  const file = async (plate: string, renavam: string): Promise<string> => {
    const path = join(world.dir, `${plate}.csv`)
    await writeFile(path, `plate,renavam,uf,owner_document\n${plate},${renavam},SP,52998224725\n`)
    return path
  }
  const one = ['reconcile', await file('ZZN1A11', '02837517024'), '--json']
  const other = ['reconcile', await file('ZZN1A12', '09690517916'), '--json', '--fleet', 'outra']
  const both = [world.start(one), world.start(other, { env: others })]
  const ended = await Promise.all(both.map((each) => each.ended))
  const runs = ended.map(({ stdout }) => JSON.parse(stdout) as { run: number; closes: boolean })
  expect(runs.map(({ closes }) => closes)).toEqual([true, true])
  expect(new Set(runs.map(({ run }) => run))).toEqual(new Set([1, 2]))
  const names = await readdir(world.reportsDir)
  expect(names.map((name) => name.slice(-5))).toEqual(['-0001', '-0002', 'atest'])
})
