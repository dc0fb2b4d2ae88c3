/** The parameters of every group of routes, and what all routes do alike. */
import type { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app/context.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'
import { fieldsOf } from '../../fields.ts'
import { uuid } from '../../option-parsers.ts'
import { sameToken } from '../access/access.ts'
import type { Permission } from '../access/permissions.ts'
import type { ConsoleTools } from './console-tools.ts'
import type { PageSetting } from './page.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a route of the pages needs; one without it is refused to everybody. */
    readonly needs?: Permission
    /** True for a page that is not of one fleet. */
    readonly anyFleet?: boolean
    /** True for a form or a file of the whole ledger, whatever fleet its page shows. */
    readonly ofLedger?: boolean
    /** True for a form with a file, before which the route itself finds the session's token. */
    readonly takesFile?: boolean
  }
  interface FastifyRequest {
    /** Language, fleet and visitor. */
    readonly setting: PageSetting
    /** The fields of a form; none for what is no form. */
    readonly form: URLSearchParams
  }
}

export interface RouteParts {
  readonly tools: ConsoleTools
  /** Events of the run while this visitor may see it; undefined when too many pages watch. */
  readonly watchRun: (request: FastifyRequest) => PassThrough | undefined
  /** What is done for the fleet now, or was last. */
  readonly follow: (fleet: string) => Promise<FollowedRun | undefined>
}

/** A word of the address, under the name that the route gives it. */
export function wordOf(params: unknown, name: string): string {
  return String(fieldsOf(params)[name])
}

/** In lower case, as the ledger keeps them; undefined for what is no id. */
export function idOf(text: string | null | undefined): string | undefined {
  const parsed = uuid((text ?? '').trim())
  return parsed.ok ? parsed.value : undefined
}

/** Options of a route that needs this permission. */
export function needs(permission: Permission): { config: { needs: Permission } } {
  return { config: { needs: permission } }
}

/** The same of a form about people, rules or schedules, which no choice of a fleet changes. */
export function ofLedger(permission: Permission): {
  config: { needs: Permission; ofLedger: true }
} {
  return { config: { needs: permission, ofLedger: true } }
}

/** Like the terminal's, for the fleet that is shown. */
export function contextOf({ context }: ConsoleTools, { fleet }: PageSetting): AppContext {
  return { ...context, config: { ...context.config, FROTA_FLEET: fleet } }
}

export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text)
}

/**
 * Forms carry the token of their session, which only a page of ours knows; those to enter do not.
 * Links to files carry the fleet of their page as forms do.
 */
export function requireFormTokens(pages: FastifyInstance): void {
  pages.addHook('preHandler', async ({ method, routeOptions, form, setting, query, params }) => {
    const { needs: needed, takesFile, anyFleet, ofLedger: ofAll } = routeOptions.config
    const isOfNone = anyFleet === true || ofAll === true
    const { of } = { ...fieldsOf(query), ...fieldsOf(params) }
    if (typeof of === 'string' && !isOfNone) refuseOtherFleet(of, setting, 'otherFile')
    if (method !== 'POST' || needed === 'enter' || takesFile === true) return
    refuseOthers((name) => form.get(name), setting, isOfNone)
  })
}

/**
 * Throws a Refusal: 403 without the token of this session, and 409 for a form of a page that shows
 * another fleet than the one chosen since, unless it is of no fleet.
 */
export function refuseOthers(
  field: (name: string) => string | null | undefined,
  setting: PageSetting,
  anyFleet = false,
): void {
  const { texts, visitor, fleet, keyOf } = setting
  const token = field('form_token') ?? ''
  if (!sameToken(token, visitor.formToken)) {
    throw new Refusal(403, token === '' ? texts.notices.form : texts.notices.oldForm)
  }
  if (!anyFleet) refuseOtherFleet(field('form_fleet') ?? keyOf(fleet), setting, 'otherForm')
}

function refuseOtherFleet(
  key: string,
  { texts: { notices }, fleet, keyOf }: PageSetting,
  why: 'otherFile' | 'otherForm',
): void {
  if (key.trim() === keyOf(fleet).trim()) return
  const shown = key.trim().replace(/~[0-9a-f]{8}$/, '')
  throw new Refusal(409, fill(notices[why], { shown, fleet }))
}
