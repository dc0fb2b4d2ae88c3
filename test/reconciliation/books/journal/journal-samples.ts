/** Movements, money and a file of accounts by which the journal is tested. */
import { journalOf } from '../../../../src/reconciliation/books/journal/make-entries.ts'
import type {
  MoneyMovement,
  Movement,
  Moving,
} from '../../../../src/reconciliation/books/movement.ts'
import { bookWordsOf } from '../../../../src/reconciliation/books/words/book-words.ts'

type Given = Parameters<typeof journalOf>
export const entriesOf = (month: Given[0], of: Given[1], making: Omit<Given[2], 'spelling'>) =>
  journalOf(month, of, { spelling: (name) => name, ...making }).entries
export const { natures, bank } = bookWordsOf('pt-BR')
export const words = { natures, bank, mark: '', kinds: { ticket: 'Multa' } }
const about = {
  plate: 'ABC1D23',
  uf: 'SP',
  cnpj: '11222333000181',
  costCentre: 'Obras',
  description: 'Multa 554-14',
  year: 2026,
  dueDate: '2026-11-20',
  adjusts: null,
}
export const money = (over: Partial<MoneyMovement>): MoneyMovement => ({
  ...about,
  day: '2026-11-05',
  debtId: 'd',
  kind: 'ticket',
  orderId: 'order-1',
  nature: 'debt',
  method: 'pix',
  paidOn: '2026-11-05',
  settledOn: null,
  txid: '',
  approvedBy: 'Ana',
  isSecond: false,
  cents: 13_016n,
  ...over,
})
export const movement = (name: Moving, over: Partial<Movement>): Movement => ({
  ...about,
  class: name,
  day: '2026-11-02',
  debtId: 'd',
  kind: 'ticket',
  orderId: null,
  consultationId: null,
  cents: 13_016n,
  ...over,
})
export const file = (more: object = {}): string =>
  JSON.stringify(
    {
      method: 'cash',
      layout: 'calima',
      rules: [
        { nature: 'debt', debit: '5101', credit: '1101', historyNumber: '12', history: '{placa}' },
        { nature: 'debt', kind: 'ticket', debit: '5102', credit: '1101', history: 'Multa {placa}' },
        { nature: 'refund', debit: '1101', credit: '5102' },
      ],
      ...more,
    },
    null,
    1,
  )
