/** `frota orders evidence ORDER|PLATE`: one printable page of all that proves an order. */
import { isUuid } from '../../contract/scalar.ts'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { evidencePage } from '../../reconciliation/books/evidence/evidence-page.ts'
import { FILE_MODE } from '../../reconciliation/reports/files/file-sink.ts'
import { replaceFile } from '../../replace-file.ts'
import { auditEvent } from '../audit/audit-words.ts'
import type { CommandContext } from '../context.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, words } = context
  const [word = ''] = words
  await withFleet(context, async (ledger, fleet) => {
    const { books, stores } = ledger
    const [orderId = '', ...others] = isUuid(word)
      ? [word.toLowerCase()]
      : await ordersOfVehicle(ledger, fleet, word)
    if (others.length > 0) throw severalOrders(word, [orderId, ...others])
    const evidence = orderId === '' ? undefined : await books.evidence(fleet.id, orderId)
    if (evidence === undefined) throw unknownOrder(word)
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
    await replaceFile(path, page, { mode: FILE_MODE })
    output.line(path)
    output.object({ order: orderId, page: path })
  })
}

async function ordersOfVehicle({ stores }: OpenLedger, { id }: Fleet, word: string) {
  const { vehicles, orders } = stores
  const found = await vehicles.named(id, word)
  const listed = await Promise.all(found.vehicles.map((one) => orders.ofVehicle(one.id)))
  return listed.flat().map((order) => order.id)
}

function severalOrders(word: string, ids: readonly string[]): Failure {
  const typed = word.slice(0, 40)
  return new Failure('usage', {
    pt: `"${typed}" tem vários pedidos: ${ids.join(', ')}. Diga qual.`,
    en: `"${typed}" has several orders: ${ids.join(', ')}. Say which.`,
  })
}

function unknownOrder(given: string): Failure {
  return new Failure('usage', {
    pt: `Nenhum pedido desta frota é "${given.slice(0, 40)}"; veja: frota orders`,
    en: `No order of this fleet is "${given.slice(0, 40)}"; see: frota orders`,
  })
}
