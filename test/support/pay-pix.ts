/** The bank, which is no page of ours, is played at the service. */
import { expect } from 'vitest'
import { callService } from './call-service.ts'
import type { ServiceFacts } from './run-frota.ts'

export async function payPix(facts: ServiceFacts, order: string | undefined): Promise<void> {
  const paid = await callService(facts, 'POST', `/api/v1/orders/${order}/simulate-pix`)
  expect(paid.status).toBe(200)
}
