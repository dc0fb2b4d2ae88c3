/** With FROTA_FOR_CLOSE: whether the quota makes every answer fresh by the month's end. */
import { daysAfter, startOfDay } from '../../fleet/calendar/months.ts'
import type { CampaignStore } from '../../ledger/consultations/campaigns-sql.ts'
import { closeBefore, closingDay } from '../../reconciliation/consultations/fresh-by-close.ts'
import type { Outlook } from '../../reconciliation/consultations/make-outlook.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { Output } from '../../app/output.ts'

export type ForClose = Awaited<ReturnType<typeof forClose>>

/**
 * `day`: the month's last, YYYY-MM-DD; `waiting`: vehicles whose answer would be older than `days`
 * on that day. `outlookOf`: the forecast for so many vehicles.
 */
export async function forClose(
  campaigns: Pick<CampaignStore, 'stale'>,
  of: {
    readonly fleetId: string
    readonly days: number
    readonly nowMs: number
    readonly zone: string
    readonly outlookOf: (waiting: number) => Outlook
  },
) {
  const { fleetId, days, nowMs, zone } = of
  const day = closingDay(nowMs, zone)
  const endMs = startOfDay(daysAfter(day, 1), zone)
  const before = closeBefore(days, nowMs, zone)
  // Whatever failed lately is asked again by then.
  const when = { staleBefore: before, failedBefore: new Date(endMs) }
  const waiting = await campaigns.stale(fleetId, when)
  const { finishedAtMs } = of.outlookOf(waiting)
  const suffices = waiting === 0 || (finishedAtMs !== null && finishedAtMs <= endMs)
  return { day, days, waiting, finishedAtMs, suffices }
}

export function forCloseLine(
  { day, days, waiting, finishedAtMs, suffices }: ForClose,
  { locale, say }: Output,
  zone: string,
): string {
  const display = displayFor(locale, zone)
  const on = display.date(day)
  if (waiting === 0) {
    return say(
      `Fechamento             em ${on} nenhuma resposta terá mais de ${days} dias`,
      `Close                  on ${on} no answer will be older than ${days} days`,
    )
  }
  const at = finishedAtMs === null ? '—' : display.instant(new Date(finishedAtMs).toISOString())
  return suffices
    ? say(
        `Fechamento             até ${on}: ${waiting} respostas a renovar, a cota basta (${at})`,
        `Close                  by ${on}: ${waiting} answers to renew, the quota suffices (${at})`,
      )
    : say(
        `Fechamento             até ${on}: ${waiting} respostas a renovar, A COTA NÃO BASTA (${at})`,
        `Close                  by ${on}: ${waiting} answers to renew, THE QUOTA IS TOO SMALL (${at})`,
      )
}
