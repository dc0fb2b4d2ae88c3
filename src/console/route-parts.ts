/** The parameters of every group of routes. */
import type { FastifyReply } from 'fastify'
import type { ConsoleTools } from './console-tools.ts'
import type { LiveSetting } from './live-run.ts'
import type { RunEvents } from './run-events.ts'

export interface RouteParts {
  readonly tools: ConsoleTools
  readonly setting: LiveSetting
  readonly events: RunEvents
  readonly formToken: string
}

export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text)
}
