/** Everything that waits for a person. */
import type { FastifyInstance } from 'fastify'
import { personList } from '../../app/reports/exceptions-now.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import { needs, sendPage } from '../frame/route-parts.ts'
import type { RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { exceptionsPage } from './exceptions-page.ts'

/** Shown of each code; all are in exceptions.csv. */
const EXCEPTIONS_OF_A_KIND = 100

export function addMoneyRoutes(pages: FastifyInstance, { tools, settingOf }: RouteParts): void {
  const telling = { config: tools.context.config, shown: EXCEPTIONS_OF_A_KIND }

  pages.get('/exceptions', needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const none: readonly ExceptionGroup[] = []
    const groups = await withFleet(
      tools,
      setting,
      ({ stores }, { id }) => personList(stores, id, telling),
      none,
    )
    return sendPage(reply, exceptionsPage(setting, groups))
  })
}
