/**
 * Who sends a request: who opened the printed address, who signed in, or, behind a proxy that signs
 * people in by itself, whom its header names.
 */
import type { FastifyRequest } from 'fastify'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { sessionOf } from '../../app/people/sign-in.ts'
import type { SessionPerson } from '../../ledger/people/sessions.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import { formTokenOf, sameToken, type Access } from '../access/access.ts'
import type { Place } from '../access/place.ts'
import { lacksFactor, NOBODY, type Visitor } from '../access/permissions.ts'

export async function findVisitor(
  tools: Pick<ConsoleTools, 'context' | 'ledger' | 'clock'>,
  access: Access,
  place: Place,
  request: FastifyRequest,
  how: 'uses' | 'looks' = 'uses',
): Promise<Visitor> {
  const { config } = tools.context
  const token = place.cookieOf(request)
  if (place.isLocal && sameToken(token, access.session)) {
    // Whoever has the printed address has the machine's ledger too, so they may do everything.
    return {
      person: decidingPerson(config),
      role: 'admin',
      fleets: null,
      formToken: formTokenOf(access.session),
      signedIn: false,
    }
  }
  const { ledger, clock } = tools
  if (token !== undefined) {
    const person = await ledger.look(({ sessions }) => sessionOf(sessions, token, clock, how))
    if (person !== undefined) {
      const visitor = asVisitor(person, { formToken: formTokenOf(token), signedIn: true })
      const mustEnrol = lacksFactor(config.FROTA_CONSOLE_FACTOR, person)
      return mustEnrol ? { ...visitor, role: 'enrolling' } : visitor
    }
  }
  const named = proxyName(config, request)
  if (named === undefined) return NOBODY
  const member = await ledger.look(({ people }) => people.find(named))
  if (member === undefined) return NOBODY
  const formToken = formTokenOf(access.formKey, member.id)
  return asVisitor(member, { formToken, signedIn: false })
}

function asVisitor(
  { name, role, fleets }: SessionPerson,
  session: Pick<Visitor, 'formToken' | 'signedIn'>,
): Visitor {
  return { person: { name, named: true }, role, fleets, ...session }
}

/** Only the trusted proxy's own connection may name a person. */
function proxyName(
  {
    FROTA_CONSOLE_PERSON_HEADER: header,
    FROTA_CONSOLE_PROXY: proxy,
  }: ConsoleTools['context']['config'],
  { headers, socket }: FastifyRequest,
): string | undefined {
  if (header === undefined || proxy === undefined) return undefined
  const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const name = headers[header]
  return from === proxy && typeof name === 'string' ? asTyped(name) : undefined
}

/** Proxies send UTF-8, which Node reads as Latin-1. */
function asTyped(name: string): string {
  const text = Buffer.from(name, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? name : text
}
