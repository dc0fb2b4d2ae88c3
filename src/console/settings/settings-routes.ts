/** What administrators set: the service, the rules of orders, the schedules. */
import type { FastifyInstance } from 'fastify'
import { ledgerAfter, tryService } from '../../app/access/connect-service.ts'
import { isPolicyGiven, orderPolicyOf } from '../../app/orders/order-policy-file.ts'
import { notePolicy } from '../../app/orders/note-policy.ts'
import { draftOf } from '../../app/worker/schedule-draft.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { html } from '../../html.ts'
import { readKeptService } from '../../kept-service.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import { unusedCentres } from '../../reconciliation/orders/policy/order-limits.ts'
import {
  orderPolicyToJson,
  readOrderPolicy,
} from '../../reconciliation/orders/policy/read-order-policy.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { isWithin } from '../access/permissions.ts'
import type { Place } from '../access/place.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { needs, ofLedger, sendPage, type RouteParts } from '../frame/route-parts.ts'
import type { PageSetting } from '../frame/page.ts'
import { textOf } from '../frame/text-keys.ts'
import { addList } from '../tables/add-list.ts'
import { policyMark, policyTextOf } from './policy-form.ts'
import { SCHEDULES_QUERY, scheduleColumns } from './schedule-section.ts'
import { connectedPage, settingsPage, type ShownService } from './settings-page.ts'
import { settingsWords } from './settings-words.ts'

const ADMINISTER = needs('administer')
const OF_LEDGER = ofLedger('administer')
const STATUS_BUSY = 409
const NOTHING_KEPT = { edited: undefined, centres: [], schedules: [] }
const NO_OPTIONS = { method: undefined, approveUpToCents: undefined }

export function addSettingsRoutes(pages: FastifyInstance, parts: RouteParts, place: Place): void {
  const { tools } = parts
  const { ledger, clock, secret, context } = tools

  pages.get('/settings', ADMINISTER, async ({ setting }, reply) => {
    const { config } = context
    const kept = await ledger.look(async (open) => ({
      edited: await open.policies.edited(),
      centres: await open.policies.costCentres(),
      schedules: await open.schedules.list(),
    }))
    const { edited, centres, schedules } = kept ?? NOTHING_KEPT
    const policy = await orderPolicyOf(config, { policies: { edited: async () => edited } })
    const shown = {
      service: shownService(config, place),
      policy,
      policyFrom: isPolicyGiven(config) ? ('given' as const) : edited,
      unused: unusedCentres(policy, centres),
      schedules: seenBy(setting, schedules),
      nowMs: clock.now(),
    }
    return sendPage(reply, settingsPage(setting, shown))
  })

  addList(pages, parts, {
    path: '/settings/schedules',
    options: OF_LEDGER,
    shape: SCHEDULES_QUERY,
    read: async (setting) => {
      const words = settingsWords(setting.locale)
      const all = (await ledger.look((open) => open.schedules.list())) ?? []
      return {
        title: words.schedules,
        back: html`<a href="/settings">${words.title}</a>`,
        search: words.name,
        columns: scheduleColumns(setting, clock.now()),
        rows: seenBy(setting, all),
      }
    },
  })

  pages.post('/settings/service', ADMINISTER, async ({ setting, form }, reply) => {
    const words = settingsWords(setting.locale)
    const { config } = context
    if (!shownService(config, place).mayConnect) throw new Refusal(STATUS_REFUSED, words.given)
    refuseOfSome(setting)
    const field = (name: string): string => form.get(name) ?? ''
    const typed = { address: field('address'), accountId: field('account'), key: field('key') }
    const tried = await tryService(config, typed, tools).catch((error: unknown) =>
      refuseFor(error, setting, ` ${words.notConnected}`),
    )
    const there = await ledger.look(async (open) => ({
      fleets: await open.fleets.all(),
      isOthers: open.database.ownerPid !== undefined,
    }))
    const after = ledgerAfter(there?.fleets ?? [], tried.kept.FROTA_ACCOUNT_ID, secret)
    if (setting.busy || there?.isOthers === true) throw new Refusal(STATUS_BUSY, words.busy)
    const folder = await tools.connect(tried, after)
    return sendPage(reply, connectedPage(setting, { simulated: tried.simulated, folder }))
  })

  pages.post('/settings/policy', OF_LEDGER, async ({ setting, form }, reply) => {
    const words = settingsWords(setting.locale)
    if (isPolicyGiven(context.config)) throw new Refusal(STATUS_REFUSED, words.policyGiven)
    refuseOfSome(setting)
    const { name } = setting.visitor.person
    await ledger.use(async (open) => {
      const before = (await open.policies.edited())?.policy
      const { byKey } = readOrderPolicy(before ?? '{}', NO_OPTIONS).perCostCentre
      const centres = Array.from(byKey.values(), (limit) => limit.name)
      const typed = policyTextOf(form, words, (key) => textOf(setting.keyOf, centres, key))
      const policy = await Promise.try(readOrderPolicy, typed, NO_OPTIONS).catch((error: unknown) =>
        refuseFor(error, setting, ''),
      )
      const edited = { policy: orderPolicyToJson(policy), by: name, at: new Date(clock.now()) }
      const isAsShown = form.get('shown') === policyMark(before)
      if (!isAsShown || !(await open.policies.edit(edited, before))) {
        throw new Refusal(STATUS_BUSY, words.policyMoved)
      }
      await notePolicy(open, policy, { kind: 'person', name })
    })
    return reply.redirect('/settings', 303)
  })

  pages.post('/settings/schedules', OF_LEDGER, async ({ setting, form }, reply) => {
    const words = settingsWords(setting.locale)
    const { config } = context
    const [hour, minute] = timeOf(form, 'begins', setting)
    const days = form.get('days') ?? ''
    if (!Object.hasOwn(words.dayChoices, days)) throw new Refusal(400, setting.texts.notices.form)
    const { fleets } = setting.visitor
    const given = {
      cron: `${minute} ${hour} * * ${days}`,
      until: timeOf(form, 'ends', setting).join(':'),
      ...(fleets === null ? {} : { fleets: fleets.join(',') }),
    }
    const draft = draftOf((form.get('name') ?? '').trim(), given, config)
    const made = await ledger.use((open) => open.schedules.add(draft, new Date(clock.now())))
    if (made === undefined) throw new Refusal(STATUS_REFUSED, words.wrong.name)
    return reply.redirect('/settings#schedules', 303)
  })

  pages.post('/settings/schedules/change', OF_LEDGER, async ({ setting, form }, reply) => {
    const name = form.get('name') ?? ''
    const what = form.get('what')
    const at = new Date(clock.now())
    await ledger.use(async ({ schedules }) => {
      const found = (await schedules.list()).find((each) => each.name === name)
      const isOwn = found !== undefined && isWithin(found.fleets, setting.visitor.fleets)
      if (!isOwn) throw new Refusal(404, setting.texts.notices.missing)
      if (what === 'remove') await schedules.remove(name, at)
      else await schedules.setPaused(name, what === 'pause', at)
    })
    return reply.redirect('/settings#schedules', 303)
  })
}

/** What a reader of the typed values refuses is said on a page; `more`: what follows from it. */
function refuseFor(error: unknown, { locale }: PageSetting, more: string): never {
  if (!(error instanceof Failure)) throw error
  throw new Refusal(STATUS_REFUSED, `${pageWords(error.in(locale), locale, '')}${more}`)
}

function shownService(config: Config, place: Place): ShownService {
  const { FROTA_API_URL: url, FROTA_ACCOUNT_ID: account = '' } = config
  const kept = readKeptService(config.FROTA_DATA_DIR)
  const isOwnChoice = url === kept?.FROTA_API_URL && config.FROTA_FLEETS_FILE === undefined
  return {
    used: url === undefined ? undefined : { FROTA_API_URL: url, FROTA_ACCOUNT_ID: account },
    // Elsewhere people, keys and workers are on other machines, which this one cannot configure.
    mayConnect: place.isLocal && config.DATABASE_URL === undefined && isOwnChoice,
  }
}

/** Service and rules are of the whole ledger. */
function refuseOfSome({ visitor, locale }: PageSetting): void {
  if (visitor.fleets !== null) throw new Refusal(403, settingsWords(locale).ofAllFleets)
}

function seenBy({ visitor }: PageSetting, all: readonly Schedule[]): readonly Schedule[] {
  return all.filter((each) => isWithin(each.fleets, visitor.fleets))
}

function timeOf(
  form: URLSearchParams,
  name: 'begins' | 'ends',
  { locale }: PageSetting,
): [string, string] {
  const words = settingsWords(locale)
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(form.get(name) ?? '') ?? []
  if (hour !== undefined && minute !== undefined) return [hour, minute]
  throw new Refusal(STATUS_REFUSED, fill(words.wrong.time, { field: words[name] }))
}
