/** Whatever is sent to whatever operation, the answer is one that the contract documents. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { fillPath } from '../../src/contract/fill-path.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { newVehicle } from './support/fleet.ts'
import { openBench } from './support/open-service.ts'
import { howMany } from '../support/extent.ts'
import { forFile } from '../support/for-file.ts'
import { objectsOf } from './tenants-world.ts'

const bench = await forFile(openBench())
const { debt_item_ids, ...ids } = await objectsOf(bench, bench.own)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 140 }),
  fc.string({ unit: 'grapheme', maxLength: 140 }),
  fc.constantFrom('\0', 'a\0b', '%', '\\', "'; drop table service.vehicle; --", '😀'.repeat(30)),
)
const day = fc.constantFrom('2026-02-30', '0000-00-00', '0001-01-01', '9999-12-31', '2026-11-21')

/** Near enough to what an operation wants that many of them get through. */
function fields() {
  const valid = newVehicle(77)
  return fc.record(
    {
      plate: fc.oneof(fc.constant(valid.plate), text),
      renavam: fc.oneof(fc.stringMatching(/^[0-9]{9,11}$/), text),
      uf: fc.oneof(fc.constantFrom('SP', 'rj'), text),
      owner_document: fc.oneof(fc.constant(valid.owner_document), text),
      nickname: text,
      debt_item_ids: fc.oneof(
        fc.array(fc.constantFrom(...debt_item_ids, bench.random.uuid())),
        fc.anything(),
      ),
      method: fc.oneof(fc.constantFrom('pix', 'boleto', 'credit_card'), text),
    },
    { requiredKeys: [] },
  )
}

const wanted: Record<string, readonly string[]> = {
  createVehicle: ['plate', 'renavam', 'uf', 'owner_document', 'nickname'],
  updateVehicle: ['plate', 'renavam', 'uf', 'owner_document', 'nickname'],
  createOrder: ['debt_item_ids', 'method'],
  previewCheckout: ['debt_item_ids', 'method'],
}

const queries = fc.record(
  {
    q: text,
    uf: fc.constantFrom('SP', 'xx'),
    status: fc.oneof(fc.constantFrom('pending', 'clear', 'settled'), text),
    page: fc.oneof(fc.integer().map(String), text),
    page_size: fc.integer({ min: -1, max: 102 }).map(String),
    created_after: fc.oneof(day, text),
    created_before: day,
    method: fc.constantFrom('pix', 'cash'),
  },
  { requiredKeys: [] },
)

function bodyOf(operation: Operation, drawn: Record<string, unknown>): unknown {
  const names = wanted[operation.id]
  if (names === undefined) return drawn
  return Object.fromEntries(Object.entries(drawn).filter(([name]) => names.includes(name)))
}

test('no body and no query brings an answer that is not documented', async () => {
  const operations = Object.values<Operation>(api)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), fields(), queries, async (operation, f, q) => {
      const path = fillPath(operation.path, ids)
      const search = operation.query === undefined ? '' : `?${new URLSearchParams(q).toString()}`
      const body = operation.body === undefined ? {} : { body: bodyOf(operation, f) }
      // An answer that the contract does not document ends the test in `send`.
      const answer = await bench.send(operation.method, path + search, body)
      expect(answer.status).not.toBe(500)
    }),
    { numRuns: howMany(150, 400) },
  )
})
