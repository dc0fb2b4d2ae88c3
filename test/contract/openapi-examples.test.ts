/** The examples tell one story: its ids, sums, codes and documents fit together. */
import { expect, test } from 'vitest'
import * as consultation from '../../src/contract/openapi/examples/example-consultation.ts'
import { exampleIds } from '../../src/contract/openapi/examples/example-ids.ts'
import * as order from '../../src/contract/openapi/examples/example-order.ts'
import * as vehicle from '../../src/contract/openapi/examples/example-vehicle.ts'
import { operationExamples } from '../../src/contract/openapi/operation-examples.ts'
import { parseBoleto } from '../../src/fleet/boleto.ts'
import { isCpf, maskDocument, stripDocument } from '../../src/fleet/document.ts'
import { formatCents, parseCents } from '../../src/fleet/money.ts'
import { checkPixCode } from '../../src/fleet/pix-code.ts'
import { parsePlate } from '../../src/fleet/plate.ts'
import { parseRenavam } from '../../src/fleet/renavam.ts'

function cents(amount: string): bigint {
  const read = parseCents(amount)
  if (!read.ok) throw new Error(amount)
  return read.value
}

function sum(amounts: readonly string[]): string {
  return formatCents(amounts.reduce((total, each) => total + cents(each), 0n))
}

test('the vehicle is answered as its fields were sent', () => {
  const { newVehicle, registeredVehicle } = vehicle
  const document = stripDocument(newVehicle.owner_document)
  expect(isCpf(document)).toBe(true)
  const renavam = parseRenavam(newVehicle.renavam)
  const plate = parsePlate(newVehicle.plate)
  expect(registeredVehicle).toMatchObject({
    owner_document_masked: maskDocument(document),
    renavam: renavam.ok && renavam.value,
    plate: plate.ok && plate.value,
    nickname: newVehicle.nickname,
  })
})

test('the amounts add up, from the debts to the total of the order', () => {
  const { readyConsultation, orderedDebts } = consultation
  const items = readyConsultation.items
  expect(readyConsultation.total_amount).toBe(sum(items.map((each) => each.amount)))
  expect(vehicle.consultedVehicle).toMatchObject({
    open_debts_count: items.length,
    open_debts_amount: readyConsultation.total_amount,
  })
  const { debts_amount, service_fee, total_amount } = order.awaitingOrder
  expect(debts_amount).toBe(sum(orderedDebts.map((each) => each.amount)))
  expect(total_amount).toBe(sum([debts_amount, service_fee]))
  expect(order.orderSummary).toMatchObject({ debts_amount, service_fee, total_amount })
  const row = order.preview.installments[2]
  expect(order.paidCardOrder.latest_attempt).toMatchObject({
    charged_amount: row?.total_amount,
    installments: order.cardPayment.installments,
    card_last_digits: order.cardPayment.number.slice(-4),
  })
})

test('what is ordered may be ordered: payable, and with what it depends on', () => {
  const chosen = new Set(order.newPixOrder.debt_item_ids)
  const found = consultation.readyConsultation.items.filter((each) => chosen.has(each.id))
  expect(found).toHaveLength(chosen.size)
  for (const each of found) {
    expect(each.is_payable).toBe(true)
    expect(chosen.has(each.depends_on ?? each.id)).toBe(true)
  }
  expect(consultation.readyConsultation.items.some((each) => !each.is_payable)).toBe(true)
})

test('the payment codes are valid, for the total, and the Pix key belongs to nobody', () => {
  const total = cents(order.awaitingOrder.total_amount)
  const code = checkPixCode(order.EXAMPLE_PIX_CODE, total)
  expect(code.ok && code.value.key).toBe('SIMULADO-NAO-PAGAVEL')
  const { boleto_line = '', boleto_barcode = '' } = order.boletoOrder.latest_attempt ?? {}
  const read = parseBoleto(boleto_line)
  expect(read.ok && read.value).toMatchObject({ barcode: boleto_barcode, amountCents: total })
})

test('every id of every example is one of the story', () => {
  const told = JSON.stringify(operationExamples).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)
  const known: readonly string[] = Object.values(exampleIds)
  expect([...new Set(told)].filter((id) => !known.includes(id))).toEqual([])
})
