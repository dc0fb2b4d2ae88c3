/** The vehicles of a simulated fleet, with an owner's document under one secret for all worlds. */
import { seededRandom } from '../../src/random.ts'
import { deriveSecret, ownerContext } from '../../src/secret.ts'
import { ACCOUNT, type NewVehicleRow } from './ledger/ledger.ts'

const SECRET_BYTES = 32

export const simulatedSecret = deriveSecret(new Uint8Array(SECRET_BYTES).fill(7), seededRandom(7))

export function simulatedFleet(count: number): NewVehicleRow[] {
  return Array.from({ length: count }, (_, index) => {
    const renavam = (10_000_000_000 + index).toString()
    const ownerSealed = simulatedSecret.seal('00000000191', ownerContext(ACCOUNT, renavam))
    return { renavam, plate: `ABC1D${index + 10}`, uf: 'SP', ownerSealed }
  })
}
