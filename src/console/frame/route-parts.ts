/** The parameters of every group of routes, and what all routes do alike. */
import type { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app/context.ts'
import type { FollowedRun } from '../../app/requests/follow-run.ts'
import { sameToken } from '../access/access.ts'
import type { Permission } from '../access/permissions.ts'
import type { ConsoleTools } from './console-tools.ts'
import type { PageSetting } from './page.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a route of the pages needs; one without it is refused to everybody. */
    readonly needs?: Permission
    /** True for a page that is not of one fleet. */
    readonly anyFleet?: boolean
  }
}

export interface RouteParts {
  readonly tools: ConsoleTools
  /** Events of the run while this visitor may see it; undefined when too many pages watch. */
  readonly watchRun: (request: FastifyRequest) => PassThrough | undefined
  /** What is done for the fleet now, or was last. */
  readonly follow: (fleet: string) => Promise<FollowedRun | undefined>
  /** Language, fleet and visitor of this request. */
  readonly settingOf: (request: FastifyRequest) => PageSetting
}

/** Options of a route that needs this permission. */
export function needs(permission: Permission): { config: { needs: Permission } } {
  return { config: { needs: permission } }
}

/** Like the terminal's, for the fleet that is shown. */
export function contextOf({ context }: ConsoleTools, { fleet }: PageSetting): AppContext {
  return { ...context, config: { ...context.config, FROTA_FLEET: fleet } }
}

export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text)
}

/** The fields of any form; no field for what is none. */
export function typedIn(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** The fields of a form of ours. Throws a Refusal, 403, without the token of this session. */
export function formOf(
  { body }: Pick<FastifyRequest, 'body'>,
  { texts, visitor }: PageSetting,
): URLSearchParams {
  const form = typedIn(body)
  if (!sameToken(form.get('form_token'), visitor.formToken)) {
    throw new Refusal(403, texts.notices.form)
  }
  return form
}
