/** A client with short limits and a clock whose waits are noted instead of waited. */
import { onTestFinished } from 'vitest'
import { wallClock, type Clock } from '../../src/clock.ts'
import type { Client } from '../../src/client/client.ts'
import { openClient, type ClientOptions } from '../../src/client/open-client.ts'
import { seededRandom } from '../../src/random.ts'
import { reply, type Received } from './hostile-server.ts'

export const KEY = 'svc_live_0123456789abcdefghijABCDEFGHIJ0123456789xyz'
export const ACCOUNT = '7b0e9f5e-4a55-4f0c-9c8e-2f1f0f6f1a11'

export function setup(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): { client: Client; waits: number[] } {
  const waits: number[] = []
  const clock: Clock = {
    ...wallClock,
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
  }
  const limits = { headersMsMax: 300, bodyMsMax: 300, totalMsMax: 2_000, connectMsMax: 1_000 }
  const client = openClient({
    baseUrl,
    apiKey: () => KEY,
    accountId: ACCOUNT,
    clock,
    random: seededRandom(7),
    ...options,
    limits: { ...limits, ...options.limits },
  })
  onTestFinished(() => client.close())
  return { client, waits }
}

export const vehicle = {
  id: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
  plate: 'ABC1D23',
  renavam: '00639884962',
  uf: 'SP',
  nickname: '',
  owner_document_masked: '***.982.247-**',
  is_active: true,
  created_at: '2026-11-21T09:30:00.000Z',
  latest_consultation_id: null,
  latest_consultation_status: null,
  latest_consultation_at: null,
  open_debts_count: 0,
  open_debts_amount: '0.00',
  consultations_count: 0,
}

export const newVehicle = {
  plate: 'ABC1D23',
  renavam: '00639884962',
  uf: 'SP',
  owner_document: '11222333000181',
}

export function page(results: unknown[], next: string | null, count = results.length) {
  return { count, next, previous: null, results }
}

/** How a server answers that is in order, but for `body` to all else than its health. */
export const healthyWith =
  (body: unknown) =>
  (_: number, { path }: Received) =>
    reply(200, path === '/health' ? { lookup: { mode: 'mock' }, payments: { mode: 'mock' } } : body)
