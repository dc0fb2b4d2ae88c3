/** Pure. What a typing error in the accountant's file would change in the journal without a word. */
import { formatCnpj } from '../../../fleet/document.ts'
import { veilDocuments } from '../../../fleet/veil-documents.ts'
import { fill } from '../../reports/words/messages.ts'
import { costCentreKey } from '../../../fleet/cost-centre.ts'
import type { Accounts } from '../journal/accounts-file.ts'
import type { FieldSource } from '../journal/journal-layout.ts'
import type { JournalTally } from '../journal/journal-tally.ts'
import type { BookWords } from '../words/book-words.ts'

const NAMES_SHOWN_MAX = 20

export function journalNotes(
  { layout, costCentres, names, cnpj: own }: Accounts,
  { centres, owners, fleet }: Pick<JournalTally, 'centres' | 'owners' | 'fleet'>,
  { journalNotes: words, page }: Pick<BookWords, 'journalNotes' | 'page'>,
): string[] {
  const has = (of: FieldSource): boolean => layout.detail.some(({ source }) => source === of)
  const codes = new Set(costCentres.values())
  const isCoded = codes.size > 0 && (has('costCentreDebit') || has('costCentreCredit'))
  const noCode = [...centres].filter((name) => isCoded && name !== '' && !codes.has(name))
  const unknown = names.flatMap(({ at, costCentre, cnpj = '' }) => [
    ...(costCentre === undefined || fleet.costCentre.has(costCentreKey(costCentre))
      ? []
      : [`${at} "${veilDocuments(costCentre)}"`]),
    ...(cnpj === '' || fleet.cnpj.has(cnpj) ? [] : [`${at} "${formatCnpj(cnpj)}"`]),
  ])
  const hasOwner = own !== ''
  const foreign = [...owners].filter(([cnpj]) => !hasOwner || cnpj !== own)
  const isMixed = !has('cnpj') && foreign.length > (hasOwner ? 0 : 1)
  return [
    ...note(words.noCode, noCode.map(veilDocuments)),
    ...note(words.fitsNothing, unknown),
    ...note(
      words.otherOwners,
      (isMixed ? foreign : []).map(([cnpj, count]) => {
        return `${cnpj === '' ? page.noCnpj : formatCnpj(cnpj)}: ${count}`
      }),
    ),
  ]
}

function note(words: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > NAMES_SHOWN_MAX ? ` … (${names.length})` : ''
  return [fill(words, { names: `${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${more}` })]
}
