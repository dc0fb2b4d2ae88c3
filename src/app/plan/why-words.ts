/** Pure. The reasons of a place in the plan, and the last answer, in the reader's language. */
import { sayIn, type Locale } from '../../bilingual.ts'
import { Temporal } from 'temporal-polyfill'
import { displayCents } from '../../fleet/money.ts'
import type { RankReason } from '../../reconciliation/consultations/rank-vehicles.ts'
import type { WhyVehicle } from '../../reconciliation/consultations/why-vehicle.ts'
import { shortTime } from '../short-time.ts'

export function pointsWords(points: number, locale: Locale): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(points)
  return sayIn(locale)(`${number} pontos`, `${number} points`)
}

/** One reason with its points, their maximum, and the facts behind them. */
export function reasonWords(reason: RankReason, locale: Locale): string {
  const points = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).format(reason.points)
  const of = sayIn(locale)('de', 'of')
  const worth = `${`+${points}`.padStart(9)} ${of} ${String(reason.weight).padStart(5)}`
  return `${worth}  ${sentence(reason, locale)}`
}

function sentence(reason: RankReason, locale: Locale): string {
  const say = sayIn(locale)
  switch (reason.reason) {
    case 'never-answered':
      return reason.askedInVain
        ? say('consultado, e nunca respondido', 'consulted, and never answered')
        : say('nunca consultado', 'never consulted')
    case 'due-soon':
      return dueWords(reason, locale)
    case 'open-debts': {
      const cents = displayCents(BigInt(reason.cents), locale)
      const debts = say(
        plural(reason.debts, 'débito', 'débitos'),
        plural(reason.debts, 'debt', 'debts'),
      )
      return say(`${debts} em aberto, ${cents}`, `${debts} open, ${cents}`)
    }
    case 'for-close':
      return say(
        `antes dos outros: no fim do mês teria mais de ${plural(reason.days, 'dia', 'dias')}`,
        `before the others: at the month's end over ${plural(reason.days, 'day', 'days')} old`,
      )
    case 'stale':
      return say(
        `resposta de ${plural(reason.days, 'dia', 'dias')} atrás`,
        `answered ${plural(reason.days, 'day', 'days')} ago`,
      )
  }
}

/** A date that we only estimate must not read like a real due date. */
function dueWords(reason: Extract<RankReason, { reason: 'due-soon' }>, locale: Locale): string {
  const say = sayIn(locale)
  const days = Temporal.PlainDate.from(reason.date).toLocaleString(locale)
  const what = {
    ipva: 'IPVA',
    licensing: say('licenciamento', 'licensing'),
    other: say('débito', 'debt'),
  }[reason.group]
  const inDays = say(
    `em ${plural(reason.daysAway, 'dia', 'dias')}`,
    `in ${plural(reason.daysAway, 'day', 'days')}`,
  )
  const basis = {
    debt: say(
      `vence em ${days}, ${inDays}, como respondeu o serviço`,
      `is due on ${days}, ${inDays}, as the service answered`,
    ),
    calendar: say(
      `vence em ${days}, ${inDays}, pelo calendário do estado`,
      `is due on ${days}, ${inDays}, by the state's calendar`,
    ),
    simulated: say(
      `pode vencer por volta de ${days}, ${inDays}: calendário de exemplo, não o oficial`,
      `may be due about ${days}, ${inDays}: an example calendar, not the official one`,
    ),
  }[reason.basis]
  return `${what} ${basis}`
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function answerWords(
  { lastAnswer, lastQuestion }: Pick<WhyVehicle, 'lastAnswer' | 'lastQuestion'>,
  locale: Locale,
  zone: string,
): string {
  const say = sayIn(locale)
  const answeredAt = lastAnswer?.answeredAt ?? null
  const answered =
    answeredAt === null ? say('nenhuma', 'none') : shortTime(answeredAt, { locale }, zone)
  if (lastQuestion === null || lastQuestion.id === lastAnswer?.id) return answered
  const asked = shortTime(lastQuestion.askedAt, { locale }, zone)
  const title = lastQuestion.errorTitle
  const why = title === '' ? '' : ` (${title})`
  const became = {
    pending: say('sem resposta ainda', 'no answer yet'),
    failed: say('falhou', 'failed'),
    stuck: say('ficou sem resposta', 'got no answer'),
    ready: say('respondida', 'answered'),
  }[lastQuestion.status]
  return `${answered} · ${say('última consulta', 'last question')} ${asked}: ${became}${why}`
}
