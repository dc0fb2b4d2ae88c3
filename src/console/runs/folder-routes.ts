/** The files of a run's or month's folder: one alone, one as a table, all as an archive. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf } from '../../fields.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { needs, sendPage, type RouteParts } from '../frame/route-parts.ts'
import { readQuery } from '../tables/table-query.ts'
import { FILE_QUERY, fileTable } from './file-table.ts'
import { openPlainFile, type PlainFile } from '../../web/plain-file.ts'
import { sendReportFile } from './send-report-file.ts'
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
}

export function addFolderRoutes(
  pages: FastifyInstance,
  { settingOf }: Pick<RouteParts, 'settingOf'>,
  path: string,
  /** Throws a Refusal, 404, where there is none. */
  find: (request: FastifyRequest, setting: PageSetting) => Promise<FolderOfFiles>,
): void {
  const nameIn = ({ params }: FastifyRequest): string => String(fieldsOf(params)['name'])

  pages.get(`${path}/files/:name`, needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const folder = await find(request, setting)
    const name = nameIn(request)
    return sendReportFile(
      reply,
      await fileOf(folder, name, setting),
      `frota-${folder.name}-${name}`,
    )
  })

  pages.get(`${path}/table/:name`, needs('see'), async (request, reply) => {
    const setting = settingOf(request)
    const folder = await find(request, setting)
    const name = nameIn(request)
    const { address } = folder
    const table = {
      path: `${address}/table/${name}`,
      download: `${address}/files/${name}.csv`,
      file: await fileOf(folder, `${name}.csv`, setting),
      query: readQuery(request.query, FILE_QUERY),
    }
    return sendPage(reply, await fileTable(setting, table))
  })

  pages.get(`${path}/files.zip`, needs('see'), async (request, reply) => {
    const { parent, folder, files, name } = await find(request, settingOf(request))
    const open = (each: string) => openPlainFile(parent, folder, each)
    return sendZip(reply, { name: `frota-${name}`, files, open })
  })
}

async function fileOf(
  { parent, folder, files }: FolderOfFiles,
  name: string,
  { texts }: PageSetting,
): Promise<PlainFile> {
  const file = files.includes(name) ? await openPlainFile(parent, folder, name) : undefined
  if (file === undefined) throw new Refusal(404, texts.notices.missing)
  return file
}
