/** Runner and service as two programs that meet only over HTTP; the service dies and comes back. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fleetFile, plateOf } from '../support/fleet-file.ts'
import { accessTo, openWorld, startService } from '../support/run-frota.ts'

const VEHICLES = 8
const EXIT_FAILURE = 1
const TEST_MS_MAX = 180_000
/** The look-ups of what was on its way take seconds instead of minutes. */
const SCALED = { FROTA_TEST_SCALE: '300' }
const PORT = /:(\d+)$/

test(
  'a service that dies in mid-run ends it with 1; resume finishes it without doubles',
  async () => {
    await using home = await openWorld(SCALED)
    await using runner = await openWorld({ ...SCALED, FROTA_LOCALE: 'en', LOG_LEVEL: 'debug' })
    const first = await startService(home)
    const { url } = first.facts
    const env = accessTo(first.facts)

    const file = join(runner.dir, 'fleet.csv')
    await writeFile(
      file,
      fleetFile(VEHICLES, (index) => plateOf('TP', index)),
    )
    const broken = runner.start(['reconcile', file], { env })
    await broken.saw(/"route":"createConsultation"/)
    first.running.kill('SIGKILL')
    const ended = await broken.ended
    expect(ended.code).toBe(EXIT_FAILURE)
    const said = ended.stderr.split('\n').filter((line) => line.startsWith('frota: '))
    expect(said).toEqual([expect.stringMatching(/cannot be reached.*FROTA_API_URL/)])
    const { stdout } = await runner.run(['runs'])
    expect(stdout).toMatch(/^ +1 .* failed .*\n +.*cannot be reached.*FROTA_API_URL/)

    const port = PORT.exec(url)?.[1] ?? ''
    const second = await startService(home, { env: { PORT: port } })
    expect(second.facts.url).toBe(url)
    const resumed = await runner.json(['resume'], { env })
    expect(resumed).toMatchObject({ state: 'done', carriedOver: 0, closes: true })

    const asked = await home.query(
      'SELECT vehicle_id, count(*)::int AS n FROM service.consultation GROUP BY 1',
    )
    expect(asked.filter(({ n }) => n !== 1)).toEqual([])
    const vehicles = await home.query('SELECT DISTINCT renavam FROM service.vehicle')
    expect(vehicles).toHaveLength(VEHICLES)
    expect(await home.count('SELECT count(*) FROM service.vehicle')).toBe(VEHICLES)
    expect(asked).toHaveLength(VEHICLES)
    expect(await runner.query("SELECT * FROM frota.campaign_member WHERE state = 'open'")).toEqual(
      [],
    )
  },
  TEST_MS_MAX,
)
