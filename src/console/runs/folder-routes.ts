/** The files of a run's or month's folder: one alone, one as a table, all as an archive. */
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import type { Layout } from '../../reconciliation/books/journal/journal-layout.ts'
import type { PageSetting } from '../frame/page.ts'
import { downloadName, sendAs } from '../frame/of-fleet.ts'
import { Refusal } from '../frame/refusal.ts'
import { needs, sendPage, wordOf } from '../frame/route-parts.ts'
import { readQuery } from '../tables/table-query.ts'
import { JOURNAL_TEXT } from './ended-run.ts'
import { FILE_QUERY, fileTable, REJECTED, type FileTable } from './file-table.ts'
import { openPlainFile, type PlainFile } from '../../web/plain-file.ts'
import { sendZip } from '../../web/send-zip.ts'

export interface FolderOfFiles {
  /** Its page. */
  readonly address: string
  /** Its directory, and its name there. */
  readonly parent: string
  readonly folder: string
  /** Downloads are named by it. */
  readonly name: string
  /** What may be downloaded. */
  readonly files: readonly string[]
  /** Of a month's journal, as far as the folder says it. */
  readonly layout?: Layout | undefined
}

export function addFolderRoutes(
  pages: FastifyInstance,
  path: string,
  /** Throws a Refusal, 404, where there is none. */
  find: (request: FastifyRequest) => Promise<FolderOfFiles>,
): void {
  for (const files of ['files', 'files/of-:of']) {
    pages.get(`${path}/${files}/:name`, needs('see'), async (request, reply) => {
      const folder = await find(request)
      const name = wordOf(request.params, 'name')
      const file = await fileOf(folder, name, request.setting)
      return sendReportFile(reply, file, `${folder.name}-${name}`)
    })
  }

  pages.get(`${path}/table/:name`, needs('see'), async (request, reply) => {
    const { setting } = request
    const folder = await find(request)
    const name = wordOf(request.params, 'name')
    const { address, files, layout } = folder
    const isText = name === 'journal' && files.includes(JOURNAL_TEXT)
    const stored = isText ? JOURNAL_TEXT : `${name}.csv`
    const layoutOf: Readonly<Record<string, FileTable['layout']>> = {
      journal: layout ?? null,
      [REJECTED]: 'as-sent',
    }
    const file = await fileOf(folder, stored, setting)
    const table = {
      path: `${address}/table/${name}`,
      download: `${address}/files/${stored}`,
      file,
      layout: layoutOf[name],
      query: readQuery(request.query, FILE_QUERY),
    }
    try {
      return await sendPage(reply, await fileTable(setting, table))
    } finally {
      await file.handle.close()
    }
  })

  pages.get(`${path}/files.zip`, needs('see'), async (request, reply) => {
    const { parent, folder, files, name } = await find(request)
    const open = (each: string) => openPlainFile(parent, folder, each)
    return sendZip(reply, { name: downloadName(reply, name), files, open })
  })
}

async function fileOf(
  { parent, folder, files }: FolderOfFiles,
  name: string,
  { texts }: PageSetting,
): Promise<PlainFile> {
  const file = files.includes(name) ? await openPlainFile(parent, folder, name) : undefined
  if (file === undefined) throw new Refusal(404, texts.notices.missing)
  // The accountant's layout, and the file that was sent, say how these are encoded.
  const isForeign = name.startsWith('journal.') || name === `${REJECTED}.csv`
  return isForeign ? { ...file, type: file.type.replace(/;.*/, '') } : file
}

/** Policy of the reports' own pages: inline styles are allowed, scripts and requests are not. */
const REPORT_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** `savedAs`: the name of a download, after its fleet's. */
function sendReportFile(
  reply: FastifyReply,
  { handle, bytes, type }: PlainFile,
  savedAs: string,
): FastifyReply {
  if (savedAs.endsWith('.html')) reply.header('content-security-policy', REPORT_PAGE_POLICY)
  else sendAs(reply, savedAs)
  reply.header('content-length', bytes)
  return reply.type(type).send(handle.createReadStream())
}
