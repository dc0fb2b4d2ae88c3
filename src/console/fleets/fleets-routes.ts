/** The fleets that a person may see, and which of them the other pages show. */
import type { FastifyInstance } from 'fastify'
import type { Place } from '../access/place.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { formOf, needs, sendPage } from '../frame/route-parts.ts'
import type { RouteParts } from '../frame/route-parts.ts'
import { sendCsv } from '../tables/send-csv.ts'
import { fleetLines } from './fleet-lines.ts'
import type { FleetLine } from './fleet-lines.ts'
import { fleetColumns, fleetsPage } from './fleets-page.ts'
import { fleetsWords } from './fleets-words.ts'

const STATUS_REFUSED = 422
/** Commas separate the names of a person's fleets. */
const NAME = /^[^,\p{Cc}]{1,100}$/u

const ANY_FLEET = { config: { ...needs('see').config, anyFleet: true } }

export function addFleetsRoutes(
  pages: FastifyInstance,
  { tools, settingOf }: RouteParts,
  place: Place,
): void {
  const { ledger, clock, context } = tools

  const linesFor = async ({ visitor }: PageSetting): Promise<FleetLine[]> => {
    if (ledger.isNew()) return []
    const { config } = context
    return ledger.use((open) => fleetLines(open, { config, nowMs: clock.now() }, visitor.fleets))
  }

  pages.get('/fleets', ANY_FLEET, async (request, reply) => {
    const setting = settingOf(request)
    return sendPage(reply, fleetsPage(setting, await linesFor(setting)))
  })

  pages.get('/fleets.csv', ANY_FLEET, async (request, reply) => {
    const setting = settingOf(request)
    const lines = await linesFor(setting)
    return sendCsv(reply, {
      name: 'fleets',
      flavour: context.config.FROTA_CSV_FLAVOUR,
      zone: setting.zone,
      columns: fleetColumns(setting),
      read: async ({ limit, offset }) => lines.slice(offset, offset + limit),
    })
  })

  pages.post('/fleets', ANY_FLEET, async (request, reply) => {
    const setting = settingOf(request)
    place.setFleet(reply, wantedFleet(setting, formOf(request, setting)))
    return reply.redirect('/', 303)
  })
}

/** The fleet that a form names. Throws a Refusal for no name, or one of which this person is not. */
export function wantedFleet(
  { locale, visitor, texts }: PageSetting,
  form: URLSearchParams,
): string {
  const name = (form.get('fleet') ?? '').trim()
  if (!NAME.test(name)) throw new Refusal(STATUS_REFUSED, fleetsWords(locale).wrong)
  if (visitor.fleets?.includes(name) === false) throw new Refusal(403, texts.notices.otherFleet)
  return name
}
