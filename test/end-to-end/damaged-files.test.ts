/**
 * What lies beside the database, damaged in each way: the secret, the intent journal, the report of
 * the last run. Told in one sentence and left as it is, or survived; never a secret made silently.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { howMany } from '../support/extent.ts'
import { firstVehicles, openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const world = await forFile(openWorld({ FROTA_LOCALE: 'en' }))
const earlier = join(world.dir, 'earlier')
await world.run(['reconcile', await firstVehicles(world, 3)])
await world.release()
cpSync(join(world.dataDir, 'intents.jsonl'), earlier)
await world.run(['reconcile'])

const write = (path: string, bytes: Uint8Array): void => writeFileSync(path, bytes, { mode: 0o600 })
const WAYS: Readonly<Record<string, (path: string, bytes: Buffer) => void>> = {
  missing: (path) => rmSync(path),
  emptied: (path) => write(path, Buffer.alloc(0)),
  halved: (path, bytes) => write(path, bytes.subarray(0, bytes.length >> 1)),
  flipped: (path, bytes) => {
    const changed = Buffer.from(bytes)
    const at = Math.floor(bytes.length / 3)
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
    write(path, changed)
  },
}
const ways = Object.entries(WAYS).slice(0, howMany(1, 4))

/** Damages the file, works with it, and puts back what was there, if nothing was made. */
async function whileDamaged<T>(
  path: string,
  damage: (path: string, bytes: Buffer) => void,
  work: () => Promise<T>,
): Promise<T> {
  await world.release()
  const kept = readFileSync(path)
  damage(path, kept)
  try {
    return await work()
  } finally {
    write(path, kept)
  }
}

test.each(ways)('the secret %s: one sentence, and none is made', async (_way, damage) => {
  const path = join(world.dataDir, 'secret.json')
  const contents = (): string | undefined =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const { ended, before, after } = await whileDamaged(path, damage, async () => {
    const found = contents()
    return { before: found, ended: await world.run(['reconcile']), after: contents() }
  })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/^frota: The secret file .*(Restore|original).*\n$/)
  expect(after).toBe(before)
})

const JOURNAL_WAYS: typeof ways = [...ways, ['older', (path) => cpSync(earlier, path)]]
test.each(JOURNAL_WAYS)('the journal %s: survived, or one sentence', async (_way, damage) => {
  const path = join(world.dataDir, 'intents.jsonl')
  const ended = await whileDamaged(path, damage, () => world.run(['reconcile']))
  const isTold = /^frota: The intent journal .* frota restore FOLDER --replace\n$/.test(
    ended.stderr,
  )
  expect(ended.code === 0 ? ended.stderr : isTold).toBe(ended.code === 0 ? '' : true)
})

const REPORT_FILES = ['manifest.json', 'debts.csv', 'summary.html'].slice(0, howMany(1, 3))
test.each(
  REPORT_FILES.flatMap((name) => ways.map(([way, damage]) => [name, way, damage] as const)),
)('%s of a report %s: written again', async (name, _way, damage) => {
  const folder = join(world.reportsDir, readdirSync(world.reportsDir).toSorted()[0] ?? '')
  const path = join(folder, name)
  const ended = await whileDamaged(path, damage, async () => {
    const { stderr, code } = await world.run(['report', '1'])
    return { stderr, code, bytes: readFileSync(path).length }
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.bytes).toBeGreaterThan(100)
})
