/**
 * A full disk. Only root may mount a small one, as the gate's containers can; elsewhere the mapping
 * from the system's error to what is said is asserted instead, so that nothing is skipped.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { directoryFailure, REPORTS } from '../../src/directory-failure.ts'
import { Failure } from '../../src/failure.ts'
import { fleet, openWorld } from '../support/run-frota.ts'

const EXIT_FAILURE = 1
/** Less than one database of the embedded engine. */
const DATA_SIZE = '8m'
/** Room for the probe at the start, not for the reports. */
const REPORTS_SIZE = '32k'
const FILE = fleet('alphanumeric-cnpj.csv')

interface Said {
  readonly code: number | null
  readonly stderr: string
}

const canMount = tryMount()
const how = canMount
  ? 'on a small disk'
  : 'by the system’s error, since nothing may be mounted here'

function tryMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const path = mkdtempSync(join(tmpdir(), 'frota-mount-'))
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path])
  if (made.status === 0) spawnSync('umount', [path])
  rmdirSync(path)
  return made.status === 0
}

async function onSmallDisk(path: string, size: string, work: () => Promise<Said>): Promise<Said> {
  await mkdir(path)
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  try {
    return await work()
  } finally {
    spawnSync('umount', [path])
  }
}

/** What main makes of the failure that a stage would throw. */
function saidOf(of: (cause: unknown, path: string) => unknown, path: string): Said {
  const failure = of(Object.assign(new Error('no room'), { code: 'ENOSPC' }), path)
  if (!(failure instanceof Failure)) throw new Error('A full disk is not named as one.')
  return { code: failure.exitCode, stderr: `frota: ${failure.in('en')}` }
}

test(`a data directory without room is said, ${how}`, async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const small = join(world.dir, 'small')
  const env = { FROTA_DATA_DIR: join(small, 'data') }
  const said = canMount
    ? await onSmallDisk(small, DATA_SIZE, () => world.run(['reconcile', FILE], { env }))
    : saidOf(directoryFailure, small)
  expect(said.code).toBe(EXIT_FAILURE)
  expect(said.stderr).toMatch(/^frota: .*disk of .* full.*room/s)
})

test(`reports without room are said, ${how}, and written again once there is some`, async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const small = join(world.dir, 'small')
  const env = canMount ? { FROTA_REPORTS_DIR: small } : {}
  const run = (): Promise<Said> => world.run(['reconcile', FILE], { env })
  const ran = canMount ? await onSmallDisk(small, REPORTS_SIZE, run) : await run()
  const said = canMount
    ? ran
    : saidOf((cause, path) => directoryFailure(cause, path, REPORTS), small)
  expect(said.code).toBe(EXIT_FAILURE)
  expect(said.stderr).toMatch(/^frota: .*disk of .* full.*frota report/s)
  const full = expect.stringMatching(/disk of .* full/) as string
  const noted = canMount ? { en: full } : null
  expect(await world.json(['runs'])).toMatchObject({ runs: [{ state: 'done', failure: noted }] })
  expect(await world.json(['report'])).toMatchObject({ run: 1, closes: true })
  expect(await world.json(['runs'])).toMatchObject({ runs: [{ state: 'done', failure: null }] })
})
