/** The simulated provider of payments: everything follows from seed, charge, scenario and instant. */
import { plainDay } from '../../clock.ts'
import { BOLETO_CENTS_MAX, mockBoletoNews, mockBoletoTimes } from './mock-payments-boleto.ts'
import { type CardVerdict, clearedDoubt, judgeCard } from './mock-payments-card.ts'
import { type MockPaymentsOptions, mockPixNews } from './mock-payments-pix.ts'
import { mockSettlement } from './mock-payments-settlement.ts'
import type { AttemptNews, Charge, ChargeNews, FollowedCharge, Payments } from './payments.ts'

const BOLETO_TOO_LARGE = "Campo 'method': um boleto não comporta este total."

export function mockPayments(options: MockPaymentsOptions): Payments {
  return {
    mode: 'mock',
    sandbox: true,
    refuses: async (charge) => {
      const told = options.scenario.refuses?.(charge)
      if (told !== undefined) return told
      if (charge.method !== 'boleto' || charge.totalCents <= BOLETO_CENTS_MAX) return null
      return { outcome: 'refused', status: 422, detail: BOLETO_TOO_LARGE }
    },
    open: async (charge) => opened(options, charge),
    renewPix: async (charge, nowMs) =>
      awaiting(nowMs, mockPixNews(options, charge, 'renewed'), null),
    payCard: async (charge, card, nowMs) => {
      const told = options.scenario.cardOutcome?.(charge.plate)
      const verdict = judgeCard(card, plainDay(nowMs, options.timeZone), told)
      return cardNews(options, charge, verdict, nowMs)
    },
    simulatePix: async (charge, nowMs) => mockSettlement(options, charge, nowMs, nowMs),
    follow: async (charge, nowMs) => followed(options, charge, nowMs),
  }
}

function opened(options: MockPaymentsOptions, charge: Charge): ChargeNews {
  const { createdAtMs, method } = charge
  if (method === 'pix') return awaiting(createdAtMs, mockPixNews(options, charge, 'first'), null)
  if (method === 'credit_card') return awaiting(createdAtMs, { status: 'pending' }, null)
  const lookAtMs = mockBoletoTimes(options, charge)?.paidAtMs ?? null
  return awaiting(createdAtMs, mockBoletoNews(options, charge), lookAtMs)
}

function followed(options: MockPaymentsOptions, charge: FollowedCharge, nowMs: number): ChargeNews {
  if (charge.paidAtMs !== null) return mockSettlement(options, charge, charge.paidAtMs, nowMs)
  if (charge.method === 'boleto') return followedBoleto(options, charge, nowMs)
  if (charge.status === 'processing') {
    const told = options.scenario.cardOutcome?.(charge.plate)
    const verdict = clearedDoubt(charge.attempt.cardLastDigits, told)
    return cardNews(options, charge, verdict, nowMs)
  }
  // A declined card stays declined; a Pix code is the same however often it is asked for.
  const { status, createdAtMs } = charge.attempt
  if (status !== 'pending') return awaiting(createdAtMs, { status }, null)
  const isRenewed = createdAtMs > charge.createdAtMs
  if (charge.method === 'credit_card' || !isRenewed) return opened(options, charge)
  return awaiting(createdAtMs, mockPixNews(options, charge, 'renewed'), null)
}

function followedBoleto(options: MockPaymentsOptions, charge: Charge, nowMs: number): ChargeNews {
  const times = mockBoletoTimes(options, charge)
  if (times === null || nowMs < times.paidAtMs) return opened(options, charge)
  const { paidAtMs, clearedAtMs } = times
  const attempt = mockBoletoNews(options, charge)
  if (nowMs >= clearedAtMs) {
    const news = mockSettlement(options, charge, clearedAtMs, nowMs)
    return { ...news, attempt: { ...attempt, ...news.attempt } }
  }
  return {
    outcome: 'news',
    status: 'processing',
    atMs: paidAtMs,
    attempt: { ...attempt, status: 'processing' },
    lookAtMs: clearedAtMs,
  }
}

function cardNews(
  options: MockPaymentsOptions,
  charge: Charge,
  verdict: CardVerdict,
  nowMs: number,
): ChargeNews {
  if (verdict.outcome === 'approved') return mockSettlement(options, charge, nowMs, nowMs)
  if (verdict.outcome === 'declined') {
    return awaiting(nowMs, { status: 'declined', message: verdict.message }, null)
  }
  const attempt = { status: 'processing' } as const
  const lookAtMs = nowMs + options.settlement.maxMs
  return { outcome: 'news', status: 'processing', atMs: nowMs, attempt, lookAtMs }
}

function awaiting(atMs: number, attempt: AttemptNews, lookAtMs: number | null): ChargeNews {
  return { outcome: 'news', status: 'awaiting_payment', atMs, attempt, lookAtMs }
}
