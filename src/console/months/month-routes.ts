/** Months: the list, a preview of now, one month with its files, and its close under a name. */
import { givenReason } from '../../app/given-reason.ts'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  FRESH_DAYS,
  monthOfFleet,
  monthsLeftOut,
  type MonthRequest,
} from '../../app/books/close-month.ts'
import { isAsClosed, monthFolder, monthsDirectory } from '../../app/books/month-folder.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import { plainDay } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { lastDay, monthOf } from '../../fleet/calendar/months.ts'
import type { PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { Refusal } from '../frame/refusal.ts'
import { contextOf, needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { withFleet } from '../frame/with-fleet.ts'
import { addFolderRoutes } from '../runs/folder-routes.ts'
import { monthPage } from './month-page.ts'
import { monthWords } from './month-words.ts'
import { openMonths, closeColumns, MONTHS_QUERY, monthsPage } from './months-page.ts'
import type { ListedClose, ShownMonths } from './months-page.ts'
import { addListPage } from '../tables/add-list.ts'
import { monthOfFolder, readMonth, type MonthFolder } from './read-month.ts'

export function addMonthRoutes(pages: FastifyInstance, parts: RouteParts): void {
  const { tools } = parts
  const { context, clock } = tools
  const parentOf = ({ fleet }: PageSetting): string =>
    monthsDirectory(context.config.FROTA_REPORTS_DIR, fleet)
  const todayOf = ({ zone }: PageSetting): string => plainDay(clock.now(), zone)

  addListPage(pages, parts, {
    path: '/months',
    options: needs('see'),
    shape: MONTHS_QUERY,
    read: monthsOf,
    page: monthsPage,
    table: (setting, { closes: rows }) => ({
      columns: closeColumns(setting),
      rows,
      isSimulated: ({ simulated }: ListedClose) => simulated ?? setting.simulated,
    }),
  })

  async function monthsOf(setting: PageSetting): Promise<ShownMonths> {
    const none: ShownMonths = { closes: [], open: [], current: '' }
    const current = monthOf(todayOf(setting))
    return (
      (await withFleet(tools, setting, async (ledger, fleet): Promise<ShownMonths> => {
        const all = await ledger.closes.ofFleet(fleet.id)
        const first = await ledger.stores.runs.firstStart(fleet.id)
        if (first === undefined) return none
        const began = monthOf(plainDay(first.getTime(), setting.zone))
        const parent = parentOf(setting)
        const closes = await Promise.all(all.toReversed().map((close) => listed(parent, close)))
        return { closes, open: openMonths(all, { began, current }), current }
      })) ?? none
    )
  }

  pages.post('/months/:month/preview', needs('close'), async ({ setting, params }, reply) => {
    const month = monthNamed(folderOf(params, setting), setting)
    const folder = await write(setting, { month, stored: false, freshDays: FRESH_DAYS })
    return reply.redirect(`/months/${folder}`, 303)
  })

  pages.post('/months/:month/close', needs('close'), async ({ setting, form, params }, reply) => {
    const words = monthWords(setting.locale)
    const shown = folderOf(params, setting)
    const month = monthNamed(shown, setting)
    const { person } = setting.visitor
    const withOpen = form.get('with_open') === 'yes'
    const reason = givenReason(form.get('reason'))
    if (!person.named) return show(reply, setting, shown, words.unnamed)
    if (withOpen && reason === '') return show(reply, setting, shown, words.noReason)
    const seen = form.get('figures') ?? ''
    const closing = { person: person.name, reason: withOpen ? reason : '', withOpen, seen }
    try {
      const folder = await write(setting, { month, closing, stored: false, freshDays: FRESH_DAYS })
      return await reply.redirect(`/months/${folder}`, 303)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return show(reply, setting, shown, pageWords(error.in(setting.locale), setting.locale))
    }
  })

  pages.get('/months/:month', needs('see'), async ({ setting, params }, reply) =>
    show(reply, setting, folderOf(params, setting), ''),
  )

  addFolderRoutes(pages, '/months/:month', async ({ setting, params }) => {
    const { folder, files, layout } = await monthIn(setting, folderOf(params, setting))
    const parent = parentOf(setting)
    return { parent, folder, files, layout, address: `/months/${folder}`, name: folder }
  })

  /** Writes the month's folder; returns the folder's name. */
  async function write(setting: PageSetting, request: MonthRequest): Promise<string> {
    const written = await withFleet(tools, setting, (ledger, fleet) =>
      monthOfFleet(contextOf(tools, setting), ledger, fleet, request),
    )
    if (written === undefined) throw missing(setting)
    return monthFolder(written.settings.month, written.settings.revision)
  }

  async function show(
    reply: FastifyReply,
    setting: PageSetting,
    folder: string,
    said: string,
  ): Promise<FastifyReply> {
    const month = await monthIn(setting, folder)
    const isOver = todayOf(setting) > lastDay(month.month)
    const known = await withFleet(tools, setting, async (ledger, fleet) => {
      const close = (await ledger.closes.ofFleet(fleet.id)).find(
        (each) => monthFolder(each.month, each.revision) === folder,
      )
      const isChanged =
        close === undefined
          ? month.state === 'closed'
          : (await listed(parentOf(setting), close)).isChanged
      const leftOut = await monthsLeftOut(ledger, fleet, month.month, setting.zone)
      return { close, isChanged, leftOut }
    })
    const { close, isChanged = false, leftOut } = known ?? {}
    const shown = { month, close, isOver, isChanged, said, leftOut }
    return sendPage(reply, monthPage(setting, shown), said === '' ? 200 : 409)
  }

  async function monthIn(setting: PageSetting, folder: string): Promise<MonthFolder> {
    const month = await readMonth(parentOf(setting), folder)
    if (month === undefined) throw missing(setting)
    return month
  }

  function folderOf(params: unknown, setting: PageSetting): string {
    const folder = wordOf(params, 'month')
    monthNamed(folder, setting)
    return folder
  }

  function monthNamed(folder: string, setting: PageSetting): string {
    const month = monthOfFolder(folder)
    if (month === undefined) throw missing(setting)
    return month
  }

  function missing({ locale }: PageSetting): Refusal {
    return new Refusal(404, monthWords(locale).missing)
  }
}

async function listed(parent: string, close: MonthClose): Promise<ListedClose> {
  const folder = monthFolder(close.month, close.revision)
  const isChanged = !(await isAsClosed(join(parent, folder), close.manifestSha256))
  return { ...close, isChanged, simulated: (await readMonth(parent, folder))?.simulated }
}
