/**
 * Closes a month of as many modelled vehicles as each argument says, in pages of 200, and prints of
 * each the most that lived at the beginning of a page, in megabytes, and the rows written.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VehicleHistory } from '../../../../src/ledger/histories/vehicle-histories.ts'
import { histories, writeSample } from './sample-month.ts'

const VEHICLES_PER_PAGE = 200

async function* pages(vehicles: number): AsyncGenerator<VehicleHistory[]> {
  for (let from = 0; from < vehicles; from += VEHICLES_PER_PAGE) {
    await measure()
    yield Array.from({ length: Math.min(VEHICLES_PER_PAGE, vehicles - from) }, (_, at) => {
      const number = from + at
      const model = histories[number % histories.length]
      if (model === undefined) throw new Error('There is no modelled vehicle.')
      const plate = `ABC${number.toString().padStart(5, '0')}`
      return { ...model, vehicle: { ...model.vehicle, id: `vehicle ${number}`, plate } }
    })
  }
}

let liveBytes = 0

/**
 * After two collections, so that only what the close still holds is counted: the memory of a buffer
 * that the first one found unused is given back by the second. Needs --expose-gc.
 */
async function measure(): Promise<void> {
  await globalThis.gc?.({ execution: 'async' })
  await globalThis.gc?.({ execution: 'async' })
  const { heapUsed, external } = process.memoryUsage()
  liveBytes = Math.max(liveBytes, heapUsed + external)
}

async function close(vehicles: number): Promise<{ megabytes: number; rows: number }> {
  const directory = await mkdtemp(join(tmpdir(), 'frota-large-'))
  try {
    liveBytes = 0
    const settings = { locale: 'pt-BR', flavour: 'machine' } as const
    const { facts } = await writeSample(directory, settings, null, () => pages(vehicles))
    const rows = facts.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
    await measure()
    return { megabytes: liveBytes / 1024 / 1024, rows }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const closed: object[] = []
for (const vehicles of process.argv.slice(2)) closed.push(await close(Number(vehicles)))
process.stdout.write(JSON.stringify(closed))
