/** Part 8, the limits whose trial costs nothing; those of pay-card and of lists are part 4's. */
import { textAt } from '../exchange.ts'
import { every } from '../finding.ts'
import { hasStatus, isEqual } from '../judge.ts'
import { draft, registering } from '../scenes/vehicle-changes.ts'
import { car, truck } from '../scenes/vehicles.ts'
import type { Registered } from '../scenes/vehicles.ts'
import type { Scene } from '../session.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { refused } from './table.ts'

const lengths: readonly (readonly [number, Scene<Registered>])[] = [
  [9, car],
  [10, truck],
  [11, draft],
]

export const freeLimits: readonly Statement[] = [
  ...lengths.map(([digits, scene]) =>
    statement(
      `8.renavam.${digits}`,
      `RENAVAM de ${digits} dígitos é aceito`,
      `A Renavam of ${digits} digits is taken`,
      given(scene, ({ exchange, renavam }) =>
        every([
          hasStatus(exchange, 201),
          isEqual('renavam', textAt(exchange.json, 'renavam'), renavam),
        ]),
      ),
    ),
  ),
  ...refused([
    {
      id: '8.renavam.8',
      words: { pt: 'RENAVAM de 8 dígitos é recusado', en: 'A Renavam of 8 digits is refused' },
      scene: registering({ renavam: '12345678' }),
      field: 'renavam',
    },
    {
      id: '8.renavam.12',
      words: { pt: 'RENAVAM de 12 dígitos é recusado', en: 'A Renavam of 12 digits is refused' },
      scene: registering({ renavam: '123456789012' }),
      field: 'renavam',
    },
  ]),
]
