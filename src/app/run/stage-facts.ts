/** Pure. What a log says of each stage of a run: its state, and its counts. */
import { instant } from '../../clock.ts'
import type { LogFields } from '../../log.ts'
import type { Stages } from './stages.ts'

export interface StageFacts {
  readonly stage: 'import' | 'register' | 'consult' | 'order'
  /** The stage's line is written when this changes. */
  readonly state: string
  readonly fields: LogFields
}

const WAITS = 'waits for the quota'

export function stageFacts({ file, vehicles, consultations, orders, quota }: Stages): StageFacts[] {
  const facts: StageFacts[] = []
  if (file !== undefined) {
    const { id, sha256, read, accepted, repaired, rejected } = file
    const fields = { import: id, sha256, read, accepted, repaired, rejected }
    facts.push({ stage: 'import', state: `applied ${id}`, fields })
  }
  const { registered, waiting: unregistered, refused, doubtful } = vehicles
  if (registered + unregistered + refused + doubtful > 0) {
    const state = unregistered > 0 ? 'working' : 'done'
    const fields = { registered, waiting: unregistered, refused, doubtful }
    facts.push({ stage: 'register', state, fields })
  }
  const { members, waiting, asked, answered, failed, stuck } = consultations
  if (members > 0) {
    const fields = { members, waiting, asked, answered, failed, stuck }
    const isOver = waiting + asked === 0
    const state = isOver ? 'done' : whileOpen(waiting, quota?.consultations)
    facts.push({
      stage: 'consult',
      state,
      fields: { ...fields, ...untilOf(state, quota?.consultations) },
    })
  }
  const { proposed, proposedCents, approved, placed, placedCents, paid } = orders
  if (proposed + approved + placed > 0) {
    const state = approved > 0 ? whileOpen(approved, quota?.orders) : 'done'
    const cents = Number(proposedCents + placedCents)
    const fields = { proposed, approved, placed, paid, cents }
    facts.push({ stage: 'order', state, fields: { ...fields, ...untilOf(state, quota?.orders) } })
  }
  return facts
}

type Bucket = NonNullable<Stages['quota']>['orders']

function whileOpen(waiting: number, bucket: Bucket | undefined): string {
  return waiting > 0 && bucket?.free === 0 ? WAITS : 'working'
}

function untilOf(state: string, bucket: Bucket | undefined): LogFields {
  if (state !== WAITS || bucket === undefined) return {}
  return { bucket: bucket.bucket, until: instant(bucket.nextFreeAtMs) }
}
