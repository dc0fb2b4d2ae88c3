/** What happens when the reader of a pipe goes away, as `| head` does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/frota.mjs', import.meta.url))

test.each([['--help'], ['service', '--help'], ['check', 'fixtures/fleets/small.csv']])(
  'frota %s ends well when nobody reads any more',
  async (...words) => {
    await using data = await mkdtempDisposable(join(tmpdir(), 'frota-pipe-'))
    const env = { ...process.env, FROTA_DATA_DIR: data.path }
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    const child = spawn(process.execPath, [bin, ...words], { stdio: [...stdio], env })
    child.stdout.destroy()
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
    const [code] = await once(child, 'close')
    expect(told).toBe('')
    expect(code).toBe(0)
  },
)
