/** Every route of the pages; the guard stands before all of them. */
import type { FastifyInstance } from 'fastify'
import type { Place } from './access/place.ts'
import { Refusal } from './frame/refusal.ts'
import { needs, type RouteParts } from './frame/route-parts.ts'
import { addDueRoutes } from './due/due-routes.ts'
import { addExceptionRoutes } from './exceptions/exception-routes.ts'
import { addListRoutes } from './fleet/list-routes.ts'
import { addFleetsRoutes } from './fleets/fleets-routes.ts'
import { addVehicleRoutes } from './fleet/vehicle-routes.ts'
import { addPayRoutes } from './money/pay-routes.ts'
import { addProposalFileRoutes } from './money/proposal-file.ts'
import { addProposalRoutes } from './money/proposal-routes.ts'
import { addMonthRoutes } from './months/month-routes.ts'
import { addFactorRoutes } from './people/factor-routes.ts'
import { addPasswordRoutes } from './people/password-routes.ts'
import { addPeopleRoutes } from './people/people-routes.ts'
import { addSignInRoutes } from './people/sign-in-routes.ts'
import { addRunRoutes } from './runs/run-routes.ts'
import { addSteerRoutes } from './runs/steer-routes.ts'
import { addSettingsRoutes } from './settings/settings-routes.ts'
import { addTodayRoutes } from './today/today-routes.ts'
import { addUploadRoutes } from './uploads/upload-routes.ts'

export interface PagesPlace {
  readonly place: Place
  /** The whole address of a path, for a link that a person passes on. */
  readonly addressOf: (path: string) => string
}

export function addPages(
  pages: FastifyInstance,
  parts: RouteParts,
  { place, addressOf }: PagesPlace,
): void {
  addSignInRoutes(pages, parts, place)
  addPasswordRoutes(pages, parts, place)
  addFactorRoutes(pages, parts, place)
  addPeopleRoutes(pages, parts, addressOf)
  addFleetsRoutes(pages, parts, place)
  addSettingsRoutes(pages, parts, place)
  addTodayRoutes(pages, parts)
  addDueRoutes(pages, parts)
  addUploadRoutes(pages, parts, place)
  addRunRoutes(pages, parts)
  addSteerRoutes(pages, parts)
  addExceptionRoutes(pages, parts)
  addProposalRoutes(pages, parts)
  addProposalFileRoutes(pages, parts)
  addPayRoutes(pages, parts)
  addMonthRoutes(pages, parts)
  addListRoutes(pages, parts)
  addVehicleRoutes(pages, parts)
  // Unknown addresses are answered with a page, too.
  pages.get('/*', needs('see'), (request) => {
    throw new Refusal(404, request.setting.texts.notices.missing)
  })
}
