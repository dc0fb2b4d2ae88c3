/**
 * Closes a month of as many modelled vehicles as its argument says, in pages of 200, and prints
 * the most that lived at the beginning of a page, in megabytes, and the rows written.
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

/** After a collection, so that only what the close still holds is counted; needs --expose-gc. */
async function measure(): Promise<void> {
  await globalThis.gc?.({ execution: 'async' })
  const { heapUsed, external } = process.memoryUsage()
  liveBytes = Math.max(liveBytes, heapUsed + external)
}

const directory = await mkdtemp(join(tmpdir(), 'frota-large-'))
try {
  const settings = { locale: 'pt-BR', flavour: 'machine' } as const
  const { facts } = await writeSample(directory, settings, null, () =>
    pages(Number(process.argv[2])),
  )
  const rows = facts.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  await measure()
  const megabytes = liveBytes / 1024 / 1024
  process.stdout.write(JSON.stringify({ megabytes, rows }))
} finally {
  await rm(directory, { recursive: true, force: true })
}
