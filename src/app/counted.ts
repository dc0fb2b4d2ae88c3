/** Pure. Counts with their words in singular or plural, in both languages. */
import type { Output } from './output.ts'

interface Forms {
  /** Singular and plural. */
  readonly pt: readonly [string, string]
  readonly en: readonly [string, string]
}

const invariable = (pt: string, en: string): Forms => ({ pt: [pt, pt], en: [en, en] })
const variable = (pt: string, en: string): Forms => ({ pt: [pt, `${pt}s`], en: [en, en] })

const FORMS = {
  row: {
    read: { pt: ['linha', 'linhas'], en: ['row', 'rows'] },
    accepted: variable('aceita', 'accepted'),
    repaired: invariable('com reparo', 'repaired'),
    rejected: variable('recusada', 'refused'),
    duplicate: variable('duplicada', 'duplicate'),
    skipped: variable('pulada', 'skipped'),
    added: variable('nova', 'new'),
  },
  vehicle: {
    added: variable('novo', 'new'),
    changed: variable('alterado', 'changed'),
    missing: invariable('fora do arquivo', 'missing'),
    refused: variable('recusado', 'refused'),
    doubtful: invariable('em dúvida', 'in doubt'),
  },
  consultation: {
    failed: invariable('com falha', 'failed'),
    stuck: invariable('sem resposta', 'without answer'),
    asked: invariable('em andamento', 'under way'),
    waiting: invariable('na fila', 'waiting'),
  },
  order: {
    proposed: variable('proposto', 'proposed'),
    approved: variable('aprovado', 'approved'),
    placed: variable('feito', 'placed'),
    paid: variable('pago', 'paid'),
  },
  line: {
    items: { pt: ['item', 'itens'], en: ['item', 'items'] },
    answeredLately: {
      pt: ['resposta na última hora', 'respostas na última hora'],
      en: ['answer in the last hour', 'answers in the last hour'],
    },
    free: variable('livre', 'free'),
  },
} as const satisfies Record<string, Record<string, Forms>>

export type Things = {
  readonly [T in keyof typeof FORMS]: Readonly<Record<keyof (typeof FORMS)[T], Forms>>
}

const all: Things = FORMS

/** `counted('row', 'duplicate', 1, output)`: `1 duplicada`, `1 duplicate`. */
export function counted<T extends keyof Things>(
  thing: T,
  what: keyof Things[T],
  count: number,
  { say }: Pick<Output, 'say'>,
): string {
  const { pt, en } = all[thing][what]
  const at = count === 1 ? 0 : 1
  return `${count} ${say(pt[at], en[at])}`
}
