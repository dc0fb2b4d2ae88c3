/** Pure. Where a fleet's stages stand, in words: for a terminal's lines, a page's bars and notices. */
import { displayCents } from '../../fleet/money.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import { counted, type Things } from '../counted.ts'
import type { Output } from '../output.ts'
import { vehiclesIn, type Stages } from './read-stages.ts'

export interface StageWords {
  readonly name: string
  /** The counts that are not zero, and those that are always said. */
  readonly said: readonly string[]
  readonly done: number
  /** 0 when nothing is known to be done yet. */
  readonly all: number
}

export type StageName = 'import' | 'register' | 'consult' | 'order'
type Reader = Pick<Output, 'say' | 'locale'>

export function stageWords(
  { file, vehicles, consultations, orders }: Omit<Stages, 'quota'>,
  reader: Reader,
): Readonly<Record<StageName, StageWords>> {
  const { say, locale } = reader
  const { registered, refused } = vehicles
  const { members, answered, failed, stuck } = consultations
  const all = vehiclesIn(vehicles)
  const debts = (cents: bigint): string =>
    `(${displayCents(cents, locale)} ${say('em débitos', 'of debts')})`
  return {
    import: importWords(file, reader),
    register: {
      name: say('Cadastro', 'Vehicles'),
      said: [
        `${registered}/${all} ${say('veículos no serviço', 'registered')}`,
        ...some('vehicle', ['refused', 'doubtful'], vehicles, reader),
      ],
      done: registered + refused,
      all,
    },
    consult: {
      name: say('Consultas', 'Answers'),
      said: [
        `${answered}/${members} ${say('respondidas', 'answered')}`,
        ...some('consultation', ['failed', 'stuck', 'asked', 'waiting'], consultations, reader),
      ],
      done: answered + failed + stuck,
      all: members,
    },
    order: {
      name: say('Pedidos', 'Orders'),
      said: [
        `${counted('order', 'proposed', orders.proposed, reader)} ${debts(orders.proposedCents)}`,
        ...some('order', ['approved'], orders, reader),
        ...some('order', ['placed'], orders, reader).map(
          (placed) => `${placed} ${debts(orders.placedCents)}`,
        ),
        ...some('order', ['paid'], orders, reader),
      ],
      done: orders.placed,
      all: orders.placed,
    },
  }
}

export function importWords(file: Import | undefined, reader: Reader): StageWords {
  const name = reader.say('Planilha', 'File')
  if (file === undefined) return { name, said: [], done: 0, all: 0 }
  const said = [
    counted('row', 'read', file.read, reader),
    counted('row', 'accepted', file.accepted, reader),
    ...some('row', ['repaired', 'rejected', 'duplicate', 'skipped'], file, reader),
  ]
  return { name, said, done: 1, all: 1 }
}

/** `time`: an instant as its reader sees it beside work that goes on. */
export function quotaWords(
  { consultations, orders }: NonNullable<Stages['quota']>,
  { say }: Reader,
  time: (at: Date) => string,
): string[] {
  const left = (of: typeof orders, pt: string, en: string): string => {
    const next = ` (${say('próxima vaga', 'next slot')} ${time(new Date(of.nextFreeAtMs))})`
    return `${of.free}/${of.max} ${say(pt, en)}${of.free === 0 ? next : ''}`
  }
  return [left(consultations, 'consultas', 'consultations'), left(orders, 'pedidos', 'orders')]
}

function some<T extends keyof Things, W extends keyof Things[T]>(
  thing: T,
  what: readonly W[],
  counts: Readonly<Record<W, number>>,
  reader: Reader,
): string[] {
  return what
    .filter((each) => counts[each] > 0)
    .map((each) => counted(thing, each, counts[each], reader))
}
