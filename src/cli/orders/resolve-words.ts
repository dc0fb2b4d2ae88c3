/** Pure. What `frota orders resolve` shows, asks and refuses, in the reader's language. */
import { isAcceptable, isFreed, refusalWords } from '../../app/orders/case-words.ts'
import { effectChoices, isEndedByWord } from '../../app/reports/end-exceptions.ts'
import type { Bilingual } from '../../bilingual.ts'
import type {
  ChoiceName,
  ResolveRefusal,
} from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'

export const choiceFlags: Readonly<Record<ChoiceName | 'done', string>> = {
  adopt: '--adopt ORDER',
  none: '--none',
  different: '--different ORDER',
  paid: '--paid',
  'not-paid': '--not-paid',
  done: '--done',
}

/** The flags that a person may use for one exception; empty where it only ends by itself. */
export function choicesFor(line: ExceptionLine): string[] {
  const { code, detail, reference, orderId, plate } = line
  const choices = effectChoices(line)
  if (choices.length > 0) return choices.map((choice) => choiceFlags[choice])
  if (isAcceptable(line)) return [`--adopt ${reference} --accept-mismatch ${detail}`]
  if (isFreed(line)) return [`frota orders free ${orderId ?? reference} --reason`]
  if (code === 'approval-lapsed') return [`frota orders approve ${plate}`]
  if (code === 'card-approved') return [`frota orders withdraw ${reference}`]
  return isEndedByWord(line) ? [choiceFlags.done] : []
}

/** What to type, where the refusal leaves something to be said. */
const TYPED: Readonly<Partial<Record<ResolveRefusal['why'], string>>> = {
  'not-found': 'frota orders resolve',
  mismatch: '--accept-mismatch {about}',
  'matches-exist': '--adopt ORDER',
  'order-made': '--adopt ORDER',
  'order-elsewhere': 'frota orders refresh {about}',
  'surely-the-same': '--adopt ORDER',
  'payment-seen': '--paid',
}

export function refusalSentence(refusal: ResolveRefusal): Bilingual {
  const { pt, en } = refusalWords(refusal)
  const typed = TYPED[refusal.why]
  if (typed === undefined) return { pt, en }
  const hint = typed.replace('{about}', 'about' in refusal ? refusal.about : '')
  return { pt: `${pt} (${hint})`, en: `${en} (${hint})` }
}
