/** What administrators do with people: add, change, give a new link, remove. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addPerson, giveLink } from '../../app/people/administer-people.ts'
import { fleetsOf, nameOf, notYetWords, roleOf } from '../../app/people/person-input.ts'
import { inLocale } from '../../bilingual.ts'
import type { Administering, Member, PeopleStore } from '../../ledger/people/people.ts'
import { nameKey } from '../../ledger/people/name-key.ts'
import { isWithin } from '../access/permissions.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { ofLedger, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { textOf } from '../frame/text-keys.ts'
import { fleetNames } from '../frame/with-fleet.ts'
import { addListPage } from '../tables/add-list.ts'
import { linkPage, PEOPLE_QUERY, peopleColumns, peoplePage } from './people-page.ts'
import type { ShownMember } from './people-page.ts'
import { peopleWords } from './people-words.ts'

const EVERY = { fleets: null }

export function addPeopleRoutes(
  pages: FastifyInstance,
  parts: RouteParts,
  addressOf: (path: string) => string,
): void {
  const { tools } = parts
  const { ledger, clock, random } = tools

  addListPage(pages, parts, {
    path: '/people',
    options: ofLedger('administer'),
    shape: PEOPLE_QUERY,
    read: seenBy,
    page: (setting, people, query) => peoplePage(setting, { people, nowMs: clock.now(), query }),
    // The last column has the forms.
    table: (setting, rows) => ({ columns: peopleColumns(setting, clock.now()).slice(0, -1), rows }),
  })

  async function seenBy({ visitor, locale }: PageSetting): Promise<ShownMember[]> {
    const known = await fleetNames(tools, EVERY)
    const all = (await ledger.look((open) => open.people.all())) ?? []
    return all
      .filter((member) => isWithin(member.fleets, visitor.fleets))
      .map((member) => ({ ...member, notYet: inLocale(notYetWords(member.fleets, known), locale) }))
  }

  pages.post('/people', ofLedger('administer'), async ({ setting, form }, reply) => {
    const name = nameOf(form.get('name') ?? '')
    const known = await fleetNames(tools, EVERY)
    const person = { name, ...wanted(setting, form, { known }) }
    const given = await ledger.use(({ people }) =>
      addPerson({ people, random }, person, signing(setting)),
    )
    if (given === undefined) throw refusal(setting, 'taken')
    const note = inLocale(notYetWords(person.fleets, known), setting.locale)
    return sendPage(reply, linkPage(setting, { name, note, ...shown(given) }))
  })

  pages.post('/people/:id', ofLedger('administer'), async (request, reply) => {
    const { setting, form } = request
    const known = await fleetNames(tools, EVERY)
    await withOther(request, (people, { id, fleets }) =>
      people.change(id, wanted(setting, form, { known, own: fleets ?? [] }), signing(setting)),
    )
    return reply.redirect('/people', 303)
  })

  pages.post('/people/:id/link', ofLedger('administer'), async (request, reply) => {
    const { setting } = request
    const given = await withOther(request, async (people, member) => {
      const link = await giveLink({ people, random }, member, signing(setting))
      return link !== undefined && { name: member.name, note: '', ...shown(link) }
    })
    return sendPage(reply, linkPage(setting, given))
  })

  pages.post('/people/:id/factor', ofLedger('administer'), async (request, reply) => {
    const { setting } = request
    await withOther(request, (people, { id }) => people.setFactor(id, null, signing(setting)))
    return reply.redirect('/people', 303)
  })

  pages.post('/people/:id/remove', ofLedger('administer'), async (request, reply) => {
    const { setting, form } = request
    if (form.get('sure') !== 'yes') throw new Refusal(STATUS_REFUSED, setting.texts.notices.form)
    await withOther(request, (people, { id }) => people.remove(id, signing(setting)))
    return reply.redirect('/people', 303)
  })

  /** Nobody takes their own role away by a slip. `work` says false when the person is gone. */
  async function withOther<T>(
    request: FastifyRequest,
    work: (people: PeopleStore, member: Member) => Promise<T | false>,
  ): Promise<T> {
    const { setting } = request
    const id = wordOf(request.params, 'id')
    const own = nameKey(setting.visitor.person.name)
    return ledger.use(async ({ people }) => {
      const member = (await people.all()).find((each) => each.id === id)
      const isTheirs = isWithin(member?.fleets ?? null, setting.visitor.fleets)
      if (member === undefined || !isTheirs) throw refusal(setting, 'gone')
      if (nameKey(member.name) === own) throw refusal(setting, 'yourself')
      const done = await work(people, member)
      if (done === false) throw refusal(setting, 'gone')
      return done
    })
  }

  function signing({ visitor }: PageSetting): Administering {
    return { person: visitor.person.name, at: new Date(clock.now()) }
  }

  function shown({ token, until }: { token: string; until: Date }) {
    return { address: addressOf(`/link/${token}`), until }
  }
}

/** Throws a Refusal for fleets that the administrator does not work for. */
function wanted(
  setting: PageSetting,
  form: URLSearchParams,
  { known, own = [] }: { known: readonly string[]; own?: readonly string[] },
): Pick<Member, 'role' | 'fleets'> {
  const { keyOf, visitor } = setting
  const keys = fleetsOf(form.get('fleets') ?? '', visitor.fleets ?? known)
  const fleets = keys?.map((key) => textOf(keyOf, own, key)) ?? null
  if (!isWithin(fleets, visitor.fleets)) throw refusal(setting, 'otherFleets')
  return { role: roleOf(form.get('role') ?? ''), fleets }
}

function refusal(
  { locale }: PageSetting,
  why: 'taken' | 'gone' | 'yourself' | 'otherFleets',
): Refusal {
  return new Refusal(STATUS_REFUSED, peopleWords(locale)[why])
}
