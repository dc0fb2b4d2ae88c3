/** Part 2, Consultation and Debt item: their fields and words. */
import { Consultation, CONSULTATION_STATUSES } from '../../contract/consultation.ts'
import { DEBT_GROUPS, DEBT_KINDS, DebtItem } from '../../contract/debt-item.ts'
import { fieldsOf, textAt } from '../exchange.ts'
import { every, holds, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { fieldIs, hasField, oneOf } from '../judge.ts'
import { firstAsked, firstFinished, itemsOf, ready } from '../scenes/consultations.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const consultationTypes = {
  id: 'uuid',
  vehicle_id: 'uuid',
  plate: 'string',
  status: 'string',
  stage: 'string',
  found_new_debts: 'boolean',
  error_message: 'string',
  error_code: 'string',
  error_title: 'string',
  error_action: 'string',
  total_amount: 'decimal string',
  items: 'array',
} as const

const consultationFields: Statement[] = Object.entries(consultationTypes).map(([name, type]) =>
  statement(
    `2.consultation.field.${name}`,
    `Consulta: campo ${name} (${type})`,
    `Consultation: field ${name} (${type})`,
    given(firstFinished, ({ posted, last }) => {
      const bodies = [posted.json, last.json]
      if (name === 'items') return every(bodies.map((body) => isList(body)))
      const schema = Consultation.properties[name as keyof typeof consultationTypes]
      return hasField(bodies, { name, type, schema })
    }),
  ),
)

/** What stands in the list has statements of its own. */
function isList(body: unknown): Finding {
  const { items } = fieldsOf(body)
  return unless(Array.isArray(items), 'items: array', `items: ${typeof items}`)
}

const itemTypes = {
  id: 'uuid',
  kind: 'string',
  group: 'string',
  description: 'string',
  amount: 'decimal string',
  due_date: 'date, optional',
  year: 'integer',
  depends_on: 'uuid | null, optional',
  depends_on_description: 'string',
  is_payable: 'boolean',
} as const satisfies Record<keyof typeof DebtItem.properties, string>

const itemFields: Statement[] = Object.entries(itemTypes).map(([name, type]) =>
  statement(
    `2.item.field.${name}`,
    `Débito: campo ${name} (${type})`,
    `Debt item: field ${name} (${type})`,
    given(ready, ({ last }) => {
      const optional = type.endsWith('optional') ? { optional: true as const } : {}
      const schema = DebtItem.properties[name as keyof typeof itemTypes]
      return withItems(itemsOf(last), (items) =>
        hasField(items, { name, type, schema, ...optional }),
      )
    }),
  ),
)

function withItems(
  items: readonly unknown[],
  judge: (items: readonly unknown[]) => Finding,
): Finding {
  if (items.length > 0) return judge(items)
  return unknown('nenhum débito foi respondido', 'no debt was answered')
}

export const consultationStatements: readonly Statement[] = [
  ...consultationFields,
  statement(
    '2.consultation.status.words',
    'status é pending, ready ou failed',
    'status is pending, ready or failed',
    given(firstFinished, ({ posted, last }) =>
      every(
        [posted, last].map(({ json }) =>
          oneOf('status', fieldsOf(json)['status'], CONSULTATION_STATUSES),
        ),
      ),
    ),
  ),
  statement(
    '2.consultation.vehicle',
    'vehicle_id e plate são os do veículo consultado',
    'vehicle_id and plate are those of the consulted vehicle',
    given(firstAsked, ({ posted, vehicle }) =>
      every([fieldIs(posted, 'vehicle_id', vehicle.id), fieldIs(posted, 'plate', vehicle.plate)]),
    ),
  ),
  ...itemFields,
  statement(
    '2.item.kind.words',
    `kind é ${DEBT_KINDS.join(', ')}`,
    `kind is ${DEBT_KINDS.join(', ')}`,
    given(ready, ({ last }) =>
      withItems(itemsOf(last), (items) =>
        every(items.map((item) => oneOf('kind', fieldsOf(item)['kind'], DEBT_KINDS))),
      ),
    ),
  ),
  statement(
    '2.item.group.words',
    `group é ${DEBT_GROUPS.join(', ')}`,
    `group is ${DEBT_GROUPS.join(', ')}`,
    given(ready, ({ last }) =>
      withItems(itemsOf(last), (items) =>
        every(items.map((item) => oneOf('group', fieldsOf(item)['group'], DEBT_GROUPS))),
      ),
    ),
  ),
  statement(
    '2.item.depends-on',
    'depends_on é outro débito da mesma consulta',
    'depends_on is another item of the same consultation',
    given(ready, ({ last }) =>
      withItems(itemsOf(last), (items) => every(items.map((item) => hasPartner(item, items)))),
    ),
  ),
  statement(
    '2.item.depends-on-description',
    'depends_on_description é vazio sem dependência',
    'depends_on_description is empty when there is no dependency',
    given(ready, ({ last }) =>
      withItems(itemsOf(last), (items) => every(items.map(isSilentAlone))),
    ),
  ),
]

function hasPartner(item: unknown, items: readonly unknown[]): Finding {
  const { depends_on, id } = fieldsOf(item)
  if (typeof depends_on !== 'string') return holds
  const others = items.map((each) => textAt(each, 'id')).filter((each) => each !== id)
  return unless(others.includes(depends_on), 'depends_on: items[].id', 'depends_on: another id')
}

function isSilentAlone(item: unknown): Finding {
  const { depends_on, depends_on_description } = fieldsOf(item)
  if (typeof depends_on === 'string' || depends_on_description === undefined) return holds
  const fine = depends_on_description === ''
  return unless(fine, 'depends_on_description = ""', 'depends_on_description: text')
}
