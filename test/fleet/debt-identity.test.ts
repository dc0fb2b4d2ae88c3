import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DebtFacts } from '../../src/fleet/debt-identity.ts'
import { debtFingerprint, normalizeDescription } from '../../src/fleet/debt-identity.ts'
import {
  DEBT_GROUPS,
  DEBT_KINDS,
  groupOfKind,
  isDebtGroup,
  isDebtKind,
} from '../../src/fleet/debt-kind.ts'

const ticket: DebtFacts = {
  renavam: '00639884962',
  uf: 'SP',
  kind: 'ticket',
  group: 'ticket',
  year: 2026,
  description: 'Multa - Excesso de velocidade',
  dueDate: '2026-05-10',
}

describe('the identity of a debt', () => {
  test('the same text in other case, accents and spacing is the same debt', () => {
    const again = { ...ticket, uf: 'sp', description: ' MULTA   excesso  de Velocidáde ' }
    expect(debtFingerprint(again)).toBe(debtFingerprint(ticket))
    expect(normalizeDescription('IPVA 2026 — Cota Única')).toBe('IPVA 2026 COTA UNICA')
  })

  test('another date, year, kind or vehicle is another debt', () => {
    const others: Partial<DebtFacts>[] = [
      { dueDate: '2026-05-11' },
      { dueDate: null },
      { year: 2025 },
      { kind: 'renainf_ticket' },
      { renavam: '26827649960' },
      { uf: 'RJ' },
    ]
    const all = [ticket, ...others.map((other) => ({ ...ticket, ...other }))].map(debtFingerprint)
    expect(new Set(all).size).toBe(all.length)
  })

  test('no two different descriptions of letters share a fingerprint with shifted fields', () => {
    const text = fc.stringMatching(/^[A-Z0-9]{0,6}$/)
    fc.assert(
      fc.property(text, text, text, text, (one, two, three, four) => {
        const left = debtFingerprint({ ...ticket, kind: one, description: two })
        const right = debtFingerprint({ ...ticket, kind: three, description: four })
        expect(left === right).toBe(one === three && two === four)
      }),
    )
  })

  test('every kind has a group of the interface', () => {
    for (const kind of DEBT_KINDS) {
      expect(isDebtKind(kind)).toBe(true)
      expect(DEBT_GROUPS).toContain(groupOfKind[kind])
      expect(isDebtGroup(groupOfKind[kind])).toBe(true)
    }
    expect(isDebtKind('toString')).toBe(false)
    expect(isDebtGroup('tax')).toBe(false)
  })
})
