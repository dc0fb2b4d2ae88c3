/** One vehicle's page, and what a person corrects there. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainDay } from '../../clock.ts'
import { editOne, removeOne } from '../../app/vehicles/change-vehicle.ts'
import { explainVehicle } from '../../app/requests/ask-vehicle.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Told } from '../../app/vehicles/tell-service.ts'
import { nameGiven, plateGiven, ufGiven } from '../../app/vehicles/given-values.ts'
import { editedWords, holdWord, toldWords } from '../../app/vehicles/vehicle-words.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { VehicleChange } from '../../ledger/vehicles/vehicle-changes.ts'
import type { VehicleFacts } from '../../ledger/vehicles/vehicles.ts'
import { owedTotals } from '../../reconciliation/debts/owed-totals.ts'
import { shownState } from '../../reconciliation/debts/shown-state.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { Visitor } from '../access/permissions.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal } from '../frame/refusal.ts'
import { contextOf, needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { fleetVehicle, withFleet } from '../frame/with-fleet.ts'
import { fleetWords } from './fleet-words.ts'
import { VEHICLE_LISTS, type ShownVehicle } from './vehicle-lists.ts'
import { vehiclePage } from './vehicle-page.ts'

export function addVehicleRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { secret, clock } = tools

  pages.get('/vehicles/:id', needs('see'), async (request, reply) => {
    const { setting } = request
    return sendPage(reply, vehiclePage(setting, await shownOf(request, setting), ''))
  })

  for (const list of Object.values(VEHICLE_LISTS)) list.add(pages, parts, shownOf)

  pages.post('/vehicles/:id', needs('edit'), async (request, reply) => {
    const { setting, form } = request
    const shown = await onVehicle(request, setting, async (ledger, fleet, vehicle) => {
      const about = { ledger, fleet, secret }
      const person = setting.visitor.person.name
      const given = givenOn(form, vehicle, setting)
      const edit = { person, ...given }
      const edited = await editOne(contextOf(tools, setting), about, vehicle.id, edit)
      const { plate } = given
      const { vehicles: same } = await ledger.stores.vehicles.named(fleet.id, plate)
      const words = fleetWords(setting.locale)
      const said = [
        ...(edited.news.length > 0 ? [words.edited] : []),
        ...editedWords({ ...edited, told: edited.told && onPage(edited.told, setting) }, setting),
        ...(same.length > 1 ? [fill(words.samePlate, { count: same.length, plate })] : []),
      ]
      return read(ledger, edited.vehicle, setting, said.join(' '))
    })
    return sendPage(reply, shown)
  })

  pages.post('/vehicles/:id/remove', needs('edit'), async (request, reply) => {
    const { setting, form } = request
    const words = fleetWords(setting.locale)
    const isSure = form.get('sure') === 'yes'
    const shown = await onVehicle(request, setting, async (ledger, fleet, vehicle) => {
      if (!isSure) return read(ledger, vehicle, setting, words.notTicked)
      const about = { ledger, fleet, secret }
      const { name } = setting.visitor.person
      const removed = await removeOne(contextOf(tools, setting), about, vehicle.id, name)
      const { plate } = vehicle
      const said = removed.removed
        ? [
            fill(words.removed, { plate }),
            ...(removed.wasRegistered ? [toldWords(onPage(removed.told, setting), setting)] : []),
          ].join(' ')
        : fill(words.held, {
            plate,
            why: removed.holds.map((hold) => holdWord(hold, setting.locale)).join('; '),
          })
      const after = (await ledger.stores.vehicles.byId(vehicle.id)) ?? vehicle
      return read(ledger, after, setting, said)
    })
    return sendPage(reply, shown)
  })

  /** Throws a Refusal, 404, for a vehicle of another fleet. */
  async function onVehicle<T>(
    request: FastifyRequest,
    setting: PageSetting,
    work: (ledger: OpenLedger, fleet: Fleet, vehicle: VehicleFacts) => Promise<T>,
  ): Promise<T> {
    const id = wordOf(request.params, 'id')
    const shown = await withFleet(tools, setting, async (ledger, fleet) => {
      const vehicle = await fleetVehicle(ledger, fleet, id)
      return vehicle && work(ledger, fleet, vehicle)
    })
    if (shown === undefined) throw new Refusal(404, fleetWords(setting.locale).gone)
    return shown
  }

  function shownOf(request: FastifyRequest, setting: PageSetting): Promise<ShownVehicle> {
    return onVehicle(request, setting, (ledger, _fleet, vehicle) =>
      readShown(ledger, vehicle, setting),
    )
  }

  async function read(
    ledger: OpenLedger,
    vehicle: VehicleFacts,
    setting: PageSetting,
    said: string,
  ): Promise<string> {
    return vehiclePage(setting, await readShown(ledger, vehicle, setting), said)
  }

  async function readShown(
    ledger: OpenLedger,
    vehicle: VehicleFacts,
    setting: PageSetting,
  ): Promise<ShownVehicle> {
    const { vehicles, consultations, debts, orders } = ledger.stores
    const today = plainDay(clock.now(), setting.zone)
    const known = (await debts.ofVehicle(vehicle.id)).map((debt) => ({
      ...debt,
      state: shownState(vehicle, debt),
    }))
    return {
      vehicle,
      details: await vehicles.details(vehicle.id),
      changes: (await vehicles.changes(vehicle.id)).map((each) => seenBy(setting.visitor, each)),
      answers: await consultations.ofVehicle(vehicle.id),
      owed: owedTotals(known, { today, prefer: 'single' }),
      orders: await orders.ofVehicle(vehicle.id),
      why: await explainVehicle(ledger, tools, vehicle),
    }
  }
}

/** The names of fleets that this person may not see are not shown. */
function seenBy({ fleets }: Visitor, change: VehicleChange): VehicleChange {
  if (change.field !== 'fleet' || fleets === null) return change
  const seen = (name: string | null) => (name !== null && fleets.includes(name) ? name : null)
  return { ...change, before: seen(change.before), after: seen(change.after) }
}

/** Why the service was not told, without what only the terminal can do. */
function onPage(told: Told, { locale }: PageSetting): Told {
  return told.told ? told : { ...told, why: pageWords(told.why, locale) }
}

type Given = Pick<VehicleFacts, 'plate' | 'uf' | 'nickname' | 'costCentre'>

/**
 * A field that was left as it was shown keeps what it is now. Throws a Failure that names a wrong
 * value and its cure, and a Refusal, 409, where somebody else changed it since it was shown.
 */
function givenOn(form: URLSearchParams, known: VehicleFacts, { locale }: PageSetting): Given {
  const words = fleetWords(locale)
  const typed = (name: string, field: string, now: string): string => {
    const [text, was] = [form.get(name) ?? '', form.get(`was_${name}`)]
    // The page shows documents masked: a text that comes back so was not changed by anybody.
    if (text === was || text === veilDocuments(now)) return now
    const isAsShown = was === null || [now, veilDocuments(now)].includes(was)
    if (isAsShown || text === now) return text
    throw new Refusal(409, fill(words.moved, { field }))
  }
  return {
    plate: plateGiven(words.plate, typed('plate', words.plate, known.plate)),
    uf: ufGiven(words.uf, typed('uf', words.uf, known.uf)),
    nickname: nameGiven(words.nickname, typed('nickname', words.nickname, known.nickname)),
    costCentre: nameGiven(words.costCentre, typed('cost', words.costCentre, known.costCentre)),
  }
}
