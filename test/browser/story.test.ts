/**
 * A whole month by people who open no terminal, on the embedded default: connect the service, set
 * the rules, upload, start, stop, continue, edit, two approvals, pay, check, close.
 */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startWallClock } from '../../src/clock.ts'
import { openTestConsole } from '../console/open-console.ts'
import { openBrowser } from '../support/browser.ts'
import { fleet, openWorld, startingAt, startService } from '../support/run-frota.ts'
import * as story from './month-story.ts'

const browser = await openBrowser()
const home = await openWorld({ ...startingAt(story.OCTOBER), FROTA_TEST_SCALE: '200' })
afterAll(async () => {
  await browser.close()
  await home[Symbol.asyncDispose]()
})

test(
  'a fleet manager and two approvers do a month in the browser',
  async () => {
    const { facts } = await startService(home)
    const environment = {
      FROTA_DATA_DIR: join(home.dir, 'console-data'),
      FROTA_REPORTS_DIR: join(home.dir, 'reports'),
      // Fewer than the fleet has: the first run still waits for the quota when it is stopped.
      FROTA_CONSULTATIONS_PER_HOUR: '12',
    }
    startWallClock({ thenMs: Date.parse(story.OCTOBER) })
    {
      await using pages = await openTestConsole(environment)
      const { origin } = pages
      const rosa = await story.newVisitor(browser)
      await rosa.goto(pages.url)
      await rosa.getByRole('link', { name: 'Ajustes' }).click()
      await rosa.getByLabel('Endereço do serviço').fill(facts.url)
      await rosa.getByLabel('Conta').fill(facts.accountId)
      await rosa.getByLabel('Chave da API').fill(facts.apiKey)
      await rosa.getByRole('button', { name: 'Testar e conectar' }).click()
      await rosa.getByRole('heading', { name: 'Conectado' }).waitFor()
      await story.setRules(rosa, origin)
      await story.uploadStopAndContinue(rosa, { origin, file: fleet('small.csv') })
      await story.editAVehicle(rosa, origin)
      const ana = await story.enter(rosa, origin, { name: 'Ana Souza', role: 'approver' })
      const bia = await story.enter(rosa, origin, { name: 'Bia Lima', role: 'approver' })
      expect(await story.approveFirst(ana, origin)).toContain('aguarda uma segunda pessoa')
      expect(await story.approveFirst(bia, origin)).toContain('aprovad')
      await story.runAgain(rosa, origin)
      await story.payAndCheck(bia, origin, facts)
    }

    // Two weeks later; the console was closed meanwhile.
    startWallClock({ thenMs: Date.parse(story.NOVEMBER) })
    await using later = await openTestConsole(environment)
    const closer = await story.newVisitor(browser)
    await closer.goto(`${later.origin}/sign-in`)
    await story.signIn(closer, 'Bia Lima')
    await story.closeOctober(closer, later.origin, 'Bia Lima')
  },
  story.STORY_MS_MAX,
)
