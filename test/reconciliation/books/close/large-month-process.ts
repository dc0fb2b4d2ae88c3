/**
 * Closes a month of as many modelled vehicles as its argument says, in pages of 200, and prints
 * the peak of memory that Linux counted for this process, in megabytes, and the rows written.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VehicleHistory } from '../../../../src/ledger/histories/vehicle-histories.ts'
import { histories, writeSample } from './sample-month.ts'

const VEHICLES_PER_PAGE = 200

async function* pages(vehicles: number): AsyncGenerator<VehicleHistory[]> {
  for (let from = 0; from < vehicles; from += VEHICLES_PER_PAGE) {
    yield Array.from({ length: Math.min(VEHICLES_PER_PAGE, vehicles - from) }, (_, at) => {
      const number = from + at
      const model = histories[number % histories.length]
      if (model === undefined) throw new Error('There is no modelled vehicle.')
      const plate = `ABC${number.toString().padStart(5, '0')}`
      return { ...model, vehicle: { ...model.vehicle, id: `vehicle ${number}`, plate } }
    })
  }
}

const directory = await mkdtemp(join(tmpdir(), 'frota-large-'))
try {
  const settings = { locale: 'pt-BR', flavour: 'machine' } as const
  const { facts } = await writeSample(directory, settings, null, () =>
    pages(Number(process.argv[2])),
  )
  const rows = facts.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const megabytes = Math.round(Number(kilobytes) / 1024)
  process.stdout.write(JSON.stringify({ megabytes, rows }))
} finally {
  await rm(directory, { recursive: true, force: true })
}
