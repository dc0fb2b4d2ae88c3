/** Enrolling a second factor, renewing and removing it: with the password and a code each time. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkPerson, enrol, offerKey } from '../../app/people/second-factor.ts'
import type { Member } from '../../ledger/people/people.ts'
import type { Place } from '../access/place.ts'
import type { PageSetting } from '../frame/page.ts'
import { sendPage, type RouteParts } from '../frame/route-parts.ts'
import { factorPage, keyPage, recoveryPage } from './factor-page.ts'
import {
  failedWords,
  ACCOUNT,
  nextToken,
  sessionHash,
  signedInName,
  withPeople,
} from './own-session.ts'
import { STATUS_REFUSED } from '../frame/refusal.ts'

export function addFactorRoutes(pages: FastifyInstance, { tools }: RouteParts, place: Place): void {
  pages.get('/factor', ACCOUNT, async ({ setting }, reply) => showFactor(reply, setting))

  pages.post('/factor/new', ACCOUNT, (request, reply) =>
    whenProved(request, reply, async (setting, member) => {
      const session = sessionHash(place, request)
      const key = await withPeople(tools, (of) => offerKey(of, member, session))
      return sendPage(reply, keyPage(setting, key, ''))
    }),
  )

  pages.post('/factor/remove', ACCOUNT, (request, reply) =>
    whenProved(request, reply, async (_setting, { id, name }) => {
      const by = { person: name, at: new Date(tools.clock.now()) }
      const { token, own } = nextToken(place, request, tools)
      await withPeople(tools, ({ people }) => people.setFactor(id, null, by, own))
      place.setCookie(reply, token)
      return reply.redirect('/factor', 303)
    }),
  )

  pages.post('/factor', ACCOUNT, async (request, reply) => {
    const { setting, form } = request
    const name = signedInName(setting)
    const code = form.get('code') ?? ''
    const { token, own } = nextToken(place, request, tools)
    const enrolled = await withPeople(tools, (of) => enrol(of, name, { code, own }))
    if (enrolled.outcome === 'late') return reply.redirect('/factor', 303)
    if (enrolled.outcome === 'wrongCode') {
      const again = keyPage(setting, enrolled.key, failedWords(setting, enrolled))
      return sendPage(reply, again, STATUS_REFUSED)
    }
    place.setCookie(reply, token)
    return sendPage(reply, recoveryPage(setting, enrolled.codes))
  })

  /** After the password and, where there is a factor, a code of it. */
  async function whenProved(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (setting: PageSetting, member: Member) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { setting, form } = request
    const name = signedInName(setting)
    const given = { name, password: form.get('old') ?? '', code: form.get('code') ?? '' }
    const checked = await withPeople(tools, (of) => checkPerson(of, given))
    if (checked.outcome === 'right') return work(setting, checked.member)
    return showFactor(reply, setting, failedWords(setting, checked))
  }

  async function showFactor(reply: FastifyReply, setting: PageSetting, note = '') {
    const name = signedInName(setting)
    const member = await withPeople(tools, ({ people }) => people.find(name))
    const text = factorPage(setting, { hasFactor: false, codesLeft: 0, ...member, note })
    return sendPage(reply, text, note === '' ? 200 : STATUS_REFUSED)
  }
}
