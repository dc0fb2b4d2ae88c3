/** Everything that waits for a person, and what a person says about one of them. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inLocale } from '../../bilingual.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { freeDebts } from '../../app/orders/free-debts.ts'
import { openResolving } from '../../app/orders/open-resolving.ts'
import { endByWord, isEndedByWord } from '../../app/reports/end-exceptions.ts'
import { personList } from '../../app/reports/exceptions-now.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { findCase, type Case } from '../../reconciliation/orders/resolving/resolve-case.ts'
import { resolveCase } from '../../reconciliation/orders/resolving/resolve-order.ts'
import type { ResolvingTools } from '../../reconciliation/orders/resolving/resolve-order.ts'
import { reviewCase } from '../../reconciliation/orders/resolving/review-case.ts'
import type { ExceptionGroup } from '../../reconciliation/reports/exception-groups.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { STATUS_REFUSED } from '../frame/refusal.ts'
import { contextOf, idOf, needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { exceptionWords } from './exception-words.ts'
import { addCsv } from '../tables/add-list.ts'
import { readQuery, type TableQuery } from '../tables/table-query.ts'
import { EXCEPTIONS_QUERY, exceptionColumns, exceptionsPage, ofKind } from './exceptions-page.ts'
import { reviewPage } from './review-page.ts'
import { reasonIn, refused, saidIn, type Said } from './said-choice.ts'

/** Shown of each code; all are in exceptions.csv. */
const SHOWN_OF_A_KIND = 100
/** One that is not shown may be named by an older page. */
const FOUND_OF_A_KIND = 10_000
/** What tells one exception from all others. */
const IDENTITY = ['code', 'reference', 'detail'] as const

export function addExceptionRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { context, clock } = tools
  const { config } = context

  pages.get('/exceptions', needs('see'), async ({ setting, query }, reply) =>
    show(reply, setting, '', readQuery(query, EXCEPTIONS_QUERY)),
  )

  addCsv(pages, parts, {
    path: '/exceptions',
    options: needs('see'),
    shape: EXCEPTIONS_QUERY,
    read: async (setting, query) => {
      const groups = ofKind(await listed(setting, FOUND_OF_A_KIND), query)
      return { columns: exceptionColumns(setting), rows: groups.flatMap(({ shown }) => shown) }
    },
  })

  pages.post('/exceptions/done', needs('dismiss'), async ({ setting, form }, reply) => {
    const reason = reasonIn(setting, form)
    const { name: person } = setting.visitor.person
    await onFleet(setting, async (ledger, fleet) => {
      const telling = { config, shown: FOUND_OF_A_KIND }
      const groups = await personList(ledger.stores, fleet.id, telling)
      const named = groups
        .flatMap(({ shown }) => shown)
        .filter(isEndedByWord)
        .find((line) => IDENTITY.every((name) => setting.keyOf(line[name]) === form.get(name)))
      if (named === undefined) throw refused(setting, 'gone')
      await endByWord(ledger, fleet, [named], { person, reason })
    })
    return show(reply, setting, done(setting))
  })

  pages.post('/exceptions/free', needs('decide'), async ({ setting, form }, reply) => {
    const orderId = idOf(form.get('order'))
    if (orderId === undefined) throw refused(setting, 'orderMissing')
    const by = { orderId, person: setting.visitor.person.name, reason: reasonIn(setting, form) }
    const { said } = await onFleet(setting, (...of) => freeDebts(config, ...of, by))
    return show(reply, setting, inLocale(said, setting.locale))
  })

  pages.post('/exceptions/review', needs('decide'), async ({ setting, form }, reply) => {
    const said = saidIn(setting, form)
    return onCase(setting, said, async (resolving, found) => {
      const reviewed = await reviewCase(resolving, found, said.choice)
      return sendPage(reply, reviewPage(setting, { found, said, reviewed }))
    })
  })

  pages.post('/exceptions/resolve', needs('decide'), async ({ setting, form }, reply) => {
    const said = saidIn(setting, form)
    const isDone = await onCase(setting, said, async (resolving, found) => {
      // The service is read again: what it showed a moment ago may not hold any more.
      const reviewed = await reviewCase(resolving, found, said.choice)
      if (!reviewed.can) {
        await sendPage(reply, reviewPage(setting, { found, said, reviewed }), STATUS_REFUSED)
        return false
      }
      const { choice, reason } = said
      const by = { who: setting.visitor.person.name, reason, at: new Date(clock.now()) }
      if (!(await resolveCase(resolving, found, choice, reviewed.review, by))) {
        throw refused(setting, 'gone')
      }
      return true
    })
    return isDone ? show(reply, setting, done(setting)) : reply
  })

  async function show(
    reply: FastifyReply,
    setting: PageSetting,
    said: string,
    query: TableQuery = readQuery({}, EXCEPTIONS_QUERY),
  ): Promise<FastifyReply> {
    const isSearched = query.filters['q'] !== undefined
    const groups = await listed(setting, isSearched ? FOUND_OF_A_KIND : SHOWN_OF_A_KIND)
    return sendPage(reply, exceptionsPage(setting, groups, { said, query }))
  }

  async function listed(setting: PageSetting, shown: number): Promise<readonly ExceptionGroup[]> {
    const none: readonly ExceptionGroup[] = []
    return (
      (await withFleet(tools, setting, ({ stores }, { id }) =>
        personList(stores, id, { config, shown }),
      )) ?? none
    )
  }

  /** Throws a Refusal for a case of another fleet, or one that waits no more. */
  function onCase<T>(
    setting: PageSetting,
    { reference }: Said,
    work: (resolving: ResolvingTools, found: Case) => Promise<T>,
  ): Promise<T> {
    return onFleet(setting, async (ledger, fleet) => {
      await using opening = new AsyncDisposableStack()
      const resolving = await openResolving(contextOf(tools, setting), ledger, opening)
      const found = await findCase(resolving, reference)
      if (typeof found === 'string' || found.fleetId !== fleet.id) throw refused(setting, 'gone')
      // The connection to the service closes with this block.
      return await work(resolving, found)
    })
  }

  async function onFleet<T>(
    setting: PageSetting,
    work: (ledger: OpenLedger, fleet: Fleet) => Promise<T>,
  ): Promise<T> {
    const found = await withFleet(tools, setting, async (ledger, fleet) => ({
      worked: await work(ledger, fleet),
    }))
    if (found === undefined) throw refused(setting, 'gone')
    return found.worked
  }
}

function done({ locale, visitor }: PageSetting): string {
  return fill(exceptionWords(locale).saidDone, { person: pageWords(visitor.person.name, locale) })
}
