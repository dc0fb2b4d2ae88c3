/** What people want of runs: start one without a file, or stop the one under way. */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../frame/refusal.ts'
import { formOf, needs } from '../frame/route-parts.ts'
import type { RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { AGAIN_MODES } from './again-forms.ts'

const STATUS_REFUSED = 422

export function addSteerRoutes(pages: FastifyInstance, { tools, settingOf }: RouteParts): void {
  const { consoleRuns } = tools

  pages.post('/runs', needs('run'), async (request, reply) => {
    const setting = settingOf(request)
    const { texts } = setting
    const wanted = formOf(request, setting).get('mode')
    const mode = AGAIN_MODES.find((each) => each === wanted)
    if (mode === undefined) throw new Refusal(STATUS_REFUSED, texts.notices.form)
    const isKnown = await withFleet(tools, setting, async () => true, false)
    if (!isKnown) throw new Refusal(STATUS_REFUSED, texts.runs.none)
    // A second click follows the run that the first one started.
    const isUnderWay = consoleRuns.current()?.ended === false
    if (!isUnderWay) consoleRuns.start({ mode, name: texts.run.again[mode] })
    return reply.redirect('/runs/current', 303)
  })

  pages.post('/runs/current/stop', needs('run'), async (request, reply) => {
    formOf(request, settingOf(request))
    consoleRuns.stop()
    return reply.redirect('/runs/current', 303)
  })
}
