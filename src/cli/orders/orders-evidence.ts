/** `frota orders evidence ORDER`: one printable page of all that proves an order. */
import { isUuid } from '../../contract/scalar.ts'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import { evidencePage } from '../../reconciliation/books/evidence/evidence-page.ts'
import { writeText } from '../../reconciliation/reports/write-text.ts'
import { auditEvent } from '../audit/audit-words.ts'
import type { CommandContext } from '../context.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, words } = context
  const orderId = (words[0] ?? '').toLowerCase()
  if (!isUuid(orderId)) throw unknownOrder(orderId)
  await withFleet(context, async ({ books, stores }, fleet) => {
    const evidence = await books.evidence(fleet.id, orderId)
    if (evidence === undefined) throw unknownOrder(orderId)
    const run = await stores.runs.find('latest', fleet.id)
    const page = evidencePage(evidence, {
      locale: output.locale,
      zone: config.FROTA_TIME_ZONE,
      simulated: run?.simulated ?? true,
      at: new Date(wallClock.now()),
      auditWord: (what) => auditEvent(what, output.locale),
    })
    const given = flags['to']
    const standard = join(config.FROTA_REPORTS_DIR, 'evidence', `${orderId}.html`)
    const path = typeof given === 'string' ? given : standard
    await mkdir(dirname(path), { recursive: true })
    const partial = `${path}.part`
    await rm(partial, { force: true })
    await writeText(dirname(path), basename(partial), page)
    await rename(partial, path)
    output.line(path)
    output.object({ order: orderId, page: path })
  })
}

function unknownOrder(given: string): Failure {
  return new Failure('usage', {
    pt: `Nenhum pedido desta frota é "${given.slice(0, 40)}"; veja: frota orders`,
    en: `No order of this fleet is "${given.slice(0, 40)}"; see: frota orders`,
  })
}
