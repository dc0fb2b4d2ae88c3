/**
 * Pure. What a service's words for orders, attempts and items mean to us. The interface names
 * `awaiting_payment` and `pending` only; order-statuses.json holds them and those of this
 * repository's service, and a file of the operator's (FROTA_ORDER_STATUSES_FILE) may add to it. A
 * word that is in neither is unknown: shown as it is, it blocks, and it is an exception.
 */
import type { Bilingual } from '../../bilingual.ts'
import { Failure } from '../../failure.ts'
import { jsonOf } from '../../json-text.ts'
import type { OrderStanding } from '../../ledger/schema/tables-orders.ts'
import known from './order-statuses.json' with { type: 'json' }

const MEANINGS = {
  /** Payable: a code may be paid, or a card charged. Open: a payment is under way. */
  order: ['payable', 'open', 'paid', 'settled', 'dead', 'refunded'],
  /** Dead: this attempt charged nothing and never will; another may be made. */
  attempt: ['payable', 'open', 'paid', 'dead', 'refunded'],
  item: ['open', 'settled', 'refused'],
} as const

type Subject = keyof typeof MEANINGS
type Meaning<S extends Subject> = (typeof MEANINGS)[S][number] | 'unknown'

export type OrderStatuses = { readonly [S in Subject]: ReadonlyMap<string, Meaning<S>> }

const STATUSES_FILE_BYTES_MAX = 64 * 1024
const STATUS_CHARACTERS_MAX = 64

export const defaultOrderStatuses: OrderStatuses = merged([known])

export function meaningOf<S extends Subject>(
  statuses: Pick<OrderStatuses, S>,
  subject: S,
  status: string,
): Meaning<S> {
  return statuses[subject].get(status) ?? 'unknown'
}

export function standingOf(statuses: OrderStatuses, status: string): OrderStanding {
  const meaning = meaningOf(statuses, 'order', status)
  return meaning === 'payable' ? 'open' : meaning
}

/** `text`: `{ "order": { "word": "meaning" }, … }`; a word given anew replaces ours. */
export function readOrderStatuses(text: string): OrderStatuses {
  const json = jsonOf(text, STATUSES_FILE_BYTES_MAX)
  if ('cure' in json) throw wrong('', json.cure, json.cause)
  return merged([known, json.value])
}

/** Ours is checked like theirs. */
function merged(files: readonly unknown[]): OrderStatuses {
  const order = new Map<string, Meaning<'order'>>()
  const attempt = new Map<string, Meaning<'attempt'>>()
  const item = new Map<string, Meaning<'item'>>()
  for (const file of files) {
    for (const subject of Object.keys(fieldsOf(file, ''))) {
      if (!Object.hasOwn(MEANINGS, subject)) throw unknownKey(subject)
    }
    addTo(order, 'order', file)
    addTo(attempt, 'attempt', file)
    addTo(item, 'item', file)
  }
  // The two words that the interface itself defines.
  if (order.get('awaiting_payment') !== 'payable') throw fixed('order.awaiting_payment')
  if (attempt.get('pending') !== 'payable') throw fixed('attempt.pending')
  return { order, attempt, item }
}

function addTo<S extends Subject>(all: Map<string, Meaning<S>>, subject: S, file: unknown): void {
  const given = fieldsOf(file, '')[subject] ?? {}
  for (const [word, value] of Object.entries(fieldsOf(given, subject))) {
    const place = `${subject}.${word}`
    const meanings: readonly Meaning<S>[] = MEANINGS[subject]
    const meaning = meanings.find((each) => each === value)
    if (word === '' || word.length > STATUS_CHARACTERS_MAX || meaning === undefined) {
      const one = MEANINGS[subject].join(', ')
      throw wrong(place, { pt: `dê um destes: ${one}`, en: `give one of these: ${one}` })
    }
    all.set(word, meaning)
  }
}

function fieldsOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw wrong(at, { pt: 'deve ser um objeto JSON, como {}', en: 'must be a JSON object, as {}' })
}

function unknownKey(key: string): Failure {
  const names = Object.keys(MEANINGS).join(', ')
  return wrong(key, {
    pt: `chave desconhecida; use uma destas: ${names}`,
    en: `unknown key; use one of these: ${names}`,
  })
}

function fixed(place: string): Failure {
  return wrong(place, {
    pt: 'a interface diz que é "payable"; retire a palavra do arquivo',
    en: 'the interface says that it is "payable"; remove the word from the file',
  })
}

function wrong(at: string, words: Bilingual, cause?: unknown): Failure {
  // Names come from the file, so they are cut.
  const place = at.slice(0, 80).replace(/[^\w.-]/g, '?')
  const sentence = {
    pt: `Situações (FROTA_ORDER_STATUSES_FILE): ${place === '' ? 'o arquivo' : place}: ${words.pt}.`,
    en: `Statuses (FROTA_ORDER_STATUSES_FILE): ${place === '' ? 'the file' : place}: ${words.en}.`,
  }
  return new Failure('configuration', sentence, cause === undefined ? {} : { cause })
}
