/** Pure. What a form says about a case in doubt, as one choice. */
import { givenReason } from '../../app/given-reason.ts'
import { ACCEPTABLE, type Choice } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { idOf } from '../frame/route-parts.ts'
import { exceptionWords } from './exception-words.ts'

export interface Said {
  /** Of the effect, or of the order whose payment is held back. */
  readonly reference: string
  readonly choice: Choice
  readonly reason: string
}

/** Throws a Refusal that names what is missing. */
export function saidIn(setting: PageSetting, form: URLSearchParams): Said {
  const reference = idOf(form.get('reference'))
  if (reference === undefined) throw refused(setting, 'gone')
  return { reference, choice: choiceIn(setting, form), reason: reasonIn(setting, form) }
}

export function reasonIn(setting: PageSetting, form: URLSearchParams): string {
  const reason = givenReason(form.get('reason'))
  if (reason === '') throw refused(setting, 'reasonMissing')
  return reason
}

/** The fields from which `saidIn` reads the same again. */
export function fieldsOfSaid({ reference, choice, reason }: Said): Record<string, string> {
  const order = 'orderId' in choice ? { order: choice.orderId } : {}
  const accept =
    choice.choice === 'adopt' && choice.accept !== undefined ? { accept: choice.accept } : {}
  return { reference, choice: choice.choice, reason, ...order, ...accept }
}

function choiceIn(setting: PageSetting, form: URLSearchParams): Choice {
  const choice = form.get('choice') ?? ''
  switch (choice) {
    case 'none':
    case 'paid':
    case 'not-paid':
      return { choice }
    case 'adopt':
    case 'different': {
      const orderId = idOf(form.get('order'))
      if (orderId === undefined) throw refused(setting, 'orderMissing')
      if (choice === 'different') return { choice, orderId }
      const accept = ACCEPTABLE.find((each) => each === form.get('accept'))
      return { choice, orderId, accept }
    }
    default:
      throw new Refusal(STATUS_REFUSED, setting.texts.notices.form)
  }
}

export function refused(
  { locale }: PageSetting,
  why: 'gone' | 'reasonMissing' | 'orderMissing',
): Refusal {
  return new Refusal(STATUS_REFUSED, exceptionWords(locale)[why])
}
