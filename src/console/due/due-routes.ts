/** Due dates, as a page and as a file for a calendar. */
import type { FastifyInstance } from 'fastify'
import { plainDay } from '../../clock.ts'
import { fieldsOf } from '../../fields.ts'
import { dueDays, newestFee } from '../../ledger/listings/due-days.ts'
import { fleetSums } from '../../ledger/listings/fleet-sums.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { PageSetting } from '../frame/page.ts'
import { sendAs } from '../frame/of-fleet.ts'
import { needs, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { dueFile } from './due-file.ts'
import { addListPage } from '../tables/add-list.ts'
import { DUE_QUERY, dueColumns, duePage } from './due-page.ts'
import { lastDay, SPANS, type ShownDue } from './due-span.ts'

export function addDueRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { clock } = tools

  addListPage(pages, parts, {
    path: '/due',
    options: needs('see'),
    shape: DUE_QUERY,
    read: readDue,
    page: duePage,
    table: (setting, { days: rows, fee }) => ({ columns: dueColumns(setting, fee), rows }),
  })

  pages.get('/due.ics', needs('see'), async ({ setting, query }, reply) => {
    const due = await readDue(setting, query)
    sendAs(reply, 'due.ics').type('text/calendar; charset=utf-8')
    return reply.send(dueFile(setting, due, clock.now()))
  })

  async function readDue(setting: PageSetting, asked: unknown): Promise<ShownDue> {
    const { days } = fieldsOf(asked)
    const span = SPANS.find((each) => each === days) ?? '30'
    const today = plainDay(clock.now(), setting.zone)
    const none: ShownDue = { span, today, days: [], sums: undefined, fee: null }
    return (
      (await withFleet(tools, setting, async ({ database }, { id: fleetId }) => {
        const db = openLedgerDb(database.pool)
        const scope = { fleetId, today }
        return {
          ...none,
          days: await dueDays(db, scope, { from: today, to: lastDay(today, span) }),
          sums: await fleetSums(db, scope, { until: [today], freshSince: new Date(clock.now()) }),
          fee: await newestFee(db, fleetId),
        }
      })) ?? none
    )
  }
}
