/** Part 2 of the interface: each field of each resource, of its type and form. */
import { expect } from 'vitest'
import { attemptOf, type Body } from './support/answer.ts'
import { each, NotJudged, type Statements } from './support/statement.ts'
import type { Target } from './support/target.ts'
import { answered } from './consultations.ts'
import { boletoOrder, cardOrder, pixOrder } from './orders.ts'
import { coded } from './pix.ts'
import { car, truck } from './vehicles.ts'

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
const text = expect.any(String)
const truth = expect.any(Boolean)
const uf = expect.stringMatching(/^[A-Z]{2}$/)
const plate = expect.stringMatching(/^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/)
const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const instant = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d(:?\d\d)?)$/,
)
const amount = expect.stringMatching(/^\d+(\.\d{1,2}0*)?$/)
/** Stands for any whole number. */
const whole = Symbol('a whole number')
const one = (...words: string[]) => expect.stringMatching(new RegExp(`^(${words.join('|')})$`))

/** Each field with what it may be; the interface calls those optional that may be undefined. */
type Fields = Readonly<Record<string, readonly unknown[]>>

const vehicle: Fields = {
  id: [uuid],
  plate: [plate],
  renavam: [expect.stringMatching(/^\d{11}$/)],
  uf: [uf],
  nickname: [text],
  owner_document_masked: [text],
  is_active: [truth],
  created_at: [instant],
  latest_consultation_id: [uuid, null],
  latest_consultation_status: [text, null],
  latest_consultation_at: [instant, null],
  open_debts_count: [whole],
  open_debts_amount: [amount],
  consultations_count: [whole],
}
const consultation: Fields = {
  id: [uuid],
  vehicle_id: [uuid],
  plate: [plate],
  status: [one('pending', 'ready', 'failed')],
  stage: [text],
  found_new_debts: [truth],
  error_message: [text],
  error_code: [text],
  error_title: [text],
  error_action: [text],
  total_amount: [amount],
  items: [expect.any(Array)],
}
const taxes = ['ipva', 'ipva_unique', 'ipva_installment']
const item: Fields = {
  id: [uuid],
  kind: [one(...taxes, 'licensing', 'ticket', 'renainf_ticket', 'insurance', 'service', 'other')],
  group: [one('ipva', 'licensing', 'ticket', 'insurance', 'service', 'other')],
  description: [text],
  amount: [amount],
  due_date: [day, null, undefined],
  year: [whole],
  depends_on: [uuid, null, undefined],
  depends_on_description: [text],
  is_payable: [truth],
}
const order: Fields = {
  id: [uuid],
  status: [text],
  method: [one('pix', 'boleto', 'credit_card')],
  purpose: [text],
  plate: [plate],
  uf: [uf],
  vehicle_id: [uuid],
  debts_amount: [amount],
  service_fee: [amount],
  total_amount: [amount],
  refunded_amount: [amount],
  latest_attempt: [expect.any(Object)],
}
const attempt: Fields = {
  method: ['pix'],
  status: ['pending'],
  pix_copy_paste: [text],
  pix_expires_at: [instant],
}

type Bodies = (t: Target) => Promise<readonly Body[]>

function fieldsOf(resource: string, allowed: Fields, bodies: Bodies): Statements {
  return each(
    Object.entries(allowed),
    ([name]) => `2.${resource}.field.${name}: every ${resource} has ${name}, of its type`,
    async (t, [name, values]) => {
      const all = await bodies(t)
      if (all.length === 0) throw new NotJudged(`no ${resource} was answered`)
      for (const { [name]: value } of all) {
        expect(values).toContainEqual(Number.isSafeInteger(value) ? whole : value)
      }
    },
  )
}

export const fields: Statements = {
  ...fieldsOf('vehicle', vehicle, async (t) => {
    const { read } = await car(t)
    const [asked] = await answered(t)
    const after = await t.send('GET', asked?.vehicle.path ?? '')
    return [read, (await truck(t)).made, after].map(({ body }) => body)
  }),
  ...fieldsOf('consultation', consultation, async (t) =>
    (await answered(t)).map(({ last }) => last.body),
  ),
  ...fieldsOf('item', item, async (t) => (await answered(t)).flatMap(({ items }) => items)),
  ...fieldsOf('order', order, async (t) =>
    [await pixOrder(t), await boletoOrder(t), await cardOrder(t)].map(({ made }) => made.body),
  ),
  ...fieldsOf('attempt', attempt, async (t) => [attemptOf((await coded(t)).read)]),
  'ours.2.item.group: the family of a debt follows from its kind': async (t) => {
    for (const { kind, group } of (await answered(t)).flatMap(({ items }) => items)) {
      expect(group).toBe(
        String(kind)
          .replace(/^ipva_.*/, 'ipva')
          .replace('renainf_', ''),
      )
    }
  },
  'ours.2.times: orders and consultations tell when they began and ended': async (t) => {
    const made = { created_at: instant, expires_at: instant, paid_at: null, settled_at: null }
    expect((await boletoOrder(t)).made.body).toMatchObject(made)
    const [asked] = await answered(t)
    expect(asked?.last.body).toMatchObject({ created_at: instant, finished_at: instant })
  },
}
