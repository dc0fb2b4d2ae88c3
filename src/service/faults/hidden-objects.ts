/**
 * Objects that lists do not show yet. In memory: a restarted service shows everything, and two
 * services over one database each hide their own.
 */
import type { Clock } from '../../clock.ts'

export type HiddenKind = 'vehicle' | 'consultation' | 'order'

/** The ids that an account's lists leave out now. */
export type HiddenIds = Readonly<Record<HiddenKind, readonly string[]>>

export type HiddenObjects = ReturnType<typeof openHiddenObjects>

/** Beyond this number the object that was hidden first is shown early. */
const HIDDEN_MAX = 10_000

interface HiddenObject {
  readonly kind: HiddenKind
  readonly accountId: string
  readonly untilMs: number
  readonly byId: boolean
}

export function openHiddenObjects(clock: Pick<Clock, 'now'>) {
  const objects = new Map<string, HiddenObject>()
  const dropShown = (): void => {
    const nowMs = clock.now()
    for (const [id, { untilMs }] of objects) if (untilMs <= nowMs) objects.delete(id)
  }
  return {
    hide: (
      { kind, id, accountId }: { kind: HiddenKind; id: string; accountId: string },
      ms: number,
      byId: boolean,
    ): void => {
      if (ms === 0) return
      objects.set(id, { kind, accountId, untilMs: clock.now() + ms, byId })
      const [oldest] = objects.keys()
      if (objects.size > HIDDEN_MAX && oldest !== undefined) objects.delete(oldest)
    },
    /** Undefined while nothing is hidden. */
    of: (accountId: string): HiddenIds | undefined => {
      if (objects.size === 0) return undefined
      dropShown()
      const ids: Record<HiddenKind, string[]> = { vehicle: [], consultation: [], order: [] }
      for (const [id, object] of objects) {
        if (object.accountId === accountId) ids[object.kind].push(id)
      }
      return ids
    },
    /** Whether a read by its id finds nothing either. */
    isUnreadable: (id: string): boolean => {
      const object = objects.get(id)
      return object !== undefined && object.byId && object.untilMs > clock.now()
    },
  }
}
