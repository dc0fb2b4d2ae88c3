/** One received file: one job. Judging is CPU work, so one at a time. */
import { importFleet as importFile } from '../src/reconciliation/intake/import-fleet.ts'
import type { Job } from './job.ts'

export const importFleet: Job<'import-fleet'> = {
  kind: 'import-fleet',
  concurrency: 1,
  attempts: 3,
  due: async (tools) => {
    const pending = await Promise.all(
      tools.fleets.map((fleet) => tools.stores.imports.pending(fleet.id)),
    )
    const jobs = pending
      .flat()
      .map((id) => ({ kind: 'import-fleet', id: `import-${id}`, data: { chunk: id } }) as const)
    return { jobs, nextDueAtMs: null }
  },
  run: (tools, { chunk }, { signal }) =>
    importFile(
      { ...tools, imports: tools.stores.imports, readings: tools.stores.readings },
      chunk,
      signal,
    ),
}
