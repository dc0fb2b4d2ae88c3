/** Due dates, as a page and as a file for a calendar. */
import type { FastifyInstance } from 'fastify'
import { plainDay } from '../../clock.ts'
import { fieldsOf } from '../../fields.ts'
import { dueDays, newestFee, overdueSum } from '../../ledger/listings/due-days.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import type { PageSetting } from '../frame/page.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { dueFile } from './due-file.ts'
import { addCsv } from '../tables/add-list.ts'
import { readQuery } from '../tables/table-query.ts'
import { DUE_QUERY, dueColumns, duePage } from './due-page.ts'
import { lastDay, SPANS, type ShownDue, type Span } from './due-span.ts'

export function addDueRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools, settingOf } = parts
  const { clock } = tools

  pages.get('/due', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const due = await readDue(setting, spanOf(request.query))
    return sendPage(reply, duePage(setting, due, readQuery(request.query, DUE_QUERY)))
  })

  addCsv(pages, parts, {
    path: '/due',
    options: needs('see'),
    shape: DUE_QUERY,
    read: async (setting, _query, request) => {
      const { days: rows, fee } = await readDue(setting, spanOf(request.query))
      return { columns: dueColumns(setting, fee), rows }
    },
  })

  pages.get('/due.ics', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const due = await readDue(setting, spanOf(request.query))
    reply.header('content-disposition', 'attachment; filename="frota-due.ics"')
    return reply.type('text/calendar; charset=utf-8').send(dueFile(setting, due, clock.now()))
  })

  async function readDue(setting: PageSetting, span: Span): Promise<ShownDue> {
    const today = plainDay(clock.now(), setting.zone)
    const none: ShownDue = { span, today, days: [], overdue: { count: 0, cents: 0n }, fee: null }
    return (
      (await withFleet(tools, setting, async ({ database }, { id: fleetId }) => {
        const db = openLedgerDb(database.pool)
        const scope = { fleetId, today }
        return {
          ...none,
          days: await dueDays(db, scope, { from: today, to: lastDay(today, span) }),
          overdue: await overdueSum(db, scope),
          fee: await newestFee(db, fleetId),
        }
      })) ?? none
    )
  }
}

function spanOf(query: unknown): Span {
  const asked = fieldsOf(query)['days']
  return SPANS.find((each) => each === asked) ?? '30'
}
