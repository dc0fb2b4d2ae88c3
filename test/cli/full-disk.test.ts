/**
 * A full disk. Only root may mount a small one, as the gate's containers can; elsewhere the mapping
 * from the system's error to what is said is asserted instead, so that nothing is skipped.
 */
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { directoryFailure } from '../../src/database/directory-failure.ts'
import { asReportFailure } from '../../src/reconciliation/reports/report-failure.ts'
import { fleet, openWorld } from '../support/run-frota.ts'

const EXIT_FAILURE = 1
/** Less than one database of the embedded engine. */
const DATA_MEGABYTES = 8
/** Room for the probe at the start, not for the reports. */
const REPORTS_KILOBYTES = 32

/** Undefined where this process may not mount. */
function mountSmall(path: string, size: string): Disposable | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  if (made.status !== 0) return undefined
  return { [Symbol.dispose]: () => void spawnSync('umount', [path]) }
}

function full(): Error {
  return Object.assign(new Error('no room'), { code: 'ENOSPC' })
}

test('a data directory without room is said, and nothing is left running', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const small = join(world.dir, 'small')
  await mkdir(small)
  using mounted = mountSmall(small, `${DATA_MEGABYTES}m`)
  const said = /disk of .* full.*room/s
  if (mounted === undefined) {
    const failure = directoryFailure(full(), small)
    expect(failure).toMatchObject({ code: 'disk-full', exitCode: EXIT_FAILURE })
    expect(String(failure)).toMatch(said)
    return
  }
  const env = { FROTA_DATA_DIR: join(small, 'data') }
  const ended = await world.run(['reconcile', fleet('small.csv')], { env })
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({
    code: EXIT_FAILURE,
    stderr: expect.stringMatching(said),
  })
})

test('reports without room are said, and written again once there is some', async () => {
  await using world = await openWorld({ FROTA_LOCALE: 'en' })
  const small = join(world.dir, 'small')
  await mkdir(small)
  const said = /space .* reports .*frota report/s
  const env = { FROTA_REPORTS_DIR: small }
  {
    using mounted = mountSmall(small, `${REPORTS_KILOBYTES}k`)
    if (mounted === undefined) {
      const failure = asReportFailure(full(), small)
      expect(failure).toMatchObject({ code: 'disk-full', exitCode: EXIT_FAILURE })
      expect(String(failure)).toMatch(said)
      return
    }
    const ended = await world.run(['reconcile', fleet('small.csv')], { env })
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({
      code: EXIT_FAILURE,
      stderr: expect.stringMatching(said),
    })
  }
  const again = await world.json(['report'])
  expect(again).toMatchObject({ run: 1, closes: true })
})
