/** A scenario file that cannot be used stops `frota service` before it listens, and says why. */
import { expect, test } from 'vitest'
import { openWorld } from '../support/run-frota.ts'

test('a scenario file that is not there', async () => {
  await using world = await openWorld({ SERVICE_SCENARIO_FILE: '/nowhere/missing.json', PORT: '0' })
  const ended = await world.run(['service'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/SERVICE_SCENARIO_FILE: .*missing\.json não pode ser lido/)
})
