/** How much a short command loads: half of its time was once reading modules that it did not use. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../support/run-frota.ts'

/** Without a ledger; and with one, of which Kysely is half. */
const BARE_MAX = 110
const LEDGER_MAX = 650
/** They check answers and send requests; these commands do neither where no order is open. */
const UNUSED = /node_modules\/(typebox|undici|bullmq|fastify|echarts)\//

test('commands that only read load neither the client nor what checks its answers', async () => {
  await using world = await openWorld({ LOG_LEVEL: 'silent' })
  const file = join(world.dir, 'loaded')
  const program = `import fs from 'node:fs'
    import { registerHooks } from 'node:module'
    import { isMainThread } from 'node:worker_threads'
    const seen = new Set()
    const load = (url, context, next) => (seen.add(url), next(url, context))
    if (isMainThread) registerHooks({ load })
    if (isMainThread) process.on('exit', () => fs.writeFileSync('${file}', [...seen].join('\\n')))`
  const env = {
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(program)}"`,
  }
  const loaded = async (...args: string[]): Promise<string[]> => {
    await world.start(args, { env }).ended
    return (await readFile(file, 'utf8')).split('\n')
  }
  expect((await loaded('--version')).length).toBeLessThan(BARE_MAX)
  for (const name of ['status', 'orders', 'plan', 'quota', 'runs']) {
    const modules = await loaded(name)
    expect({ name, unused: modules.filter((url) => UNUSED.test(url)) }).toEqual({
      name,
      unused: [],
    })
    expect(modules.length).toBeLessThan(LEDGER_MAX)
  }
})
