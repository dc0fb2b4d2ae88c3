/** A Pix code as the simulated service makes them. */
import { encodePixCode } from '../../../src/fleet/pix-code.ts'

export function pixCodeOf(reais: bigint, txid: string): string {
  const code = encodePixCode({
    key: 'simulado@exemplo.invalid',
    url: null,
    amountCents: reais,
    merchantName: 'SIMULADO NAO PAGUE',
    merchantCity: 'SAO PAULO',
    txid,
    dynamic: true,
  })
  if (!code.ok) throw new Error(code.code)
  return code.value
}
