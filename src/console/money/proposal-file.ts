/** Proposals out as the file to be decided in a spreadsheet, and the decided file in again. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSimulated } from '../../app/orders/is-simulated.ts'
import { outcomeWords, whyNot } from '../../app/orders/outcome-words.ts'
import { decideReturned, readReturned } from '../../app/orders/returned-file.ts'
import type { Locale } from '../../bilingual.ts'
import type { FiledDecision } from '../../reconciliation/orders/deciding/decide-file.ts'
import { PROPOSALS_BYTES_MAX } from '../../reconciliation/orders/deciding/read-proposals.ts'
import { proposalsCsv } from '../../reconciliation/reports/files/proposal-columns.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { sendAs } from '../frame/of-fleet.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal } from '../frame/refusal.ts'
import { idOf, needs, refuseOthers, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { decidedPage, type DecidedRow } from './proposals-page.ts'
import { moneyWords } from './money-words.ts'

/** Room for the form around the file. */
const FORM_BYTES_MAX = PROPOSALS_BYTES_MAX + 64 * 1024

export function addProposalFileRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { config } = tools.context

  pages.get('/proposals/file', needs('see'), async ({ setting }, reply) => {
    const written = (await withFleet(tools, setting, async ({ proposals, stores }, { id }) => ({
      lines: (await Array.fromAsync(proposals.pages(id))).flat(),
      simulated: await isSimulated(stores.runs, id),
    }))) ?? { lines: [], simulated: false }
    const { locale, zone } = setting
    const { lines, simulated } = written
    const file = { locale, zone, simulated, flavour: config.FROTA_CSV_FLAVOUR }
    const pieces = proposalsCsv(lines, file)
    // Another name than that of the list, which nobody can decide in.
    sendAs(reply, 'proposals-to-decide.csv').type('text/csv; charset=utf-8')
    return reply.send(Readable.from(pieces))
  })

  const sent = { config: { ...needs('decide').config, takesFile: true }, bodyLimit: FORM_BYTES_MAX }
  pages.post('/proposals/file', sent, async (request, reply) => {
    const { setting } = request
    const lines = await readReturned(await fileIn(request, setting))
    const { person } = setting.visitor
    const rows = await withFleet(tools, setting, async (ledger, fleet) => {
      const all = await decideReturned(tools.context, ledger, fleet, { lines, person })
      const decided = all.filter(({ outcome }) => outcome.outcome !== 'undecided')
      const rowOf = async (each: FiledDecision): Promise<DecidedRow> => {
        const id = idOf(each.planId)
        const [line] = id === undefined ? [] : await ledger.proposals.ofPlan(fleet.id, id)
        return { plate: each.plate, line, outcome: outcomeOf(each, setting.locale) }
      }
      return Array.fromAsync(decided, rowOf)
    })
    return sendPage(reply, decidedPage(setting, rows ?? []))
  })
}

function outcomeOf({ line, outcome }: FiledDecision, locale: Locale): string {
  const at = fill(moneyWords(locale).line, { line })
  return outcomeWords(
    outcome,
    locale,
    (bounced) => `${at}: ${pageWords(whyNot(bounced, locale), locale)}`,
  )
}

/** The whole file, since a plan is bound to all its lines. Throws a Refusal. */
async function fileIn(request: FastifyRequest, setting: PageSetting): Promise<Uint8Array> {
  const { texts } = setting
  if (!request.isMultipart()) throw new Refusal(415, texts.notices.noFile)
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value))
      continue
    }
    refuseOthers((name) => fields.get(name), setting)
    if (!part.filename) throw new Refusal(400, texts.notices.noFile)
    return part.toBuffer()
  }
  throw new Refusal(403, texts.notices.form)
}
