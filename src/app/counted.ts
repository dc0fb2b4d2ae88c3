/** Pure. Counts with their words in singular or plural, in both languages. */
import type { Output } from './output.ts'

interface Forms {
  /** Singular and plural. */
  readonly pt: readonly [string, string]
  readonly en: readonly [string, string]
}

const invariable = (pt: string, en: string): Forms => ({ pt: [pt, pt], en: [en, en] })
const variable = (pt: string, en: string): Forms => ({ pt: [pt, `${pt}s`], en: [en, en] })

const rowForms = {
  read: { pt: ['linha', 'linhas'], en: ['row', 'rows'] },
  accepted: variable('aceita', 'accepted'),
  repaired: invariable('com reparo', 'repaired'),
  rejected: variable('recusada', 'refused'),
  duplicate: variable('duplicada', 'duplicate'),
  skipped: variable('pulada', 'skipped'),
} as const satisfies Record<string, Forms>

const vehicleForms = {
  added: variable('novo', 'new'),
  changed: variable('alterado', 'changed'),
  missing: invariable('fora do arquivo', 'missing'),
  refused: variable('recusado', 'refused'),
} as const satisfies Record<string, Forms>

const orderForms = {
  proposed: variable('proposto', 'proposed'),
  approved: variable('aprovado', 'approved'),
  placed: variable('feito', 'placed'),
  paid: variable('pago', 'paid'),
} as const satisfies Record<string, Forms>

const lineForms = {
  items: { pt: ['item', 'itens'], en: ['item', 'items'] },
  answeredLately: {
    pt: ['resposta na última hora', 'respostas na última hora'],
    en: ['answer in the last hour', 'answers in the last hour'],
  },
  free: variable('livre', 'free'),
} as const satisfies Record<string, Forms>

interface What {
  row: keyof typeof rowForms
  vehicle: keyof typeof vehicleForms
  order: keyof typeof orderForms
  line: keyof typeof lineForms
}

const all: { readonly [T in keyof What]: Readonly<Record<What[T], Forms>> } = {
  row: rowForms,
  vehicle: vehicleForms,
  order: orderForms,
  line: lineForms,
}

/** `counted('row', 'duplicate', 1, output)`: `1 duplicada`, `1 duplicate`. */
export function counted<T extends keyof What>(
  thing: T,
  what: What[T],
  count: number,
  { say }: Pick<Output, 'say'>,
): string {
  const { pt, en } = all[thing][what]
  const at = count === 1 ? 0 : 1
  return `${count} ${say(pt[at], en[at])}`
}
