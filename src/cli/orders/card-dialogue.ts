/**
 * Asks a person for a card and for their word: what would be paid is shown first, every answer is
 * checked here, and nothing is sent before the plate was typed.
 */
import { plainDay } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Sentence } from '../../failure.ts'
import { displayCents } from '../../fleet/money.ts'
import {
  Card,
  cvcProblem,
  expiryProblem,
  holderProblem,
  installmentsOf,
  numberProblem,
} from '../../reconciliation/orders/paying/card.ts'
import type { CardProblem, ConfirmedPayment } from '../../reconciliation/orders/paying/card.ts'
import type { AttendedTerminal } from './attended-terminal.ts'
import { leftUndone } from './attended-terminal.ts'
import type { Output } from '../output.ts'
import type { PaymentSubject } from './payment-subject.ts'

export interface Dialogue {
  readonly terminal: AttendedTerminal
  readonly output: Pick<Output, 'say' | 'locale'>
  readonly clock: Clock
  readonly zone: string
  readonly person: string
}

/** Answers to one question before the command gives up. */
const TRIES_MAX = 3

const PROBLEMS: Readonly<Record<CardProblem, { readonly pt: string; readonly en: string }>> = {
  'card-number-length': {
    pt: 'O número tem de 13 a 19 dígitos.',
    en: 'A number has 13 to 19 digits.',
  },
  'card-number-digit': {
    pt: 'Um dígito do número não confere.',
    en: 'A digit of the number does not hold.',
  },
  'card-holder': {
    pt: 'Digite o nome como está no cartão, até 80 letras.',
    en: 'Type the name as it is on the card, 80 letters at most.',
  },
  'card-expiry': { pt: 'Digite a validade como MM/AA.', en: 'Type the expiry as MM/YY.' },
  'card-expired': { pt: 'O cartão venceu.', en: 'The card has expired.' },
  'card-cvc': { pt: 'O código tem 3 ou 4 dígitos.', en: 'The code has 3 or 4 digits.' },
  'card-installments': { pt: 'De 1 a 12 parcelas.', en: 'From 1 to 12 instalments.' },
}

/** Dispose of the card when all is over. Throws a Failure when the person went away. */
export async function askForPayment(
  dialogue: Dialogue,
  subject: PaymentSubject,
): Promise<ConfirmedPayment> {
  showSubject(dialogue, subject)
  const card = await askForCard(dialogue)
  try {
    const installments = await askForInstallments(dialogue, subject)
    await askForWord(dialogue, subject, { card, installments })
    return { card, installments, totalCents: subject.totalCents, person: dialogue.person }
  } catch (error) {
    card[Symbol.dispose]()
    throw error
  }
}

function showSubject({ terminal, output }: Dialogue, subject: PaymentSubject): void {
  const { say, locale } = output
  const money = (cents: bigint): string => displayCents(cents, locale).padStart(14)
  if (subject.simulated)
    terminal.line(say('SIMULADO: nada é liquidado.', 'SIMULADO: settles nothing.'))
  terminal.line(`${subject.plate} · ${subject.about}`)
  for (const { description, amountCents } of subject.items) {
    terminal.line(`  ${money(amountCents)}  ${description}`)
  }
  terminal.line(`  ${money(subject.feeCents)}  ${say('taxa de serviço', 'service fee')}`)
  terminal.line(`  ${money(subject.totalCents)}  ${say('total', 'total')}`)
}

async function askForCard(dialogue: Dialogue): Promise<Card> {
  const { say } = dialogue.output
  const today = plainDay(dialogue.clock.now(), dialogue.zone)
  const hidden = say(' (não aparece na tela)', ' (not shown on the screen)')
  const typed: Uint8Array[] = []
  const ask = async (
    question: string,
    problem: (typed: Uint8Array) => CardProblem | undefined,
  ): Promise<Uint8Array> => {
    const bytes = await askSecret(dialogue, `${question}${hidden}: `, problem)
    typed.push(bytes)
    return bytes
  }
  try {
    const number = await ask(say('Número do cartão', 'Card number'), numberProblem)
    const holder = await ask(say('Nome impresso no cartão', 'Name on the card'), holderProblem)
    const expiry = await ask(say('Validade MM/AA', 'Expiry MM/YY'), (bytes) =>
      expiryProblem(bytes, today),
    )
    const cvc = await ask(say('Código de segurança', 'Security code'), cvcProblem)
    return new Card({ number, holder, expiry, cvc })
  } catch (error) {
    for (const bytes of typed) bytes.fill(0)
    throw error
  }
}

async function askSecret(
  dialogue: Dialogue,
  question: string,
  problemOf: (typed: Uint8Array) => CardProblem | undefined,
): Promise<Uint8Array> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const typed = await dialogue.terminal.askSecret(question)
    const problem = problemOf(typed)
    if (problem === undefined) return typed
    typed.fill(0)
    sayProblem(dialogue, problem)
  }
  throw tooOften()
}

async function askForInstallments(dialogue: Dialogue, subject: PaymentSubject): Promise<number> {
  const { terminal, output } = dialogue
  const { say, locale } = output
  for (const { installments, eachCents, totalCents } of subject.grid) {
    const each = displayCents(eachCents, locale).padStart(14)
    terminal.line(
      `  ${String(installments).padStart(2)} × ${each} = ${displayCents(totalCents, locale)}`,
    )
  }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const typed = await terminal.ask(say('Parcelas [1]: ', 'Instalments [1]: '))
    const installments = installmentsOf(typed)
    if (typeof installments === 'number') return installments
    sayProblem(dialogue, installments)
  }
  throw tooOften()
}

/** The plate is typed, since a habit of pressing Enter must not pay. */
async function askForWord(
  { terminal, output }: Dialogue,
  subject: PaymentSubject,
  { card, installments }: { card: Card; installments: number },
): Promise<void> {
  const { say, locale } = output
  const row = subject.grid.find((each) => each.installments === installments)
  const charged = displayCents(row?.totalCents ?? subject.totalCents, locale)
  const times =
    row === undefined ? '' : ` (${installments} × ${displayCents(row.eachCents, locale)})`
  const unknown = row === undefined && installments > 1
  terminal.line(
    say(
      `Cobrar ${charged}${times} no cartão final ${card.lastDigits()}, ${subject.items.length} débito(s) de ${subject.plate}?`,
      `Charge ${charged}${times} to the card ending in ${card.lastDigits()}, ${subject.items.length} debt(s) of ${subject.plate}?`,
    ),
  )
  if (unknown) {
    terminal.line(
      say(
        `São ${installments} parcelas: o serviço não disse os juros antes.`,
        `It is ${installments} instalments: the service did not tell the interest before.`,
      ),
    )
  }
  const typed = await terminal.ask(
    say(`Para confirmar, digite a placa ${subject.plate}: `, `To confirm, type ${subject.plate}: `),
  )
  if (bare(typed) !== bare(subject.plate)) throw leftUndone()
}

const bare = (plate: string): string => plate.replaceAll(/[\s-]/g, '').toUpperCase()

function sayProblem({ terminal, output }: Dialogue, problem: CardProblem): void {
  const { pt, en } = PROBLEMS[problem]
  terminal.line(output.say(pt, en))
}

function tooOften(): Failure {
  const sentence: Sentence = {
    pt: `Resposta errada ${TRIES_MAX} vezes; comece de novo. Nada foi enviado.`,
    en: `Wrong answer ${TRIES_MAX} times; begin again. Nothing was sent.`,
  }
  return new Failure('usage', sentence)
}
