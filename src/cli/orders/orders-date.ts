/** `frota orders date ORDER[:NUMBER]`: a person says on which day money of an order moved. */
import { isUuid } from '../../contract/scalar.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { Bilingual } from '../../bilingual.ts'
import { plainDay, wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { DATED_EVENTS } from '../../ledger/books/person-dates.ts'
import { isDay, startOfDay } from '../../fleet/calendar/months.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'

const SHOWN_CHARACTERS = 40

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, words } = context
  const [orderId = '', number] = (words[0] ?? '').toLowerCase().split(':')
  const event = DATED_EVENTS.find((each) => each === flags['event'])
  const day = flags['on']
  if (!isUuid(orderId)) throw incomplete(words[0])
  if (event === undefined) throw incomplete(flags['event'])
  if (!isDay(day)) throw incomplete(day)
  const zone = config.FROTA_TIME_ZONE
  const now = wallClock.now()
  if (day > plainDay(now, zone)) throw new Failure('usage', IN_FUTURE)
  const { name: person, named } = decidingPerson(config)
  if (!named) throw new Failure('usage', WITHOUT_NAME)
  await withFleet(context, async ({ dates }, fleet) => {
    const at = new Date(startOfDay(day, zone))
    const which = number === undefined ? {} : { number: Number(number) }
    const date = { orderId, event, ...which, day, zone, at, person }
    const said = await dates.say(fleet.id, date, new Date(now))
    if (!said.said && said.why === 'several') {
      const display = displayFor(output.locale, zone)
      const all = said.events.map(({ cents, seenAt }, nth) => {
        const seen = display.instant(seenAt.toISOString())
        return `${orderId}:${nth + 1} (${display.money(cents)}, ${seen})`
      })
      throw new Failure('usage', {
        pt: `Diga de qual destes é o dia: ${all.join(', ')}`,
        en: `Say which of these the day is of: ${all.join(', ')}`,
      })
    }
    if (!said.said) throw new Failure('usage', REFUSALS[said.why])
    output.line(
      said.outranked
        ? output.say(
            'Anotado; vale a data do banco ou do serviço, que também há.',
            'Noted; the date of the bank or the service counts, since there is one.',
          )
        : output.say(
            'Anotado; a prévia do mês já usa esta data: frota close',
            "Noted; the month's preview uses this date now: frota close",
          ),
    )
    output.object({ order: orderId, event, on: day, person, counts: !said.outranked })
  })
}

/** `given`: the first value that is missing or wrong. */
function incomplete(given: string | boolean | undefined): Failure {
  const wrong = typeof given === 'string' ? `"${given.slice(0, SHOWN_CHARACTERS)}": ` : ''
  const events = DATED_EVENTS.join('|')
  return new Failure('usage', {
    pt: `${wrong}Diga o pedido, o quê e o dia: frota orders date PEDIDO --event ${events} --on AAAA-MM-DD`,
    en: `${wrong}Name the order, what, and the day: frota orders date ORDER --event ${events} --on YYYY-MM-DD`,
  })
}

const WITHOUT_NAME = {
  pt: 'Quem diz uma data assina: defina FROTA_PERSON (ou --person NOME).',
  en: 'Whoever says a date signs it: set FROTA_PERSON (or --person NAME).',
} as const satisfies Bilingual

const IN_FUTURE = {
  pt: 'Esse dia ainda não chegou; diga o dia em que aconteceu.',
  en: 'That day has not come yet; say the day on which it happened.',
} as const satisfies Bilingual

const REFUSALS = {
  unknown: {
    pt: 'Nenhum pedido desta frota é esse; veja: frota orders',
    en: 'No order of this fleet is that one; see: frota orders',
  },
  'before-order': {
    pt: 'O pedido foi feito depois desse dia; confira a data.',
    en: 'The order was made after that day; check the date.',
  },
  'not-happened': {
    pt: 'O serviço não disse que isso aconteceu com o pedido; leia-o antes: frota orders refresh',
    en: 'The service has not said that this happened to the order; read it first: frota orders refresh',
  },
} as const satisfies Record<string, Bilingual>
