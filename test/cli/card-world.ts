/** Approved card proposals and card orders at the real service, and a person who pays them. */
import type { AttendedTerminal } from '../../src/cli/orders/attended-terminal.ts'
import { leftUndone } from '../../src/cli/orders/attended-terminal.ts'
import { payAttended } from '../../src/cli/orders/orders-pay.ts'
import type { Payment } from '../../src/cli/orders/orders-pay.ts'
import type { Client } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { orderPolicy } from '../../src/reconciliation/orders/policy/order-policy.ts'
import { orderKey } from '../../src/reconciliation/orders/proposing/plan-hash.ts'
import { previewProposals } from '../../src/reconciliation/orders/proposing/preview-proposals.ts'
import { proposeOrders } from '../../src/reconciliation/orders/proposing/propose-orders.ts'
import { openOrderWorld } from '../reconciliation/orders/order-world.ts'
import type { Approved, OrderWorld } from '../reconciliation/orders/order-world.ts'

export const CARD = {
  number: '4111 1111 1111 1111',
  holder: 'CANARIO DA SILVA',
  expiry: '12/30',
  cvc: '987',
}
export const DECLINED = '4000000000009995'

/** What a person types, and where they go away. */
export interface Answers {
  readonly number?: string
  readonly cvc?: string
  readonly installments?: string
  /** The subject's own unless given. */
  readonly plate?: string
  /** The question, counted from 0, at which Ctrl-C is pressed. */
  readonly leavesAt?: number
}

export interface Attended {
  /** Everything that was shown. */
  readonly shown: string
  readonly exitCode: number
  readonly object: Record<string, unknown>
  readonly error: unknown
  readonly questions: number
}

export interface CardWorld extends AsyncDisposable {
  readonly orders: OrderWorld
  approved(): Promise<Approved>
  /** Made by a run, to be paid later. */
  ordered(): Promise<Approved & { readonly orderId: string }>
  pay(one: Approved, word: string, answers?: Answers, other?: Other): Promise<Attended>
  follow(one: Approved, client?: Client): Promise<void>
}

interface Other {
  readonly client?: Client
  readonly stop?: AbortController
  readonly blocked?: string
}

export async function openCardWorld(): Promise<CardWorld> {
  const world = await openOrderWorld({ providerDelay: { minMs: 0, maxMs: 0 } })
  const { placing, engine, asking } = world
  const { clock } = asking.bench
  const policy = orderPolicy('credit_card', 0n)

  const approved: CardWorld['approved'] = async () => {
    const one = await world.answered()
    const { plans } = world
    const { fleetId } = one
    const { orders } = world
    const tools = { ...placing, plans, orders, debts: asking.ledger.debts, policy, fleetId }
    await proposeOrders(tools)
    await previewProposals(tools)
    const plan = await world.planOf(one)
    const effectKey = orderKey(plan.vehicleId, plan.items)
    const ids = plan.items.map(({ debtId }) => debtId)
    const at = new Date(clock.now())
    const approval = await world.plans.approve(plan.id, { who: 'a person', effectKey, at }, (tx) =>
      placing.debts
        .move({ ids, from: ['proposed'], to: 'approved', why: 'test', at }, tx)
        .then(() => undefined),
    )
    if (!approval.approved) throw new Error(approval.why)
    return { ...one, plan: await world.planOf(one), effectId: approval.effectId }
  }

  const pay: CardWorld['pay'] = async (one, word, answers = {}, other = {}) => {
    const client = other.client ?? asking.client
    const { debts, effects, vehicles } = placing
    const stores = { debts, effects, vehicles, orders: world.orders, plans: world.plans }
    const blocked = other.blocked === undefined ? {} : { blocked: () => other.blocked }
    const plate = answers.plate ?? (await placing.vehicles.byId(one.vehicleId))?.plate ?? ''
    const tools = {
      ...placing,
      policy,
      client,
      stores: stores as unknown as Payment['tools']['stores'],
      gate: engine.gate as unknown as Payment['tools']['gate'],
      effects: { ...engine, ...blocked },
      buckets: { orders: placing.bucket },
      fleets: [{ id: one.fleetId }],
    }
    const person = new Person({ ...answers, plate }, other.stop)
    return person.attend((context, terminal) =>
      payAttended(context, { tools, terminal, simulated: true, word }),
    )
  }

  return {
    orders: world,
    approved,
    ordered: async () => {
      const one = await approved()
      await world.place(one.effectId)
      const { remoteId } = await world.effect(one.effectId)
      if (remoteId === null) throw new Error('not ordered')
      return { ...one, orderId: remoteId }
    },
    pay,
    follow: (one, client) => world.follow(one, client),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

class Person {
  readonly #answers: Answers & { readonly plate: string }
  readonly #stop: AbortController
  #questions = 0
  #shown = ''

  constructor(answers: Answers & { readonly plate: string }, stop = new AbortController()) {
    this.#answers = answers
    this.#stop = stop
  }

  async attend(
    work: (context: Parameters<typeof payAttended>[0], terminal: AttendedTerminal) => Promise<void>,
  ): Promise<Attended> {
    let exitCode = 0
    let object: Record<string, unknown> = {}
    let error: unknown
    const context = {
      config: readConfig({}, { FROTA_PERSON: 'Ana Lima' }),
      stop: this.#stop.signal,
      exitWith: (code: number): void => {
        exitCode = code
      },
      output: {
        json: true,
        locale: 'en' as const,
        live: false,
        columns: 80,
        line: () => undefined,
        redraw: () => undefined,
        settle: () => undefined,
        object: (value: object) => {
          object = { ...value }
        },
        say: (_pt: string, en: string) => en,
      },
    }
    try {
      await work(context, this.#terminal())
    } catch (thrown) {
      error = thrown
    }
    return { shown: this.#shown, exitCode, object, error, questions: this.#questions }
  }

  #terminal(): AttendedTerminal {
    return {
      isAttended: true,
      line: (text = '') => {
        this.#shown += `${text}\n`
      },
      ask: async (question) => this.#answer(question),
      askSecret: async (question) => new TextEncoder().encode(this.#answer(question)),
      rest: () => undefined,
    }
  }

  #answer(question: string): string {
    const at = this.#questions
    this.#questions += 1
    this.#shown += `${question}\n`
    if (at === this.#answers.leavesAt) throw leftUndone()
    const { number = CARD.number, cvc = CARD.cvc, installments = '', plate } = this.#answers
    const said: readonly (readonly [string, string])[] = [
      ['Card number', number],
      ['Name', CARD.holder],
      ['Expiry', CARD.expiry],
      ['Security', cvc],
      ['Instalments', installments],
      ['To confirm', plate],
    ]
    const answer = said.find(([start]) => question.startsWith(start))?.[1]
    if (answer === undefined) throw new Error(`Nobody expected: ${question}`)
    return answer
  }
}
