/** Every fault that the simulated service can show: where it acts, and its fields. */
import { Type, type Static } from 'typebox'
import type { api } from '../../contract/api.ts'
import { closedWord } from '../../contract/scalar.ts'

/** A day: no test waits longer, so a longer wait is a typing error. */
const WAIT_MS_MAX = 86_400_000
/** An answer that is held keeps its connection, so ten minutes are enough. */
const HELD_MS_MAX = 600_000
/** Beyond what any client reads, and small enough to be made in memory. */
const HUGE_BYTES_MAX = 64 * 1024 * 1024
const RETRY_AFTER_SECONDS_MAX = 86_400
/** A million reais: enough to be noticed, and far from what a bigint column refuses. */
const CENTS_MAX = 100_000_000
const WORD_CHARACTERS_MAX = 40

const status = Type.Integer({ minimum: 400, maximum: 599 })
/** Statuses of `ChargeRefused` (providers/payments.ts). */
const refusalStatus = Type.Unsafe<409 | 422 | 429 | 503>({
  type: 'integer',
  enum: [409, 422, 429, 503],
})
const waitMs = Type.Integer({ minimum: 0, maximum: WAIT_MS_MAX })
const cents = Type.Integer({ minimum: 1, maximum: CENTS_MAX })
const word = Type.String({ minLength: 1, maxLength: WORD_CHARACTERS_MAX, pattern: '^[\\w-]+$' })
const origin = Type.String({ minLength: 1, maxLength: 200, pattern: '^https?://[^\\s/]+$' })

/**
 * `http` acts on one request and its answer, `store` on what the request leaves behind, `view` on
 * how vehicles, consultations and orders are shown, `lookup` on the answer to a consultation, and
 * `payments` on what becomes of an order.
 */
export type FaultPlace = 'http' | 'store' | 'view' | 'lookup' | 'payments'

interface CatalogueEntry {
  readonly place: FaultPlace
  /** Operations that the fault applies to; absent for any. */
  readonly operations?: readonly (keyof typeof api)[]
  readonly fields: Record<string, object>
}

const CREATIONS = ['createVehicle', 'createConsultation', 'createOrder'] as const
const ASKING = ['createConsultation'] as const

export const catalogue = {
  refused: {
    place: 'http',
    fields: {
      status: Type.Optional(status),
      retryAfterSeconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: RETRY_AFTER_SECONDS_MAX }),
      ),
      slot: Type.Optional(closedWord(['used', 'free'])),
    },
  },
  'request-lost': { place: 'http', fields: {} },
  redirected: { place: 'http', fields: { origin: Type.Optional(origin) } },
  'processed-late': { place: 'http', fields: { ms: waitMs } },
  'error-after-commit': {
    place: 'http',
    fields: { status: Type.Optional(status), slot: Type.Optional(closedWord(['used', 'free'])) },
  },
  'answer-lost': { place: 'http', fields: {} },
  'answer-cut': { place: 'http', fields: {} },
  'answer-late': {
    place: 'http',
    fields: { ms: Type.Integer({ minimum: 0, maximum: HELD_MS_MAX }) },
  },
  'answer-garbage': { place: 'http', fields: {} },
  'answer-wrong-shape': { place: 'http', fields: {} },
  'answer-wrong-type': { place: 'http', fields: {} },
  'answer-huge': {
    place: 'http',
    fields: { bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: HUGE_BYTES_MAX })) },
  },
  'next-elsewhere': { place: 'http', fields: { origin: Type.Optional(origin) } },
  'amounts-changed': {
    place: 'store',
    operations: ['previewCheckout', 'createOrder'],
    fields: { cents: Type.Optional(cents) },
  },
  'list-lag': {
    place: 'store',
    operations: CREATIONS,
    fields: { ms: waitMs, byId: Type.Optional(Type.Boolean()) },
  },
  twin: {
    place: 'store',
    operations: CREATIONS,
    fields: { first: Type.Optional(closedWord(['theirs', 'ours'])) },
  },
  'total-not-sum': { place: 'view', fields: { cents: Type.Optional(cents) } },
  'items-without-debt-id': { place: 'view', fields: {} },
  'attempt-bare': { place: 'view', fields: {} },
  'status-unknown': { place: 'view', fields: { word: Type.Optional(word) } },
  'kind-unknown': { place: 'view', fields: { word: Type.Optional(word) } },
  'pix-wrong-crc': { place: 'view', fields: {} },
  'pix-wrong-amount': { place: 'view', fields: { cents: Type.Optional(cents) } },
  'consultation-slow': { place: 'lookup', operations: ASKING, fields: { ms: waitMs } },
  'consultation-stuck': { place: 'lookup', operations: ASKING, fields: {} },
  'consultation-failed': {
    place: 'lookup',
    operations: ASKING,
    fields: { code: Type.Optional(word) },
  },
  'stages-odd': { place: 'lookup', operations: ASKING, fields: {} },
  'debt-twice': {
    place: 'lookup',
    operations: ASKING,
    fields: { reworded: Type.Optional(Type.Boolean()) },
  },
  'payment-refused': {
    place: 'payments',
    fields: { status: Type.Optional(refusalStatus) },
  },
  'pix-never': { place: 'payments', fields: {} },
  'pix-slow': { place: 'payments', fields: { ms: waitMs } },
  'pix-expired': { place: 'payments', fields: {} },
  'boleto-unpaid': { place: 'payments', fields: {} },
  'card-outcome': {
    place: 'payments',
    fields: { outcome: closedWord(['approved', 'declined', 'doubt_paid', 'doubt_declined']) },
  },
  'settlement-slow': { place: 'payments', fields: { ms: waitMs } },
  'settlement-stuck': { place: 'payments', fields: {} },
  'settlement-refused': {
    place: 'payments',
    fields: { items: Type.Optional(closedWord(['first', 'all'])) },
  },
} as const satisfies Record<string, CatalogueEntry>

type Catalogue = typeof catalogue
export type FaultName = keyof Catalogue

type FieldsOf<Name extends FaultName> = Static<
  ReturnType<typeof Type.Object<Catalogue[Name]['fields']>>
>

export type FaultOf<Name extends FaultName> = { readonly fault: Name } & Readonly<FieldsOf<Name>>

/** One member for each name; narrow by `fault`. */
export type Fault = { [Name in FaultName]: FaultOf<Name> }[FaultName]

export type FaultAt<Place extends FaultPlace> = {
  [Name in FaultName]: Catalogue[Name]['place'] extends Place ? FaultOf<Name> : never
}[FaultName]

/** Operations that a fault applies to; null for any. */
export function operationsOf(name: FaultName): readonly string[] | null {
  const entry: CatalogueEntry = catalogue[name]
  return entry.operations ?? null
}

export function isFaultName(name: unknown): name is FaultName {
  return typeof name === 'string' && Object.hasOwn(catalogue, name)
}

export function actsAt<Place extends FaultPlace>(
  fault: Fault,
  place: Place,
): fault is Extract<Fault, FaultAt<Place>> {
  return catalogue[fault.fault].place === place
}
