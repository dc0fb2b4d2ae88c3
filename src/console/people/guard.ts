/** What every request to the pages must be before a route sees it: ours, somebody's, allowed. */
import type { FastifyInstance } from 'fastify'
import { fleetsFileOf } from '../../app/fleets/chosen-fleet.ts'
import { meantName } from '../../ledger/fleets/fleets.ts'
import { options } from '../../options.ts'
import { fieldsOf } from '../../fields.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { PAGE_POLICY, type Shown } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { sameToken, type Access } from '../access/access.ts'
import { findVisitor } from './find-visitor.ts'
import { isAllowed, NOBODY, type Visitor } from '../access/permissions.ts'
import { ownPath, type Place } from '../access/place.ts'
import { textOf, type KeyOf } from '../frame/text-keys.ts'
import { fleetNames } from '../frame/with-fleet.ts'
import { fleetNow } from '../../app/requests/follow-run.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the guard found out, and for what failed before. */
    shown: Shown | null
  }
}

export const NOTHING_SHOWN: Shown = { visitor: NOBODY, fleet: '', busy: false, simulated: false }

export interface GuardParts {
  readonly tools: ConsoleTools
  readonly access: Access
  readonly place: Place
  readonly texts: ConsoleTexts
  readonly keyOf: KeyOf
}

export function guardPages(
  pages: FastifyInstance,
  { tools, access, place, texts, keyOf }: GuardParts,
): void {
  pages.decorateRequest('shown', null)
  pages.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY)
    // No text that a person types has it, and PostgreSQL keeps none that does.
    if (request.url.includes('%00')) throw new Refusal(400, texts.notices.form)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const { token, fleet: linked } = fieldsOf(request.query)
    if (place.isLocal && isReading && sameToken(token, access.launchToken)) {
      place.setCookie(reply, access.session)
      return reply.redirect('/', 303)
    }
    if (!isReading && !place.isOwnForm(request)) throw new Refusal(403, texts.notices.form)
    const needed = request.routeOptions.config.needs
    // Signing in and out must work for whoever they are, also while the ledger does not answer.
    if (needed === 'enter') return
    const found = await findVisitor(tools, access, place, request)
    const shown = { ...NOTHING_SHOWN, visitor: found }
    request.shown = shown
    if (found.role === 'nobody') {
      const next = request.url === '/' ? '' : `?next=${encodeURIComponent(request.url)}`
      if (!place.isLocal && isReading) return reply.redirect(`/sign-in${next}`, 303)
      const { noSession, ended } = texts.notices
      throw new Refusal(401, place.isLocal ? noSession : ended)
    }
    if (found.role === 'enrolling' && isReading && needed !== 'account') {
      return reply.redirect('/factor', 303)
    }
    // The link of a notice: its fleet is chosen as if at Fleets, so that the page's forms work too.
    if (isReading && typeof linked === 'string') {
      const names = await fleetNames(tools, found)
      const named = textOf(keyOf, names, linked)
      const { missing, otherFleet } = texts.notices
      if (!names.includes(named)) {
        throw found.fleets === null ? new Refusal(404, missing) : new Refusal(403, otherFleet)
      }
      place.setFleet(reply, named)
      const [path = '', asked] = request.url.split('?', 2)
      const others = new URLSearchParams(asked)
      others.delete('fleet')
      return reply.redirect(ownPath(`${path}?${others.toString()}`), 303)
    }
    const { anyFleet = false } = request.routeOptions.config
    const chosen = fleetFor(found, [place.fleetOf(request)])
    const fleet = chosen ?? fleetFor(found, await usualFleets(tools, found))
    if (fleet === undefined && !anyFleet) throw new Refusal(403, texts.notices.otherFleet)
    shown.fleet = fleet ?? ''
    const isOpen = needed !== undefined && isAllowed(found.role, needed)
    if (!isOpen) throw new Refusal(403, texts.notices.notAllowed)
    Object.assign(shown, await readFleet(tools, shown.fleet))
  })
}

async function readFleet({ ledger, context }: ConsoleTools, fleet: string) {
  const now = await ledger.look((open) => fleetNow(open, fleet))
  const { FROTA_API_URL: url, FROTA_FLEETS_FILE: file } = context.config
  const usual = url === undefined && file === undefined
  return { busy: now?.busy === true, simulated: now?.simulated ?? usual }
}

/** Whoever has chosen no fleet sees the configured one, or the first that there is for them. */
async function usualFleets(tools: ConsoleTools, { fleets }: Visitor): Promise<readonly string[]> {
  const { config } = tools.context
  const named = fleetsFileOf(config)?.fleets.map(({ name }) => name)
  const there = named ?? (await fleetNames(tools, { fleets: null }))
  const configured = meantName(there, config.FROTA_FLEET)
  // The default's name is of no fleet where all have names of their own: a file would go astray.
  const isOfNone = named !== undefined || configured === options.FROTA_FLEET.default
  const usual = isOfNone && !there.includes(configured) ? there : [configured, ...there]
  return named === undefined ? [...usual, ...(fleets ?? []), configured] : usual
}

/** The first of the names that this person works for. */
function fleetFor({ fleets }: Visitor, names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => name !== undefined && (fleets === null || fleets.includes(name)))
}
