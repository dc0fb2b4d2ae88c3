/** A run is stopped in order, continued and asked again from the pages. */
import { expect, test } from 'vitest'
import { openTestConsole, type TestConsole } from './open-console.ts'

const stateOf = async (pages: TestConsole, run: number): Promise<string | undefined> => {
  const page = await pages.text(`/runs/${run}`)
  return /data-state="([a-z-]+)"/.exec(page)?.[1]
}

const numberOf = async (pages: TestConsole): Promise<number> => {
  const ended = (await pages.get('/runs/current')).headers.get('location')
  return Number(/\/runs\/(\d+)/.exec(ended ?? '')?.[1])
}

test('a stopped run is continued from the pages', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  expect(await pages.text('/runs')).not.toContain('Reconcile now')
  const early = await pages.send('/runs', { mode: 'open-or-join' })
  expect(early.status).toBe(422)
  expect(await early.text()).toContain('no run of this fleet')
  const verdict = await pages.verdictOf('small.csv')
  await pages.start(verdict)
  await pages.send('/runs/current/stop')
  await Array.fromAsync(pages.events())
  // How far it came depends on the machine; an unexpected error it never is.
  expect(await pages.text('/runs/current')).not.toContain('unexpected')
  await pages.start(verdict)
  let isStopped = false
  for await (const { data } of pages.events()) {
    if (isStopped || !data.includes('data-stage="consult"')) continue
    isStopped = true
    expect((await pages.send('/runs/current/stop')).status).toBe(303)
    const page = await pages.text('/runs/current')
    expect(page).toMatch(/Stopping|data-state="stopped"/)
  }
  const stopped = await numberOf(pages)
  expect(await stateOf(pages, stopped)).toBe('stopped')
  const ended = await pages.text(`/runs/${stopped}`)
  expect(ended).toContain('Go on with what is open')
  expect((await pages.send('/runs', { mode: 'resume' })).headers.get('location')).toBe(
    '/runs/current',
  )
  await Array.fromAsync(pages.events())
  expect(await stateOf(pages, stopped + 1)).toBe('done')
  expect(await pages.text(`/runs/${stopped + 1}`)).not.toContain('Go on with')
  expect((await pages.send('/runs', { mode: 'nothing' })).status).toBe(422)
})

/** By the faults of docs/faults.md: answered, failing once, failing always. */
const VEHICLES = `plate,renavam,uf,owner_document
ZZN1A11,02837517024,SP,52998224725
ZZM1A11,03528039860,SP,52998224725
ZZL1A11,16539904925,SP,52998224725
`

test('a vehicle whose question failed is asked again alone, from its own page', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  await pages.reconcile(new Blob([VEHICLES]))
  const list = await pages.text('/vehicles')
  const pathOf = (plate: string): string =>
    new RegExp(`href="(/vehicles/[0-9a-f-]{36})">${plate}`).exec(list)?.[1] ?? ''
  const read = async (plate: string): Promise<{ page: string; asked: number }> => {
    const page = await pages.text(pathOf(plate))
    const [, answers = ''] = page.split('>Answers<')
    return { page, asked: answers.split('</section>')[0]?.split('<tr>').length ?? 0 }
  }
  const before = { once: await read('ZZM1A11'), always: await read('ZZL1A11') }
  expect(before.once.page).toContain('Ask again about ZZM1A11')
  const vehicle = /name="vehicle" value="([^"]+)"/.exec(before.once.page)?.[1] ?? ''
  expect(pathOf('ZZM1A11')).toContain(vehicle)
  const wish = { mode: 'retry', vehicle }
  expect((await pages.send('/runs', wish)).status).toBe(303)
  await Array.fromAsync(pages.events())
  expect((await read('ZZM1A11')).asked).toBe(before.once.asked + 1)
  expect((await read('ZZL1A11')).asked).toBe(before.always.asked)
  const known = await read('ZZN1A11')
  expect(known.page).toMatch(
    /its answer is fresh until[^]*Ask again about ZZN1A11[^]*takes one consultation of the quota/,
  )
  const fresh = pathOf('ZZN1A11').replace('/vehicles/', '')
  const anew = { mode: 'retry', vehicle: fresh }
  expect((await pages.send('/runs', anew)).status).toBe(303)
  await Array.fromAsync(pages.events())
  const after = await read('ZZN1A11')
  expect(after.asked).toBe(known.asked + 1)
  expect(after.page).toContain('its answer is fresh until')
  expect((await read('ZZM1A11')).asked).toBe(before.once.asked + 1)
  await pages.send(`${pathOf('ZZN1A11')}/remove`, { sure: 'yes' })
  const refused = await pages.send('/runs', anew)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/ZZN1A11 cannot be asked about now: it was deactivated/)
  for (const wrong of [{ vehicle: crypto.randomUUID() }, { vehicle: 'x' }, { mode: 'resume' }]) {
    expect((await pages.send('/runs', { mode: 'retry', vehicle, ...wrong })).status).toBe(422)
  }
})
