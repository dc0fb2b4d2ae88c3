/** Pure. What came of a decision about a proposal, in the reader's language. */
import { bothOf, inLocale, type Locale } from '../../bilingual.ts'
import type { FileOutcome } from '../../reconciliation/orders/deciding/decide-file.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { bounceWords, editedCellWords } from './decision-words.ts'

export type Bounced = Extract<FileOutcome, { readonly outcome: 'bounced' }>

const OUTCOMES = bothOf({
  approved: ['aprovada', 'approved'],
  rejected: [
    'rejeitada; a próxima consulta do veículo pode propor de novo',
    'rejected; the vehicle’s next consultation may propose anew',
  ],
  withdrawn: [
    'aprovação retirada: é uma proposta de novo',
    'approval withdrawn: it is a proposal again',
  ],
  'not-approved': ['nada mudou: não estava aprovada', 'unchanged: it was not approved'],
  'awaits-second': [
    'aguarda uma segunda pessoa: {people} aprovou',
    'awaits a second person: {people} approved',
  ],
  'still-awaits': [
    'nada mudou: ainda aguarda uma segunda pessoa ({people} aprovou)',
    'unchanged: still awaits a second person ({people} approved)',
  ],
  unchanged: ['nada mudou: já estava decidida{by}', 'unchanged: it was decided before{by}'],
  undecided: ['sem decisão', 'undecided'],
  bounced: ['não aplicada: {why}', 'not applied: {why}'],
})

/** `whyOf`: why it was not applied, with the cure, as the reader's place has it. */
export function outcomeWords(
  outcome: FileOutcome,
  locale: Locale,
  whyOf: (bounced: Bounced, locale: Locale) => string = whyNot,
): string {
  const stillAwaits = outcome.outcome === 'unchanged' && outcome.awaitsSecond === true
  const people = 'people' in outcome ? outcome.people.join(', ') : ''
  const by = people === '' ? '' : ` (${people})`
  const why = outcome.outcome === 'bounced' ? whyOf(outcome, locale) : ''
  const said = OUTCOMES[stillAwaits ? 'still-awaits' : outcome.outcome]
  return fill(inLocale(said, locale), { people, by, why })
}

/** As at the terminal, where a file is written again. */
export function whyNot(bounced: Bounced, locale: Locale): string {
  return 'cell' in bounced
    ? editedCellWords(bounced.cell, locale)
    : bounceWords(bounced.why, bounced.about, locale)
}
