/**
 * Pure. What a service's words for orders, attempts and items mean to us. The interface names
 * `awaiting_payment` and `pending` only; order-statuses.json holds them and those of this
 * repository's service, and a file of the operator's (FROTA_ORDER_STATUSES_FILE) may add to it. A
 * word that is in neither is unknown: shown as it is, it blocks, and it is an exception.
 */
import { Type, type Static } from 'typebox'
import { closedWord } from '../../contract/scalar.ts'
import type { Failure } from '../../failure.ts'
import { checkedOption, readOptionFile, strict, wrongIn } from '../../option-file.ts'
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

const FILE = {
  name: {
    pt: 'Situações (FROTA_ORDER_STATUSES_FILE)',
    en: 'Statuses (FROTA_ORDER_STATUSES_FILE)',
  },
  bytesMax: 64 * 1024,
}

function words<const M extends readonly string[]>(meanings: M) {
  const one = meanings.join(', ')
  const cure = {
    pt: `dê a uma palavra de 1 a 64 caracteres um destes: ${one}`,
    en: `give a word of 1 to 64 characters one of these: ${one}`,
  }
  const word = Type.String({ pattern: '^[^]{1,64}$' })
  return Type.Optional(Type.Record(word, closedWord(meanings), { ...strict, cure }))
}

const StatusesFile = Type.Object(
  {
    order: words(MEANINGS.order),
    attempt: words(MEANINGS.attempt),
    item: words(MEANINGS.item),
  },
  strict,
)
type StatusesFile = Static<typeof StatusesFile>

export const defaultOrderStatuses: OrderStatuses = merged([
  checkedOption(FILE, StatusesFile, known),
])

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
  const ours = checkedOption(FILE, StatusesFile, known)
  return merged([ours, readOptionFile(FILE, StatusesFile, text)])
}

function merged(files: readonly StatusesFile[]): OrderStatuses {
  const all = <S extends Subject>(subject: S): ReadonlyMap<string, Meaning<S>> =>
    new Map(files.flatMap((file) => Object.entries<Meaning<S>>(file[subject] ?? {})))
  const statuses = { order: all('order'), attempt: all('attempt'), item: all('item') }
  // The two words that the interface itself defines.
  if (statuses.order.get('awaiting_payment') !== 'payable') throw fixed('/order/awaiting_payment')
  if (statuses.attempt.get('pending') !== 'payable') throw fixed('/attempt/pending')
  return statuses
}

function fixed(path: string): Failure {
  return wrongIn(FILE, path, {
    pt: 'a interface diz que é "payable"; retire a palavra do arquivo',
    en: 'the interface says that it is "payable"; remove the word from the file',
  })
}
