/** What names mean in the watched folder. */
import { expect, test } from 'vitest'
import {
  isPartial,
  meaningOf,
  shownName,
  stampedAtMs,
  stampedName,
} from '../../src/app/inbox-names.ts'

const AT = { atMs: Date.UTC(2026, 10, 21, 1, 2, 3), zone: 'America/Sao_Paulo', again: 1 }

test.each(['sul', 'Filial São Paulo', 'a', 'frota-2.b_c', 'Sa\u0303o'])('%s is a fleet', (name) => {
  expect(meaningOf(name)).toBe('fleet')
})

test.each([
  ['done', 'own'],
  ['refused', 'own'],
  ['working', 'own'],
  ['.git', 'system'],
  ['@eaDir', 'system'],
  ['#recycle', 'system'],
  ['$RECYCLE.BIN', 'system'],
  ['System Volume Information', 'system'],
  ['lost+found', 'system'],
  ['a/b', 'unknown'],
  ['frota.', 'unknown'],
  ['a\u202Eb', 'unknown'],
  ['x'.repeat(101), 'unknown'],
])('%s is no fleet: %s', (name, meaning) => expect(meaningOf(name)).toBe(meaning))

test.each([
  'a.csv.part',
  'A.CRDOWNLOAD',
  'a.filepart',
  'a.tmp',
  '~$frota.xlsx',
  '.frota.csv.Xy12',
  '.~lock.frota.ods#',
  'frota.csv~',
  'Thumbs.db',
])('%s is somebody else’s, and left alone', (name) => expect(isPartial(name)).toBe(true))

test.each(['frota.csv', 'frota', 'party.csv', 'partial', 'a.part.csv'])(
  '%s was dropped',
  (name) => {
    expect(isPartial(name)).toBe(false)
  },
)

test('what was taken bears the time on the wall, and a number where that is taken', () => {
  expect(stampedName('frota.csv', AT)).toBe('20261120-220203-frota.csv')
  expect(stampedName('frota.csv', { ...AT, again: 2 })).toBe('20261120-220203-2-frota.csv')
  expect(stampedAtMs(stampedName('x', AT), AT.zone)).toBe(AT.atMs)
  expect(stampedAtMs('20261120-220203-2-frota.csv.motivo.txt', AT.zone)).toBe(AT.atMs)
})

test.each([
  'frota.csv',
  '2026-frota.csv',
  '20261120-frota.csv',
  '20261120-220203-',
  '20269999-220203-x',
])('%s bears no stamp of ours and is never forgotten', (name) =>
  expect(stampedAtMs(name, 'UTC')).toBeUndefined(),
)

test('a kept name leads nowhere, hides nothing and has room for what is written beside it', () => {
  const odd = stampedName('a\u202E\n"<b>:\\c?*|.csv', AT)
  expect(odd).toBe('20261120-220203-a____b___c___.csv')
  const long = stampedName(`${'ção'.repeat(80)}.xlsx`, AT)
  expect(long).toMatch(/\.xlsx$/)
  expect(Buffer.byteLength(`${long}.veredito.csv.part`)).toBeLessThanOrEqual(255)
  expect(long).not.toContain('\uFFFD')
})

test('a shown name stays on its line', () => {
  expect(shownName('a\u001B[2J\r\nb\u202Ec')).toBe('a?[2J??b?c')
  expect(shownName('x'.repeat(300))).toHaveLength(81)
})
