/** What a further machine needs: the two URLs, the key and the secret file; all else is remembered. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testEngine } from '../support/database.ts'
import { openWorld, type World } from '../support/run-frota.ts'

const CONFIGURATION = 2
const TEST_MS_MAX = 180_000

describe.runIf(testEngine() === 'postgresql')('a further machine', () => {
  let worlds: AsyncDisposableStack
  let runner: World
  beforeEach(async () => {
    worlds = new AsyncDisposableStack()
    runner = worlds.use(await openWorld({ FROTA_LOCALE: 'en' }))
  }, TEST_MS_MAX)
  afterEach(() => worlds.disposeAsync())

  test(
    'takes service, account and options from the ledger, and is refused with another secret',
    async () => {
      const home = worlds.use(await openWorld({}))
      const { url, accountId, apiKey } = await home.serve()
      const path = join(runner.dir, 'key')
      await writeFile(path, `${apiKey}\n`, { mode: 0o600 })
      const key = { FROTA_API_KEY_FILE: path }

      const early = await runner.run(['worker'], { env: key })
      expect(early).toMatchObject({ code: CONFIGURATION, stdout: '' })
      expect(early.stderr).toContain('FROTA_API_URL')

      const named = { ...key, FROTA_API_URL: url, FROTA_ACCOUNT_ID: accountId }
      const first = runner.start(['worker'], { env: { ...named, FROTA_TIME_ZONE: 'UTC' } })
      await first.saw(/working; next: nightly/)
      first.kill('SIGTERM')
      expect((await first.ended).code).toBe(0)

      const dir = join(runner.dir, 'further')
      const further = { ...key, FROTA_DATA_DIR: dir }
      const stranger = await runner.run(['worker'], { env: further })
      expect(stranger.code).toBe(CONFIGURATION)
      expect(stranger.stderr).toContain('copy it from the first machine')

      const secret = { FROTA_SECRET_FILE: join(runner.dataDir, 'secret.json') }
      const second = runner.start(['worker'], { env: { ...further, ...secret } })
      await second.saw(/Service, account and options come from the ledger: http/)
      await second.saw(/working; next: nightly/)
      const status = await runner.json(['status'], { env: secret })
      // Nothing was imported yet, and the health check of a container says only that.
      expect(status).toMatchObject({ fleet: null, run: null })
      second.kill('SIGTERM')
      expect((await second.ended).code).toBe(0)

      // Whoever names a service is believed, and what changes is said.
      const moved = url.replace('127.0.0.1', 'localhost')
      const nightly = await runner.run(['nightly', '--for', '1s'], {
        env: { ...named, FROTA_API_URL: moved },
      })
      expect(nightly.code).toBe(0)
      expect(nightly.stdout).toContain(`The ledger now names the service ${moved}`)
      const [row] = await runner.query('SELECT api_url, settings FROM frota.installation')
      expect(row).toMatchObject({
        api_url: moved,
        settings: { shared: { options: { FROTA_TIME_ZONE: 'UTC' } } },
      })
      expect(JSON.stringify(row)).not.toContain(apiKey)
    },
    TEST_MS_MAX,
  )
})
