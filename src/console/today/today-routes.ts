/** The first page; before the first file, that of the upload. */
import type { FastifyInstance } from 'fastify'
import { contextOf, needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { readToday } from './read-today.ts'
import { todayPage } from './today-page.ts'

export function addTodayRoutes(pages: FastifyInstance, { tools }: RouteParts): void {
  const { clock } = tools

  pages.get('/', needs('see'), async ({ setting }, reply) => {
    const today = await withFleet(tools, setting, (ledger, fleet) =>
      readToday(contextOf(tools, setting).config, ledger, fleet, clock.now()),
    )
    if (today === undefined) return reply.redirect('/upload', 303)
    return sendPage(reply, todayPage(setting, today))
  })
}
