/** Pure. The flags of `frota orders resolve` as one choice. */
import { givenReason } from '../../app/given-reason.ts'
import type { Flags } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { uuid } from '../../option-parsers.ts'
import { ACCEPTABLE, type Choice } from '../../reconciliation/orders/resolving/resolve-choices.ts'
import { choiceFlags } from './resolve-words.ts'

/** `done`: the person took care of it elsewhere, and the exception ends. */
export type SaidChoice = Choice | { readonly choice: 'done' }

export interface Said {
  readonly choice: SaidChoice
  readonly reason: string
}

/** Undefined without a choice: then the open cases are listed. Throws 'usage'. */
export function saidOn(flags: Flags): Said | undefined {
  const choices = choicesOn(flags)
  const [choice, other] = choices
  if (choice === undefined) return undefined
  if (other !== undefined) throw oneChoice()
  const reason = givenReason(flags['reason'])
  if (reason === '') throw new Failure('usage', REASON_MISSING)
  return { choice, reason }
}

function choicesOn(flags: Flags): SaidChoice[] {
  const { adopt, different } = flags
  const accept = acceptedOn(flags)
  return [
    ...(typeof adopt === 'string'
      ? [{ choice: 'adopt', orderId: orderId(adopt), accept } as const]
      : []),
    ...(flags['none'] === true ? [{ choice: 'none' } as const] : []),
    ...(typeof different === 'string'
      ? [{ choice: 'different', orderId: orderId(different) } as const]
      : []),
    ...(flags['paid'] === true ? [{ choice: 'paid' } as const] : []),
    ...(flags['not-paid'] === true ? [{ choice: 'not-paid' } as const] : []),
    ...(flags['done'] === true ? [{ choice: 'done' } as const] : []),
  ]
}

function acceptedOn(flags: Flags) {
  const named = flags['accept-mismatch']
  if (typeof named !== 'string') return undefined
  const accepted = ACCEPTABLE.find((each) => each === named)
  if (accepted !== undefined) return accepted
  const all = ACCEPTABLE.join(', ')
  throw new Failure('usage', {
    pt: `--accept-mismatch: diga um destes: ${all}`,
    en: `--accept-mismatch: give one of these: ${all}`,
  })
}

function orderId(text: string): string {
  const parsed = uuid(text)
  if (parsed.ok) return parsed.value
  throw new Failure('usage', {
    pt: 'O pedido é dito por seu identificador no serviço, um UUID.',
    en: 'The order is named by its id at the service, a UUID.',
  })
}

function oneChoice(): Failure {
  const all = Object.values(choiceFlags).join(', ')
  return new Failure('usage', { pt: `Diga um só: ${all}`, en: `Say one only: ${all}` })
}

const REASON_MISSING = {
  pt: 'Diga por quê, com --reason "o que foi conferido": fica no registro de auditoria.',
  en: 'Say why, with --reason "what was checked": it is kept in the audit log.',
}
