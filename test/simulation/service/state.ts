/** What the simulated service and the authority behind it know. Pure data. */
export interface AuthorityDebt {
  readonly id: number
  readonly renavam: string
  readonly kind: string
  readonly group: string
  readonly description: string
  readonly year: number
  readonly dueDate: string | null
  amountCents: bigint
  readonly isPayable: boolean
  readonly dependsOn: AuthorityDebt | null
  settled: boolean
}

/** Who asked for it: one request of ours, or somebody else. */
export type MadeBy = { readonly request: number } | 'others'

export interface RemoteVehicle {
  readonly id: string
  readonly renavam: string
  readonly plate: string
  readonly uf: string
  readonly nickname: string
  readonly madeAtMs: number
  readonly by: MadeBy
}

export interface AnsweredItem {
  readonly id: string
  readonly debt: AuthorityDebt
  /** As the answer says; the debt may cost more by now. */
  readonly amountCents: bigint
  readonly dependsOn: string | null
}

export interface RemoteConsultation {
  readonly id: string
  readonly vehicle: RemoteVehicle
  readonly madeAtMs: number
  readonly readyAtMs: number
  readonly fails: boolean
  readonly by: MadeBy
  /** Null until somebody reads it after `readyAtMs`. */
  items: readonly AnsweredItem[] | null
}

export interface RemoteOrder {
  readonly id: string
  readonly vehicle: RemoteVehicle
  readonly method: string
  readonly items: readonly AnsweredItem[]
  readonly debtsCents: bigint
  readonly feeCents: bigint
  readonly totalCents: bigint
  readonly madeAtMs: number
  readonly by: MadeBy
  readonly expiresAtMs: number
  /** The current Pix code: from when it is there, until when it may be paid. */
  code: { readonly number: number; readonly fromMs: number; readonly untilMs: number }
  /** The service calls it something nobody knows until then. */
  readonly strangeUntilMs: number
  paidAtMs: number | null
  readonly settlesAfterMs: number
}

export interface ServiceState {
  readonly debts: AuthorityDebt[]
  readonly vehicles: RemoteVehicle[]
  readonly consultations: RemoteConsultation[]
  readonly orders: RemoteOrder[]
}

/**
 * Another debt looks the same and costs something else: after a late fee nobody can tell which of
 * two equal tickets an answer shows, so what comes of it is undecidable.
 */
export function isAmbiguous({ debts }: ServiceState, items: readonly AnsweredItem[]): boolean {
  return items.some(({ debt }) => {
    const { renavam, kind, description, dueDate, amountCents } = debt
    const equals = debts.filter((other) => other.renavam === renavam && other.kind === kind)
    const alike = equals.filter(
      (other) => other.description === description && other.dueDate === dueDate,
    )
    return alike.some((other) => other.amountCents !== amountCents)
  })
}

export const byUs = (thing: { readonly by: MadeBy }): boolean => thing.by !== 'others'
