/** A report's source without a database: any fleet, and totals that are summed here, by hand. */
import type {
  ReportDebt,
  ReportException,
  ReportOrder,
  ReportOrderItem,
  ReportTotals,
  ReportVehicle,
} from '../../../src/ledger/reports/report-rows.ts'
import type { ReportSource } from '../../../src/ledger/reports/report-source.ts'
import type { Run } from '../../../src/ledger/runs/runs.ts'

export const STARTED = new Date('2026-11-20T22:00:00.000Z')
const ENDED = new Date('2026-11-21T01:00:00.000Z')

export function memoryRun(more: Partial<Run> = {}): Run {
  return {
    id: 'run',
    number: 1,
    fleetId: 'fleet',
    fleetName: 'principal',
    accountId: 'account',
    campaignId: 'campaign',
    importId: null,
    command: 'reconcile',
    holder: 'host:1',
    simulated: true,
    settings: {
      flavour: 'machine',
      locale: 'pt-BR',
      zone: 'America/Sao_Paulo',
      serviceOrigin: 'http://127.0.0.1:1',
    },
    state: 'done',
    carriedOverUntil: null,
    startedAt: STARTED,
    endedAt: ENDED,
    reportsDir: null,
    auditHead: null,
    failure: null,
    givenUp: [],
    ...more,
  }
}

export function memoryDebt(more: Partial<ReportDebt> = {}): ReportDebt {
  return {
    id: 'debt',
    kind: 'ticket',
    group: 'ticket',
    description: 'Multa',
    year: 2026,
    dueDate: '2026-12-01',
    amountCents: 100n,
    previousAmountCents: null,
    isPayable: true,
    dependsOnDebtId: null,
    dependsOnDescription: '',
    state: 'open',
    firstSeenAt: STARTED.toISOString(),
    lastSeenAt: STARTED.toISOString(),
    lastConsultationId: 'consultation',
    shown: true,
    change: 'new',
    leftOutWhy: null,
    isRefunded: false,
    orderId: null,
    listed: true,
    ...more,
  }
}

export function memoryVehicle(more: Partial<ReportVehicle> = {}): ReportVehicle {
  return {
    vehicleId: 'vehicle',
    plate: 'ABC1D23',
    renavam: '26827649960',
    uf: 'SP',
    nickname: '',
    costCentre: '',
    ownerMasked: '***.982.247-**',
    ownerCnpj: '',
    inFleet: true,
    state: 'registered',
    refusal: null,
    extras: [],
    member: { state: 'answered', reason: null, rank: 1 },
    consultation: null,
    answeredAt: STARTED.toISOString(),
    debts: [],
    ...more,
  }
}

export function memoryOrder(more: Partial<ReportOrder> = {}): ReportOrder {
  return {
    id: 'order',
    isProposal: false,
    plate: 'ABC1D23',
    renavam: '26827649960',
    uf: 'SP',
    nickname: '',
    costCentre: '',
    method: 'pix',
    status: 'awaiting_payment',
    standing: 'open',
    attemptStatus: 'pending',
    items: 1,
    debtsCents: 100n,
    feeCents: 49n,
    totalCents: 149n,
    refundedCents: 0n,
    feePreviewed: true,
    gate: 'open',
    gateReason: null,
    pixCode: '',
    pixExpiresAt: null,
    renewals: 0,
    boletoLine: '',
    boletoBarcode: '',
    boletoDueDate: null,
    chargedCents: null,
    installments: null,
    createdAt: STARTED.toISOString(),
    paidAt: null,
    settledAt: null,
    refundedAt: null,
    txid: '',
    readAt: STARTED.toISOString(),
    ...more,
  }
}

/** Of a vehicle, with nothing but its code; `since` is before every report. */
export function memoryException(
  given: Pick<ReportException, 'code'> & Partial<ReportException>,
): ReportException {
  return {
    plate: 'ABC1D23',
    renavam: '',
    uf: '',
    nickname: '',
    costCentre: '',
    since: '2026-01-14T12:00:00Z',
    amountCents: null,
    foundCents: null,
    effect: null,
    detail: '',
    error: null,
    line: null,
    issues: [],
    reference: '',
    ...given,
  }
}

export interface MemoryLedger {
  vehicles: readonly ReportVehicle[]
  orders: readonly ReportOrder[]
  exceptions?: readonly ReportException[]
}

export function memorySource({ vehicles, orders, exceptions = [] }: MemoryLedger): ReportSource {
  return {
    // What a test puts in place of a part of it is read as well.
    inOneMoment(read) {
      return read(this)
    },
    scope: async () => ({
      fleetId: 'fleet',
      campaign: { id: 'campaign', openedAt: STARTED.toISOString() },
      import: null,
      extras: [],
      since: STARTED.toISOString(),
      campaignId: 'campaign',
      laterRun: null,
      previousEndedAt: null,
      readLater: false,
    }),
    totals: async () => totalsOf({ vehicles, orders }),
    vehicles: async function* () {
      for (let at = 0; at < vehicles.length; at += 3) yield vehicles.slice(at, at + 3)
    },
    orders: async function* () {
      if (orders.length > 0) yield [...orders]
    },
    orderItems: async function* () {
      const items = orders.flatMap((order) => itemsOf(order))
      if (items.length > 0) yield items
    },
    exceptions: async function* (_scope, code) {
      const rows = exceptions.filter((exception) => exception.code === code)
      if (rows.length > 0) yield rows
    },
    firstExceptions: async (_scope, code, { limit }) => {
      const rows = exceptions.filter((exception) => exception.code === code)
      return { rows: rows.length, first: rows.slice(0, limit) }
    },
    foreignIds: async () => [],
    accountSums: async () => ({ orders: [], vehicles: vehicles.length }),
    histories: async function* () {},
    rejectedRows: async function* () {},
  }
}

/** The first item has the whole amount, so that the sum is the order's. */
function itemsOf(order: ReportOrder): ReportOrderItem[] {
  const { id: orderId, isProposal, standing, plate, renavam, costCentre, debtsCents } = order
  const ofOrder = { orderId, isProposal, standing, plate, renavam, costCentre }
  const ofDebt = { kind: 'ticket', description: 'Multa', year: 2026, dueDate: null }
  return Array.from({ length: order.items }, (_, at) => ({
    ...ofOrder,
    ...ofDebt,
    ownerMasked: '***.982.247-**',
    ownerCnpj: '',
    debtId: `debt-${at}`,
    itemId: `item-${at}`,
    settlement: '',
    amountCents: at === 0 ? debtsCents : 0n,
  }))
}

export function totalsOf({ vehicles, orders }: MemoryLedger): ReportTotals {
  const debts = vehicles.flatMap((vehicle) => vehicle.debts)
  const sum = (list: readonly { amountCents: bigint }[]) => ({
    rows: list.length,
    cents: list.reduce((cents, one) => cents + one.amountCents, 0n),
  })
  const made = orders.filter((order) => !order.isProposal)
  const proposed = orders.filter((order) => order.isProposal)
  const total = (list: readonly ReportOrder[], of: (order: ReportOrder) => bigint): bigint =>
    list.reduce((cents, order) => cents + of(order), 0n)
  const members = vehicles.flatMap(({ member }) => (member === null ? [] : [member.state]))
  const states = vehicles.map(({ state }) => state)
  const count = <S extends string>(list: readonly S[], state: S): number =>
    list.filter((each) => each === state).length
  return {
    vehicles: {
      planned: count(states, 'planned'),
      registered: count(states, 'registered'),
      refused: count(states, 'refused'),
      removed: count(states, 'removed'),
    },
    members: {
      open: count(members, 'open'),
      answered: count(members, 'answered'),
      failed: count(members, 'failed'),
      stuck: count(members, 'stuck'),
      excluded: count(members, 'excluded'),
    },
    consultations: { pending: 0, ready: 0, failed: 0, stuck: 0 },
    debts: sum(debts.filter((debt) => debt.listed)),
    debtsByState: {},
    answerItems: sum(debts.filter((debt) => debt.shown)),
    orders: {
      rows: made.length,
      debtsCents: total(made, (order) => order.debtsCents),
      feeCents: total(made, (order) => order.feeCents),
      totalCents: total(made, (order) => order.totalCents),
      itemsCents: total(made, (order) => order.debtsCents),
      knownGaps: { itemsCents: 0n, totalCents: 0n },
    },
    proposals: {
      rows: proposed.length,
      debtsCents: total(proposed, (order) => order.debtsCents),
      itemsCents: total(proposed, (order) => order.debtsCents),
      totalCents: total(proposed, (order) => order.totalCents),
    },
  }
}
