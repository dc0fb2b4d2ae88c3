/** What happens when the reader of a pipe goes away, as `| head` does, or the output is lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, open, stat } from 'node:fs/promises'
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
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
    const [code] = await once(child, 'close')
    expect(told).toBe('')
    expect(code).toBe(0)
  },
)

test('an output that cannot be written is told in a line, and the command is done', async () => {
  await using data = await mkdtempDisposable(join(tmpdir(), 'frota-lost-'))
  await using notWritable = await open(bin, 'r')
  const out = join(data.path, 'model.csv')
  const env = { ...process.env, FROTA_DATA_DIR: data.path }
  const child = spawn(process.execPath, [bin, 'template', '--out', out, '--locale', 'en'], {
    stdio: ['ignore', notWritable.fd, 'pipe'],
    env,
  })
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  const [code] = await once(child, 'close')
  expect(told).toMatch(/^frota: the output cannot be written \(EBADF\)\n$/)
  expect(code).toBe(1)
  expect((await stat(out)).size).toBeGreaterThan(0)
})
