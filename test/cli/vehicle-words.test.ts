import { expect, test } from 'vitest'
import { importNotes } from '../../src/app/run/import-notes.ts'
import { namedPlans } from '../../src/cli/orders/named-plans.ts'
import { editFlags } from '../../src/cli/vehicle/edit-flags.ts'
import { onlyVehicle } from '../../src/cli/vehicle/named-vehicle.ts'
import { ownerGiven } from '../../src/cli/vehicle/owner-given.ts'
import { changeLine } from '../../src/app/vehicles/vehicle-words.ts'
import { holdsSentence } from '../../src/cli/vehicle/vehicle-words.ts'
import type { PlanListing } from '../../src/ledger/orders/plans.ts'
import { REMOVAL_HOLDS } from '../../src/ledger/vehicles/vehicle-removals.ts'

const english = { say: (_pt: string, en: string) => en, locale: 'en' } as const
const nothing = { ownersDiffer: 0, mendsOverwritten: 0, removalsAsked: 0, removalsHeld: null }

test('a file that changes nothing beside its rows is not spoken of', () => {
  for (const notes of [null, nothing]) {
    expect(importNotes({ vehiclesMissing: 0, understood: null, notes }, english)).toEqual([])
  }
})

test('what a file changes beside its rows is said, each with three plates and its cure', () => {
  const held = { why: 'rejected', count: 5 } as const
  const four = { count: 4, examples: ['A', 'B', 'C', 'D'] }
  const one = { count: 1, examples: ['E'] }
  const lines = importNotes(
    {
      vehiclesMissing: 6,
      understood: null,
      notes: {
        ...nothing,
        ownersDiffer: 3,
        mendsOverwritten: 2,
        removalsAsked: 4,
        moved: [{ fleet: 'Sul\n', ...four }],
        kept: one,
        returning: one,
        named: { askedAnew: one, mendsOverwritten: one },
        removalsHeld: held,
      },
    },
    english,
  )
  expect(lines.map((line) => line.replace(/^(.*?[.]) .*$/, '$1 …'))).toEqual([
    'Vehicles that leave the fleet Sul·: 4 (A, B, C and 1 more).',
    'Vehicles that stay in the fleet as they were, since their row was refused: 1 (E).',
    'Removed or inactive vehicles that come back: 1 (E).',
    'Vehicles that are not in the file any more and leave the plan: 6.',
    'Vehicles that the file does not name, deactivated at the service now ' +
      '(--deactivate-missing): 4. …',
    'No vehicle was deactivated: 5 refused rows may be of those that are missing. …',
    'Vehicles with another owner in the file: 3. …',
    'Vehicles with another plate or state in the file: 1 (E). …',
    'Vehicles with values fixed by hand that the file has overwritten: 1 (E). …',
  ])
  expect(lines[6]).toContain('--update-owners')
})

test.each([
  [{ why: 'rejected', count: 3 }, '3 linhas recusadas podem ser dos que faltam. Corrija-as'],
  [
    { why: 'named', count: 1, line: 2, plate: 'ABC1D23' },
    'o que falta (ABC1D23) ainda aparece na planilha, na linha 2.',
  ],
  [
    { why: 'named', count: 20, line: 2, sheet: 'Vendidos', plate: 'ABC1D23' },
    '20 dos que faltam ainda aparecem na planilha, o primeiro (ABC1D23) na linha 2 da aba "Vendidos"',
  ],
] as const)('who holds a removal back is said with its cure: %o', (removalsHeld, words) => {
  const notes = { ...nothing, removalsHeld }
  const portuguese = { say: (pt: string) => pt, locale: 'pt-BR' } as const
  const lines = importNotes({ vehiclesMissing: 0, understood: null, notes }, portuguese)
  expect(lines).toEqual([expect.stringContaining(`Nenhum veículo foi desativado: ${words}`)])
})

test('what of a file was not read, or was remembered, is said; what nobody can mistake is not', () => {
  const warning = (code: string, facts: object) => ({ code, facts })
  const understood = {
    warnings: [
      warning('W-ENC', { encoding: 'windows-1252' }),
      warning('W-SHEETS', { sheet: 'Recife', others: 'Olinda\u001b[2J', count: 1 }),
      warning('W-HIDDEN', { rows: 1, columns: 0 }),
      warning('W-EXTRA', { count: 1, columns: 'Km' }),
    ],
  }
  expect(importNotes({ vehiclesMissing: 0, understood, notes: nothing }, english)).toEqual([
    'Only the sheet Recife was read. Not read: Olinda·[2J. Choose with --sheet.',
    expect.stringMatching(/^What is hidden in the sheet .*rows: 1/),
  ])
})

test('what is typed to edit a vehicle is judged by the fleet’s vocabulary', () => {
  const flags = { plate: 'abc-1d23', uf: 'são paulo', nickname: ' Van\t1 ', 'cost-centre': '' }
  expect(editFlags(flags)).toEqual({
    plate: 'ABC1D23',
    uf: 'SP',
    nickname: 'Van 1',
    costCentre: '',
  })
  expect(() => editFlags({ plate: 'ABC12O3' })).toThrow(/Is it ABC1203\?/)
  expect(() => editFlags({ uf: 'XX' })).toThrow(/--uf: "XX" is no state/)
  expect(() => editFlags({ nickname: 'x'.repeat(121) })).toThrow(/at most 120/)
})

test('a wrong document is refused without being repeated', async () => {
  const stop = new AbortController().signal
  const output = english as never
  const given = (flags: Record<string, string | boolean>) => ownerGiven({ flags, stop, output })
  expect(await given({ 'owner-document': '529.982.247-25' })).toBe('52998224725')
  expect(await given({})).toBeUndefined()
  await expect(given({ 'owner-document': '529.982.247-26' })).rejects.toThrow(/^(?!.*529)/)
  await expect(given({ 'owner-file': '/nowhere' })).rejects.toThrow(/cannot be read/)
  await expect(given({ 'owner-file': 'x', 'ask-owner': true })).rejects.toThrow(/one way only/)
})

test('a plate of two vehicles is answered with both RENAVAMs', () => {
  const vehicles = [
    { plate: 'ABC1D23', renavam: '00000000001', inFleet: true },
    { plate: 'ABC1D23', renavam: '00000000002', inFleet: false },
  ]
  expect(() => onlyVehicle('principal', { name: 'ABC1D23', vehicles })).toThrow(
    /RENAVAM 00000000001, RENAVAM 00000000002 \(left the fleet\)\. Repeat with the RENAVAM/,
  )
  expect(() => onlyVehicle('principal', { name: 'ABC1D23', vehicles: [] })).toThrow(/No vehicle/)
})

test('a proposal is named by id, by either form of the plate, or by RENAVAM', () => {
  const plan = (id: number, plate: string, renavam: string) =>
    ({ id: `00000000-0000-4000-8000-00000000000${id}`, plate, renavam }) as PlanListing
  const standing = [
    plan(1, 'ABC1234', '00000000001'),
    plan(2, 'XYZ9A87', '00000000002'),
    plan(3, 'XYZ9A87', '00000000003'),
  ]
  const named = (word: string) => namedPlans({ words: [word], name: 'x' } as never, standing)
  expect(named('ABC1C34').map(({ plate }) => plate)).toEqual(['ABC1234'])
  expect(named('000000003').map(({ id }) => id.at(-1))).toEqual(['3'])
  expect(() => named('XYZ9A87')).toThrow(/RENAVAM 00000000002, 00000000003\. Say which/)
})

test('a change is one line: when, what, before and after, by whom', () => {
  const at = { changedAt: new Date('2026-11-21T12:00:00Z'), importId: null }
  const state = { field: 'state', before: 'registered', after: 'removed', person: 'Ana' } as const
  expect(changeLine({ ...at, ...state, fileName: null }, english, 'America/Sao_Paulo')).toBe(
    '2026-11-21 09:00  registration: registered → removed  (Ana)',
  )
  const plate = { field: 'plate', before: 'ABC1234', after: 'ABC1C34', person: null } as const
  const extras = {
    field: 'extras',
    before: '{"Valor": "1.234,50", "Contrato": "C-1"}',
    after: null,
    person: null,
  } as const
  expect(changeLine({ ...at, ...extras, fileName: 'frota.csv' }, english, 'UTC')).toContain(
    'other columns: Valor: 1.234,50, Contrato: C-1 → —  (frota.csv)',
  )
  expect(changeLine({ ...at, ...plate, fileName: 'frota.csv' }, english, 'UTC')).toMatch(
    /\(frota\.csv\)$/,
  )
})

test('each reason to keep a vehicle has words in both languages', () => {
  const { pt, en } = holdsSentence('ABC1D23', REMOVAL_HOLDS)
  for (const hold of REMOVAL_HOLDS) {
    expect(pt).not.toContain(hold)
    expect(en).not.toContain(hold)
  }
})
