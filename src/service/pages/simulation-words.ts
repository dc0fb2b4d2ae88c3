/** Test cards and faults on demand, for the introduction of the document. */
import { TEST_CARDS } from '../providers/mock-payments-card.ts'
import type { CardOutcome } from '../payment-scenario.ts'

const outcomes: Readonly<Record<CardOutcome, string>> = {
  approved: 'approved',
  declined: 'declined',
  doubt_paid: 'in doubt at first, then paid',
  doubt_declined: 'in doubt at first, then declined',
}

/** By the third letter of the plate. A test compares with src/service/faults/plate-rules.ts. */
const faults: Readonly<Record<string, string>> = {
  A: '429 with `Retry-After` once for each creation, then fine',
  B: '429 without `Retry-After` once for each creation, then fine',
  C: '500 once, nothing done, the request counted',
  D: '503 once, nothing done',
  E: '500 once although it was done',
  F: 'done, but the connection ends without an answer, once',
  G: 'done, but the answer is cut off, once',
  H: 'the answer comes two seconds late, once',
  I: 'done, but the answer is not JSON, once',
  J: 'no answer, and done a minute later, once',
  K: 'the consultation never finishes',
  L: 'the consultation fails with `vehicle_not_found`',
  M: 'the first consultation fails with `authority_unavailable`',
  N: 'the stages pass in an odd order',
  O: 'a debt stands there twice',
  P: 'a debt stands there twice, in other words',
  Q: 'the amounts change between consultation and preview',
  R: 'the amounts change between consultation and order',
  S: 'the total is not the sum of the items',
  T: 'lists lag five seconds behind',
  U: 'somebody else creates the same at the same moment',
  V: 'the Pix code is expired at once',
  W: 'the Pix code never appears',
  X: 'the authority refuses the settlement',
  Y: 'the settlement never ends',
}

export const faultLetters: readonly string[] = Object.keys(faults)

/** As Markdown. */
export function simulationWords(): string {
  const cards = TEST_CARDS.map(({ number, outcome }) => `- \`${number}\`: ${outcomes[outcome]}.`)
  const plates = Object.entries(faults).map(([letter, what]) => `- \`ZZ${letter}\`: ${what}.`)
  return [
    '## Test cards',
    'In mock mode these numbers pass, with any name, a future `expiry` and a `cvc` of the right ' +
      'length that is not all zeros; any other number is declined.',
    cards.join('\n'),
    '## Faults on demand',
    'In mock mode a vehicle whose plate begins so (such as `ZZA1234`) meets a fault, so that you ' +
      'can see what your program does then. Every other plate behaves well.',
    plates.join('\n'),
  ].join('\n\n')
}
