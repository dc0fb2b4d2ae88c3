/** A service that stops offering a state: no slot is spent, a person reads why, and it comes back. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessTo, openWorld } from '../support/run-frota.ts'

const SHEET = `plate,renavam,uf,owner_document
ZZN1A11,02837517024,SP,52998224725
ZZN1A12,09690517916,RJ,52998224725
`
const ASKED = `select vehicle.uf from service.consultation
  join service.vehicle on vehicle.id = consultation.vehicle_id order by vehicle.uf`

test('a vehicle of a state that is not offered costs no slot, says so, and is asked once it is', async () => {
  await using service = await openWorld()
  const [sheet, scenario] = [join(service.dir, 'fleet.csv'), join(service.dir, 'scenario.json')]
  await writeFile(sheet, SHEET)
  await writeFile(scenario, '{"coverage": [{"uf": "SP", "consultation": false}]}')
  const facts = await service.serve({ SERVICE_SCENARIO_FILE: scenario })
  await using runner = await openWorld({
    ...accessTo(facts),
    FROTA_LOCALE: 'en',
    FROTA_CSV_FLAVOUR: 'machine',
  })
  expect(await runner.run(['reconcile', sheet])).toMatchObject({ code: 0, stderr: '' })
  expect(await service.query(ASKED)).toEqual([{ uf: 'RJ' }])
  // A slot that a busy machine gave back unused is one that nothing was sent with.
  const used = "select count(*) from frota.quota_use where state <> 'never-sent'"
  expect(await runner.count(used)).toBe(1)
  expect(await runner.report('exceptions.csv')).toMatch(
    /^notice,member-excluded,ZZN1A11.*the service does not offer consultations in this state now/m,
  )
  const { stdout } = await runner.run(['why', 'ZZN1A11'])
  expect(stdout).toMatch(/Now: +the service offers no consultations in this state/)

  await facts.stop()
  await service.serve({ PORT: new URL(facts.url).port })
  expect(await runner.json(['reconcile'])).toMatchObject({ carriedOver: 0, closes: true })
  expect(await service.query(ASKED)).toEqual([{ uf: 'RJ' }, { uf: 'SP' }])
  const { vehicles } = await runner.json(['why', 'ZZN1A11'])
  expect(vehicles).not.toMatchObject([{ hold: { hold: 'state-not-offered' } }])
})
