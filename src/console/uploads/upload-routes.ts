/** Sends spreadsheets, lists those that wait, and shows the watched folder. */
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { giveFile } from '../../app/inbox/give-file.ts'
import { inboxOverview, type OfFleet } from '../../app/inbox/inbox-overview.ts'
import { sourceOf } from '../../app/inbox/take-file.ts'
import type { Draft } from '../../app/intake/drafts.ts'
import { Failure } from '../../failure.ts'
import type { Place } from '../access/place.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { contextOf, needs, sendPage, wordOf, type RouteParts } from '../frame/route-parts.ts'
import { addDraftRoutes } from './draft-routes.ts'
import { Drafts, waitingDrafts } from './drafts.ts'
import { inboxSection, uploadPage } from './upload-page.ts'
import { FORM_BYTES_MAX, newDraft, requireRoom, takeUploads } from './take-upload.ts'

export function addUploadRoutes(pages: FastifyInstance, parts: RouteParts, place: Place): void {
  const { tools } = parts
  const drafts = new Drafts(tools)

  pages.get('/upload', needs('see'), async ({ setting }, reply) => {
    const waiting = await waitingDrafts(tools, setting.fleet)
    const inbox = await inboxOf(setting).catch((error: unknown) => {
      if (error instanceof Failure) return 'lost' as const
      throw error
    })
    const folder = inbox === undefined ? null : inboxSection(setting, inbox)
    return sendPage(reply, uploadPage(setting, waiting, folder))
  })

  const sent = { config: { ...needs('upload').config, takesFile: true }, bodyLimit: FORM_BYTES_MAX }
  pages.post('/uploads', sent, async (request, reply) => {
    const { setting } = request
    if (!request.isMultipart()) throw new Refusal(415, setting.texts.notices.noFile)
    const ids: string[] = []
    await takeUploads(request, tools, setting, async (draft) => {
      await drafts.add(setting, draft)
      ids.push(draft.id)
    })
    const [only = '', ...others] = ids
    return reply.redirect(others.length === 0 ? `/uploads/${only}` : '/upload#waiting', 303)
  })

  pages.post('/inbox', needs('upload'), async ({ setting, form }, reply) => {
    const key = form.get('file') ?? ''
    await requireRoom(tools, setting)
    let draft: Draft | undefined
    const { config } = contextOf(tools, setting)
    const giving = { config, clock: tools.clock, holder: `console/${tools.random.uuid()}` }
    await giveFile(
      giving,
      { ...ofFleet(setting), key },
      {
        keep: async ({ name, source, about: { defaults, strict = false } }) => {
          const readingOptions = { defaults, strict }
          draft = newDraft(tools, setting, { name, readingOptions })
          await tools.drafts.keepFile(draft.id, source())
          await drafts.add(setting, draft)
        },
        discard: async () => {
          if (draft !== undefined) await tools.drafts.discard(draft.id)
        },
      },
    )
    return reply.redirect(`/uploads/${draft?.id ?? ''}`, 303)
  })

  pages.get('/inbox/:name', needs('upload'), async ({ setting, params }, reply) => {
    const name = wordOf(params, 'name')
    const entries = (await inboxOf(setting)) ?? []
    const found = entries.find(({ verdict }) => verdict !== undefined && basename(verdict) === name)
    if (found?.verdict === undefined) throw new Refusal(404, setting.texts.notices.missing)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    return reply.type('application/octet-stream').send(Readable.from(sourceOf(found.verdict)()))
  })

  addDraftRoutes(pages, { ...parts, drafts, place })

  function inboxOf(setting: PageSetting) {
    return inboxOverview(contextOf(tools, setting).config, ofFleet(setting))
  }

  function ofFleet({ fleet }: PageSetting): OfFleet {
    const { ledger, secret } = tools
    return {
      fleet,
      account: secret.embedded.accountId,
      gone: async (holders) => (await ledger.look(({ leases }) => leases.gone(holders))) ?? holders,
    }
  }
}
