/**
 * Pure. One vehicle as the reports show it: what counts as owed, what the other way of paying its
 * IPVA would cost, and what became of each debt since the last campaign.
 */
import { instant, plainDay } from '../../clock.ts'
import { daysBefore, startOfDay } from '../../fleet/calendar/months.ts'
import type { ReportDebt, ReportVehicle } from '../../ledger/reports/report-rows.ts'
import { wasOtherWay, type IpvaPolicy, type IpvaYear } from '../debts/ipva-alternatives.ts'
import { owedTotals, type OwedStanding } from '../debts/owed-totals.ts'

/** Fines, discounts and interest of the last month are missing in an answer older than this. */
export const OLD_ANSWER_DAYS = 30

export interface ReportPolicy extends IpvaPolicy {
  /** ISO 8601, UTC: an answer that came before is old (`oldAnswersBefore`). */
  readonly oldBefore: string
  /** Where the fleet is. */
  readonly zone: string
}

/** The first instant of the day that is OLD_ANSWER_DAYS before `today`, where the fleet is. */
export function oldAnswersBefore(today: string, zone: string): string {
  return instant(startOfDay(daysBefore(today, OLD_ANSWER_DAYS), zone))
}

/** not-asked: an earlier answer showed it and this campaign has none yet; left: not shown. */
type DebtChange = 'new' | 'changed' | 'same' | 'reappeared' | 'gone' | 'left' | 'not-asked'

export interface DebtLine {
  vehicle: ReportVehicle
  debt: ReportDebt
  /** Null for a debt that the newest answer does not show; `left-fleet`: counted nowhere. */
  standing: OwedStanding | 'left-fleet' | null
  change: DebtChange
  /** Counted as owed and due before today. */
  overdue: boolean
  /** Counted as owed, and the answer that shows it is older than OLD_ANSWER_DAYS. */
  isOld: boolean
  /** The day of the answer that showed it last, where the fleet is; YYYY-MM-DD. */
  seenOn: string
}

export interface VehicleLine {
  vehicle: ReportVehicle
  owedDebts: number
  owedCents: bigint
  overdueCents: bigint
  /** Owed if each year's IPVA were paid at once, and in instalments, where both are offered. */
  singleCents: bigint
  instalmentsCents: bigint
  alternativeCents: bigint
  awaitingCents: bigint
}

export interface VehicleReport {
  line: VehicleLine
  debts: DebtLine[]
  /** The years whose IPVA is offered both ways. */
  bothWays: readonly IpvaYear<ReportDebt>[]
}

export function reportOfVehicle(vehicle: ReportVehicle, policy: ReportPolicy): VehicleReport {
  const isOldAnswer = vehicle.answeredAt !== null && vehicle.answeredAt < policy.oldBefore
  // The pages count no vehicle that left, and a report is of the same fleet.
  const owed = owedTotals(vehicle.inFleet ? vehicle.debts : [], policy)
  const standings = new Map(owed.debts.map(({ debt, standing }) => [debt.id, standing]))
  const dayOf = daysIn(policy.zone)
  const debts = vehicle.debts
    .filter((debt) => debt.listed)
    .map((debt): DebtLine => {
      const left = debt.shown && !vehicle.inFleet ? 'left-fleet' : null
      const standing = standings.get(debt.id) ?? left
      const overdue = standing === 'owed' && debt.dueDate !== null && debt.dueDate < policy.today
      const isOld = standing === 'owed' && isOldAnswer
      const seenOn = dayOf(debt.lastSeenAt)
      return { vehicle, debt, standing, change: changeOf(vehicle, debt), overdue, isOld, seenOn }
    })
  const line: VehicleLine = {
    vehicle,
    owedDebts: debts.filter((one) => one.standing === 'owed').length,
    owedCents: owed.owedCents,
    overdueCents: sum(debts.filter((one) => one.overdue)),
    singleCents: owedBy('single', owed.owedCents, owed.ipva),
    instalmentsCents: owedBy('instalments', owed.owedCents, owed.ipva),
    alternativeCents: owed.alternativeCents,
    awaitingCents: owed.awaitingCents,
  }
  return { line, debts, bothWays: owed.ipva.filter(offersBoth) }
}

/** Most debts of a vehicle are of one answer, and asking for a time zone's day is slow. */
function daysIn(zone: string): (instant: string) => string {
  const days = new Map<string, string>()
  return (at) => {
    const day = days.get(at) ?? plainDay(Date.parse(at), zone)
    days.set(at, day)
    return day
  }
}

function changeOf(vehicle: ReportVehicle, debt: ReportDebt): DebtChange {
  if (!debt.shown) {
    const isGone = debt.state === 'gone' && !wasOtherWay(debt, vehicle.debts)
    return isGone ? 'gone' : 'left'
  }
  if (vehicle.member !== null && vehicle.member.state !== 'answered') return 'not-asked'
  return debt.change ?? 'same'
}

/** What the vehicle would owe if every year that is not committed were paid this way. */
function owedBy(way: 'single' | 'instalments', owedCents: bigint, years: readonly IpvaYear[]) {
  const free = years.filter((year) => offersBoth(year) && year.because !== 'committed')
  return free.reduce(
    (cents, year) => cents - year.totals[year.chosen] + year.totals[way],
    owedCents,
  )
}

function offersBoth(year: IpvaYear): boolean {
  return year.ways.single.length > 0 && year.ways.instalments.length > 0
}

function sum(lines: readonly DebtLine[]): bigint {
  return lines.reduce((cents, line) => cents + line.debt.amountCents, 0n)
}
