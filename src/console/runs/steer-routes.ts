/** What people want of runs: start one without a file, stop what is done, withdraw what waits. */
import type { FastifyInstance } from 'fastify'
import { askForRun } from '../../app/requests/ask-for-run.ts'
import { Refusal } from '../frame/refusal.ts'
import { formOf, needs } from '../frame/route-parts.ts'
import type { RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { AGAIN_MODES } from './again-forms.ts'

const STATUS_REFUSED = 422

export function addSteerRoutes(pages: FastifyInstance, { tools, settingOf }: RouteParts): void {
  pages.post('/runs', needs('run'), async (request, reply) => {
    const setting = settingOf(request)
    const { texts, busy, visitor, fleet: fleetName } = setting
    const wanted = formOf(request, setting).get('mode')
    const kind = AGAIN_MODES.find((each) => each === wanted)
    if (kind === undefined) throw new Refusal(STATUS_REFUSED, texts.notices.form)
    const isKnown = await withFleet(tools, setting, async () => true, false)
    if (!isKnown) throw new Refusal(STATUS_REFUSED, texts.runs.none)
    // A second click follows the run that the first one started.
    if (!busy) {
      const asked = { fleetName, kind, name: texts.run.again[kind], by: visitor.person.name }
      await tools.ledger.use((ledger) => askForRun(ledger, tools, asked))
      tools.ownRuns.poke()
    }
    return reply.redirect('/runs/current', 303)
  })

  pages.post('/runs/current/stop', needs('run'), async (request, reply) => {
    const setting = settingOf(request)
    formOf(request, setting)
    const { fleet, visitor, busy } = setting
    const at = new Date(tools.clock.now())
    if (busy) {
      await tools.ledger.use(({ requests }) => requests.askStop(fleet, visitor.person.name, at))
    }
    return reply.redirect('/runs/current', 303)
  })

  pages.post('/runs/current/withdraw', needs('run'), async (request, reply) => {
    const setting = settingOf(request)
    formOf(request, setting)
    const at = new Date(tools.clock.now())
    if (setting.busy) {
      await tools.ledger.use(({ requests }) => requests.withdraw(setting.fleet, at))
    }
    return reply.redirect('/runs/current', 303)
  })
}
