/** A run is stopped in order, continued and asked again from the pages. */
import { openAsBlob } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestConsole, type TestConsole } from './open-console.ts'

const steer = async (pages: TestConsole, path: string, mode = ''): Promise<Response> => {
  const form_token = await pages.formToken()
  return pages.post(path, new URLSearchParams({ form_token, mode }))
}

const stateOf = async (pages: TestConsole, run: number): Promise<string | undefined> => {
  const page = await (await pages.get(`/runs/${run}`)).text()
  return /data-state="([a-z-]+)"/.exec(page)?.[1]
}

const numberOf = async (pages: TestConsole): Promise<number> => {
  const ended = (await pages.get('/runs/current')).headers.get('location')
  return Number(/\/runs\/(\d+)/.exec(ended ?? '')?.[1])
}

test('a stopped run is continued, and what is done is asked again, from the pages', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  expect(await (await pages.get('/runs')).text()).not.toContain('Reconcile now')
  const early = await steer(pages, '/runs', 'open-or-join')
  expect(early.status).toBe(422)
  expect(await early.text()).toContain('no run of this fleet')
  const sent = await pages.upload(await openAsBlob('fixtures/fleets/small.csv'), 'small.csv')
  const verdict = sent.headers.get('location') ?? ''
  await pages.start(verdict)
  await steer(pages, '/runs/current/stop')
  await Array.fromAsync(pages.events())
  // How far it came depends on the machine; an unexpected error it never is.
  expect(await (await pages.get('/runs/current')).text()).not.toContain('unexpected')
  await pages.start(verdict)
  let isStopped = false
  for await (const { data } of pages.events()) {
    if (isStopped || !data.includes('data-stage="consultations"')) continue
    isStopped = true
    expect((await steer(pages, '/runs/current/stop')).status).toBe(303)
    const page = await (await pages.get('/runs/current')).text()
    expect(page).toMatch(/Stopping|data-state="stopped"/)
  }
  const stopped = await numberOf(pages)
  expect(await stateOf(pages, stopped)).toBe('stopped')
  const ended = await (await pages.get(`/runs/${stopped}`)).text()
  expect(ended).toContain('Go on with what is open')
  expect((await steer(pages, '/runs', 'resume')).headers.get('location')).toBe('/runs/current')
  await Array.fromAsync(pages.events())
  expect(await stateOf(pages, stopped + 1)).toBe('done')
  expect(await (await pages.get(`/runs/${stopped + 1}`)).text()).not.toContain('Go on with')
  await steer(pages, '/runs', 'retry')
  await Array.fromAsync(pages.events())
  expect(await stateOf(pages, stopped + 2)).toBe('done')
  expect((await steer(pages, '/runs', 'nothing')).status).toBe(422)
})

/** By the faults of docs/faults.md: answered, failing once, failing always. */
const VEHICLES = `plate,renavam,uf,owner_document
ZZN1A11,02837517024,SP,52998224725
ZZM1A11,03528039860,SP,52998224725
ZZL1A11,16539904925,SP,52998224725
`

test('a vehicle whose question failed is asked again alone, from its own page', async () => {
  await using pages = await openTestConsole({ FROTA_LOCALE: 'en' })
  const sent = await pages.upload(new Blob([VEHICLES]), 'three.csv')
  await pages.start(sent.headers.get('location') ?? '')
  await Array.fromAsync(pages.events())
  const list = await (await pages.get('/vehicles')).text()
  const pathOf = (plate: string): string =>
    new RegExp(`href="(/vehicles/[0-9a-f-]{36})">${plate}`).exec(list)?.[1] ?? ''
  const read = async (plate: string): Promise<{ page: string; asked: number }> => {
    const page = await (await pages.get(pathOf(plate))).text()
    const [, answers = ''] = page.split('>Answers<')
    return { page, asked: answers.split('</section>')[0]?.split('<tr>').length ?? 0 }
  }
  const before = { once: await read('ZZM1A11'), always: await read('ZZL1A11') }
  expect(before.once.page).toContain('Ask again about ZZM1A11')
  const form_token = await pages.formToken()
  const vehicle = /name="vehicle" value="([^"]+)"/.exec(before.once.page)?.[1] ?? ''
  expect(pathOf('ZZM1A11')).toContain(vehicle)
  const wish = new URLSearchParams({ form_token, mode: 'retry', vehicle })
  expect((await pages.post('/runs', wish)).status).toBe(303)
  await Array.fromAsync(pages.events())
  expect((await read('ZZM1A11')).asked).toBe(before.once.asked + 1)
  expect((await read('ZZL1A11')).asked).toBe(before.always.asked)
  const known = await read('ZZN1A11')
  expect(known.page).toMatch(
    /its answer is fresh until[^]*Ask again about ZZN1A11[^]*takes one consultation of the quota/,
  )
  const fresh = pathOf('ZZN1A11').replace('/vehicles/', '')
  const anew = new URLSearchParams({ form_token, mode: 'retry', vehicle: fresh })
  expect((await pages.post('/runs', anew)).status).toBe(303)
  await Array.fromAsync(pages.events())
  const after = await read('ZZN1A11')
  expect(after.asked).toBe(known.asked + 1)
  expect(after.page).toContain('its answer is fresh until')
  expect((await read('ZZM1A11')).asked).toBe(before.once.asked + 1)
  const removed = new URLSearchParams({ form_token, sure: 'yes' })
  await pages.post(`${pathOf('ZZN1A11')}/remove`, removed)
  const refused = await pages.post('/runs', anew)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/ZZN1A11 cannot be asked about now: it was deactivated/)
  for (const wrong of [{ vehicle: crypto.randomUUID() }, { vehicle: 'x' }, { mode: 'resume' }]) {
    const form = new URLSearchParams({ form_token, mode: 'retry', vehicle, ...wrong })
    expect((await pages.post('/runs', form)).status).toBe(422)
  }
})
