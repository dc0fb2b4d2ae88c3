/**
 * Files and their tables are of the fleet that a page shows: their links say which, as forms do,
 * and so do the names under which browsers keep them.
 */
import type { FastifyReply } from 'fastify'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import { exact, type Html } from '../../html.ts'
import type { PageSetting } from './page.ts'

type Showing = Pick<PageSetting, 'fleet' | 'keyOf'>

/** For an attribute: the address is refused once another fleet is chosen. */
export function ofFleet(setting: Showing, address: string): Html {
  return exact(`${address}${address.includes('?') ? '&' : '?'}of=${keyIn(setting)}`)
}

/** The same for the files of a folder, as a part of the path: reports link to the files beside them. */
export function filesOfFleet(setting: Showing, folder: string): Html {
  return exact(`${folder}/files/of-${keyIn(setting)}`)
}

function keyIn({ fleet, keyOf }: Showing): string {
  return encodeURIComponent(keyOf(fleet))
}

/** Begins with the fleet, unless its route is of none, in letters that every system takes. */
export function downloadName({ request: { setting, routeOptions } }: FastifyReply, name: string) {
  const { anyFleet, ofLedger } = routeOptions.config
  const letters = veilDocuments(setting.fleet).normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const fleet = letters.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  const isOfOne = anyFleet !== true && ofLedger !== true && fleet !== ''
  return isOfOne ? `frota-${fleet}-${name}` : `frota-${name}`
}

export function sendAs(reply: FastifyReply, name: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${downloadName(reply, name)}"`)
}
