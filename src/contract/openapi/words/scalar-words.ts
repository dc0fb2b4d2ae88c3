/** Descriptions of the small schemas, of pages, of errors and of /health and /coverage. */
import type { Budgets } from '../../budgets.ts'
import type { Coverage } from '../../coverage.ts'
import type { Health } from '../../health.ts'
import { PAGE_MAX } from '../../limits.ts'
import type { Problem } from '../../problem.ts'
import { type SchemaWords, words } from './schema-words-shape.ts'
import { wordList } from './word-list.ts'

export const pageFields = {
  count: 'How many there are on all pages together.',
  next: 'The address of the next page; null on the last one.',
  previous: 'The address of the page before; null on the first one.',
  results: 'This page, newest first.',
}

const PAGE =
  'One page of a list. Every list has this envelope. Take only the page number from `next` and ' +
  `\`previous\`; pages go up to ${PAGE_MAX}, and a page beyond the last has empty \`results\`.`

export const scalarWords = {
  Uuid: { description: 'An identifier. Letters may be of either case; replies use lower case.' },
  Amount: {
    description:
      'Money in reais as a decimal string with a point and two decimals, never a JSON number: ' +
      'a float loses cents. Compute with integers or decimals.',
  },
  Timestamp: { description: 'An instant, ISO 8601 with a UTC offset (`Z` here).' },
  PlainDate: { description: 'A day without a time, YYYY-MM-DD.' },
  Mode: {
    description: wordList(
      'Who answers behind the service; the operator chooses, a client cannot.',
      {
        mock: 'simulated. No real debt is looked up and no payment settles one.',
        live: 'real. Payments move money.',
      },
      'treat an unknown one as real.',
    ),
  },
  Health: words<Health>('The modes that the operator chose.', {
    status: '`ok` while the service answers.',
    service: 'The name of the service.',
    vdi_lookup:
      'Whether debts come from a simulated or a real provider. Another service of this interface ' +
      'may carry another prefix in front of `lookup`: read any key that ends in `lookup`.',
    payments: 'Whether payments are simulated, and whether the payer may be simulated (`sandbox`).',
  }),
  Problem: words<Problem>('The body of every error, whatever the status: exactly one field.', {
    detail:
      'One sentence for people, in Portuguese or, by Accept-Language, in English. Programs decide ' +
      'by the status; a validation error names the field between quotes.',
  }),
  Budgets: {
    description: 'The hourly budgets of the key, for planning; reading them takes nothing.',
    fields: { budgets: 'One row for each budget.' },
  },
  Budget: words<Budgets['budgets'][number]>('One hourly budget of the key.', {
    name: 'What is counted: creations of consultations, or of orders and card payments together.',
    limit: 'How many fit into a window.',
    window:
      '`rolling`: any stretch of that length; `fixed`: from hour to hour; `bucket`: refilled evenly.',
    window_seconds: 'The length of the window.',
    used: 'How many count now.',
    free: 'How many more pass now.',
    next_free_at: 'When another one comes free; null while all are.',
  }),
  Coverage: {
    description: 'What is offered in each of the 27 states, in the envelope of a list.',
    fields: { ...pageFields, results: 'One row for each state, by abbreviation.' },
  },
  StateCoverage: words<Coverage['results'][number]>('What is offered in one state.', {
    uf: 'The abbreviation of the state.',
    name: 'The name of the state.',
    consultation: 'Whether debts can be consulted there.',
    payment: 'Whether debts can be paid there.',
    kinds: 'The kinds of debt that may be found there.',
    methods: 'The payment methods that are offered there.',
  }),
  VehiclePage: { description: PAGE, fields: pageFields },
  ConsultationPage: { description: PAGE, fields: pageFields },
  OrderPage: { description: PAGE, fields: pageFields },
} as const satisfies Record<string, SchemaWords>
