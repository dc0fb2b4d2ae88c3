import { expect, test } from 'vitest'
import { isSameVehicle } from '../../src/fleet/vehicle-identity.ts'

test.each([
  ['the same', 'ABC1234', 'SP', true],
  ['its Mercosul form', 'ABC1C34', 'SP', true],
  ['another spelling', ' abc-1c34 ', ' sp ', true],
  ['another Mercosul plate', 'ABC1D34', 'SP', false],
  ['another number', 'ABC1235', 'SP', false],
  ['another state', 'ABC1234', 'RJ', false],
] as const)('ABC1234 of SP and %s', (_, plate, uf, isSame) => {
  expect(isSameVehicle({ plate: 'ABC1234', uf: 'SP' }, { plate, uf })).toBe(isSame)
  expect(isSameVehicle({ plate, uf }, { plate: 'ABC1234', uf: 'SP' })).toBe(isSame)
})
