/**
 * The kinds of jobs and what each may carry: a job names some effects or one chunk of the ledger
 * and nothing else, so the queue never holds personal data and may be lost at any time.
 */
import { Compile } from 'typebox/compile'
import { Type, type Static } from 'typebox'

/** Longer than any id of the ledger; a payload is a name, not a document. */
const NAME_CHARACTERS_MAX = 200
/** A job of effects does them one after the other, so this bounds how long the last one waits. */
export const EFFECTS_MAX = 10

const name = Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })
const names = Type.Array(name, { minItems: 1, maxItems: EFFECTS_MAX })
const someEffects = Type.Object({ effects: names }, { additionalProperties: false })
const oneChunk = Type.Object({ chunk: name }, { additionalProperties: false })

/** Where the quota binds, a job is a few effects; elsewhere it is a chunk of 50 to 100 vehicles. */
const catalogue = {
  'import-fleet': oneChunk,
  'register-vehicles': oneChunk,
  'consult-vehicles': someEffects,
  'collect-debts': oneChunk,
  'create-orders': someEffects,
  'preview-orders': oneChunk,
  'follow-orders': oneChunk,
  'export-reports': oneChunk,
} as const

export type Kind = keyof typeof catalogue
export type Payload<K extends Kind> = Static<(typeof catalogue)[K]>

/** What the ledger says is due: one effect, which the queue puts into a job with others, or a chunk. */
export type Work<K extends Kind> =
  Payload<K> extends { effects: string[] } ? { effect: string } : Payload<K>

export const kinds: readonly Kind[] = Object.keys(catalogue).filter(isKind)

function isKind(name: string): name is Kind {
  return Object.hasOwn(catalogue, name)
}

const validators = { effects: Compile(someEffects), chunk: Compile(oneChunk) }

function carried(kind: Kind): keyof typeof validators {
  return catalogue[kind] === someEffects ? 'effects' : 'chunk'
}

function fits<K extends Kind>(kind: K, data: unknown): data is Payload<K> {
  return validators[carried(kind)].Check(data)
}

/**
 * The payload of a job of this kind, as the queue's memory holds it. Throws when it is anything
 * else: only code of this repository adds jobs, so a wrong payload is a bug, not an expected
 * ending. The message never quotes the payload.
 */
export function parsePayload<K extends Kind>(kind: K, data: unknown): Payload<K> {
  if (fits(kind, data)) return data
  throw new TypeError(`A job of kind ${kind} must carry exactly { ${carried(kind)} }.`)
}
