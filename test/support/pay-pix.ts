/** The bank, which is no page of ours, is played at the service. */
import { expect } from 'vitest'
import type { ServiceFacts } from './run-frota.ts'

export async function payPix(
  { url, apiKey, accountId }: ServiceFacts,
  order: string | undefined,
): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'x-account-id': accountId }
  const paying = `${url}/api/v1/orders/${order}/simulate-pix`
  expect((await fetch(paying, { method: 'POST', headers })).status).toBe(200)
}
