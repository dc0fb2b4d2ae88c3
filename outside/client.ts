/** A partner's first day: from a vehicle to a settled order, with nothing but the generated types. */
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.d.ts'

type Order = components['schemas']['Order']
type Consultation = components['schemas']['Consultation']

const READS_MAX = 200
const PAUSE_MS = 100
/** Plates of this range always owe something (docs/faults.md). */
const VEHICLE = {
  plate: 'ZZZ1A11',
  renavam: '00639884962',
  uf: 'SP',
  owner_document: '52998224725',
}

const { URL: baseUrl = '', KEY = '', ACCOUNT = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': KEY } })
const header = { 'X-Account-Id': ACCOUNT }

function some<T>(reply: { data?: T; error?: unknown; response: Response }): T {
  if (reply.data !== undefined) return reply.data
  throw new Error(`${reply.response.status}: ${JSON.stringify(reply.error)}`)
}

async function until<T>(read: () => Promise<T>, isEnd: (value: T) => boolean): Promise<T> {
  for (let reads = 0; reads < READS_MAX; reads++) {
    const value = await read()
    if (isEnd(value)) return value
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('It did not end.')
}

const vehicle = some(await api.POST('/api/v1/vehicles', { params: { header }, body: VEHICLE }))
const opened = some(
  await api.POST('/api/v1/vehicles/{vehicle_id}/consultations', {
    params: { header, path: { vehicle_id: vehicle.id } },
  }),
)
const consultation: Consultation = await until(
  async () =>
    some(
      await api.GET('/api/v1/consultations/{consultation_id}', {
        params: { header, path: { consultation_id: opened.id } },
      }),
    ),
  ({ status }) => status !== 'pending',
)
const [item] = consultation.items.filter((each) => each.is_payable && each.depends_on === null)
if (item === undefined) throw new Error('Nothing is owed.')
const body = { debt_item_ids: [item.id], method: 'pix' as const }
const preview = some(await api.POST('/api/v1/checkout/preview', { params: { header }, body }))
const order: Order = some(await api.POST('/api/v1/orders', { params: { header }, body }))
if (preview.total_amount !== order.total_amount) throw new Error('The preview lied.')
const path = { order_id: order.id }
const read = async (): Promise<Order> =>
  some(await api.GET('/api/v1/orders/{order_id}', { params: { header, path } }))
await until(read, ({ latest_attempt }) => (latest_attempt?.pix_copy_paste ?? '') !== '')
some(await api.POST('/api/v1/orders/{order_id}/simulate-pix', { params: { header, path } }))
const { status } = await until(read, (each) => each.status === 'settled')
const page = some(await api.GET('/api/v1/vehicles', { params: { header, query: { page: 1 } } }))
if (page.count !== 1) throw new Error('The vehicle is not listed once.')
const refused = await api.GET('/api/v1/orders/{order_id}', {
  params: { header, path: { order_id: vehicle.id } },
})
if (refused.error?.detail === undefined) throw new Error('A refusal has no detail.')
process.stdout.write(
  `openapi-typescript: the client compiles strictly, and its order is ${status}\n`,
)
