/**
 * Which test files begin first. Without figures of an earlier run vitest begins with the longest
 * text, and some of the shortest texts start the longest work: begun last, it keeps one core busy
 * for minutes after the other has nothing left to do.
 */
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Longest first, by the time or the processor's time that they were measured to take. */
const LONGEST = [
  'test/jobs/kill.test.ts',
  'test/cli/every-command.test.ts',
  'test/simulation/pglite.test.ts',
  'test/end-to-end/worker.test.ts',
  'test/end-to-end/several-workers.test.ts',
  'test/end-to-end/two-programs.test.ts',
  'test/end-to-end/faults.test.ts',
  'test/simulation/worlds.test.ts',
  'test/reconciliation/intake/fuzz.test.ts',
  'test/simulation/plants.test.ts',
  'test/quota/processes.test.ts',
  'test/jobs/stop.test.ts',
  'test/jobs/wipe.test.ts',
  'test/jobs/stores-lost.test.ts',
  'test/jobs/fair-fleets.test.ts',
  'test/jobs/kill-planted.test.ts',
  'test/console/canaries.test.ts',
  'test/console/held.test.ts',
  'test/console/steer.test.ts',
  'test/console/settings.test.ts',
  'test/console/fleets.test.ts',
  'test/cli/bad-input.test.ts',
  'test/cli/nightly.test.ts',
  'test/cli/plan.test.ts',
  'test/end-to-end/larger-than-quota.test.ts',
  'test/end-to-end/restored-backup.test.ts',
  'test/end-to-end/several-accounts.test.ts',
  'test/end-to-end/several-credentials.test.ts',
  'test/service/security/naughty-strings.test.ts',
  'test/cli/why.test.ts',
  'test/cli/status-quota.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.indexOf(relative(this.ctx.config.root, moduleId))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
