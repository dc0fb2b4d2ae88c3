/** What people want of runs: start one without a file, stop what is done, withdraw what waits. */
import type { FastifyInstance } from 'fastify'
import { askForRun } from '../../app/requests/ask-for-run.ts'
import { askAboutVehicle } from '../../app/requests/ask-vehicle.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { needs, type RouteParts } from '../frame/route-parts.ts'
import { fleetVehicle, withFleet } from '../frame/with-fleet.ts'
import { AGAIN_MODES } from './again-forms.ts'

export function addSteerRoutes(pages: FastifyInstance, { tools }: RouteParts): void {
  pages.post('/runs', needs('run'), async ({ setting, form }, reply) => {
    const { texts, busy, visitor, fleet: fleetName } = setting
    const wanted = form.get('mode')
    const kind = AGAIN_MODES.find((each) => each === wanted)
    if (kind === undefined) throw new Refusal(STATUS_REFUSED, texts.notices.form)
    const isKnown = (await withFleet(tools, setting, async () => true)) ?? false
    if (!isKnown) throw new Refusal(STATUS_REFUSED, texts.runs.none)
    const vehicle = await vehicleIn(form, setting)
    const what =
      vehicle === undefined
        ? texts.run.again[kind]
        : fill(texts.run.askAgain, { plate: vehicle.plate })
    // A second click follows the run that the first one started.
    if (!busy) {
      const asked = { fleetName, name: what, by: visitor.person.name }
      await tools.ledger.use((ledger) =>
        vehicle === undefined
          ? askForRun(ledger, tools, { ...asked, kind })
          : askAboutVehicle(ledger, tools, { ...asked, vehicle }),
      )
      tools.ownRuns.poke()
    }
    return reply.redirect('/runs/current', 303)
  })

  pages.post('/runs/current/stop', needs('run'), async ({ setting }, reply) => {
    const { fleet, visitor, busy } = setting
    const at = new Date(tools.clock.now())
    if (busy) {
      await tools.ledger.use(({ requests }) => requests.askStop(fleet, visitor.person.name, at))
    }
    return reply.redirect('/runs/current', 303)
  })

  pages.post('/runs/current/withdraw', needs('run'), async ({ setting }, reply) => {
    const at = new Date(tools.clock.now())
    if (setting.busy) {
      await tools.ledger.use(({ requests }) => requests.withdraw(setting.fleet, at))
    }
    return reply.redirect('/runs/current', 303)
  })

  /** Throws a Refusal, 422, for a vehicle of another fleet. */
  async function vehicleIn(
    form: URLSearchParams,
    setting: PageSetting,
  ): Promise<VehicleFacts | undefined> {
    if (!form.has('vehicle')) return undefined
    const id = form.get('mode') === 'retry' ? (form.get('vehicle') ?? '') : ''
    const vehicle = await withFleet(tools, setting, (...of) => fleetVehicle(...of, id))
    if (vehicle !== undefined) return vehicle
    throw new Refusal(STATUS_REFUSED, setting.texts.notices.form)
  }
}
