/**
 * What a person reads is compared with files under test/golden/reports. To update them, run
 * `FROTA_GOLDEN=update npx vitest run test/reconciliation/reports/golden.test.ts`; read the diff.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildFixedLedger } from './fixed-ledger.ts'
import { at, IMPORT } from './ledger-builder.ts'
import { filesOf, setUpReports } from './reports-setup.ts'
import { forFile } from '../../support/for-file.ts'

const GOLDEN = new URL('../../golden/reports/', import.meta.url).pathname
const isUpdate = process.env['FROTA_GOLDEN'] === 'update'

const setup = await forFile(setUpReports(buildFixedLedger))

/** A line for each block of the page; its style is a constant of the code and says nothing here. */
function pageLines(bytes: Buffer): Buffer {
  const lines = bytes
    .toString()
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/\s+/g, ' ')
    .replace(
      / ?(<(?:aside|main|section|h\d|div class="(?:card|issue|keys)|svg class|tr|li|dt|p)\b)/g,
      '\n$1',
    )
  return Buffer.from(`${lines.trim()}\n`)
}

/** A line for each check and each innermost object, which is what a person compares. */
function manifestLines(bytes: Buffer): Buffer {
  const manifest = JSON.parse(bytes.toString()) as { checks: Record<string, unknown>[] }
  const checks = manifest.checks.map((check) => Object.values(check).join(' | '))
  const lines = JSON.stringify({ ...manifest, checks }, null, 2).replace(
    /\{\n[^{}[\]]*\}/g,
    (innermost) => innermost.replace(/\s*\n\s*/g, ' '),
  )
  return Buffer.from(`${lines}\n`)
}

const COMPARED_BY_LINES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'manifest.json': manifestLines,
  'summary.html': pageLines,
}

/** Files whose form depends on the flavour; what the others say is golden in one language. */
const isTable = (file: string): boolean => file.endsWith('.csv')

async function compareWithGolden(
  name: string,
  written: string,
  isCompared: (file: string) => boolean = () => true,
): Promise<void> {
  const golden = join(GOLDEN, name)
  const files = Object.fromEntries(
    Object.entries(await filesOf(written))
      .filter(([file]) => isCompared(file))
      .map(([file, bytes]) => [file, COMPARED_BY_LINES[file]?.(bytes) ?? bytes]),
  )
  if (isUpdate) {
    await rm(golden, { recursive: true, force: true })
    await mkdir(golden, { recursive: true })
    for (const [file, bytes] of Object.entries(files)) await writeFile(join(golden, file), bytes)
  }
  expect(await readdir(golden)).toEqual(Object.keys(files))
  for (const [file, bytes] of Object.entries(files)) {
    const expected = await readFile(join(golden, file))
    // Text first, for a readable difference; then the bytes, for the encoding.
    expect({ [file]: bytes.toString() }).toEqual({ [file]: expected.toString() })
    expect({ [file]: bytes.equals(expected) }).toEqual({ [file]: true })
  }
}

test('the reports of a fixed ledger are the golden files, in Portuguese for Excel', async () => {
  const run = await setup.builder.run(7, {
    import_id: IMPORT,
    state: 'carried-over',
    carried_over_until: at('21', 3),
  })
  const written = await setup.report(run)
  expect(basename(written.directory)).toBe('2026-11-20-0007')
  expect(written.closes).toBe(true)
  await compareWithGolden('excel-pt-br', written.directory)
})

test('the same ledger gives the same bytes', async () => {
  const run = await setup.builder.run(8, { import_id: IMPORT })
  const once = await filesOf((await setup.report(run)).directory)
  const twice = await filesOf((await setup.report(run)).directory)
  expect(twice).toEqual(once)
})

test('the tables of the machine flavour in English are golden too', async () => {
  const settings = { flavour: 'machine', locale: 'en', zone: 'UTC' }
  const run = await setup.builder.run(9, { import_id: IMPORT, simulated: false }, settings)
  const written = await setup.report(run)
  await compareWithGolden('machine-en', written.directory, isTable)
})
