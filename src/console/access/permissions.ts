/** Pure. Who may do what: a role is a row, and each route names the permission it needs. */
import type { Role } from '../../ledger/schema/tables-people.ts'
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'

/**
 * `nobody` has not signed in; `enrolling` must enrol a second factor first; `admin` is also who
 * opened a console by its printed address.
 */
export type VisitorRole = Role | 'nobody' | 'enrolling'

export type Permission =
  /** Signing in and out, and setting a password by a link. */
  | 'enter'
  /** Their own password, second factor and sessions. */
  | 'account'
  /** Pages, lists, and the files of runs and months, in which codes of orders stand too. */
  | 'see'
  /** Upload a spreadsheet and edit its rows. */
  | 'upload'
  /** Start, stop and continue runs, ask again. */
  | 'run'
  /** Edit and remove vehicles. */
  | 'edit'
  /** Take off the list what was taken care of elsewhere. */
  | 'dismiss'
  /** Approve, reject, withdraw, free refunded debts, resolve requests in doubt. */
  | 'decide'
  /** The page of what may be paid now, new codes, and reading orders after a payment. */
  | 'pay'
  /** Close a month. */
  | 'close'
  /** People, settings, the service's connection. */
  | 'administer'

const VIEWER = ['enter', 'account', 'see'] as const
const MANAGER = [...VIEWER, 'upload', 'run', 'edit', 'dismiss', 'pay', 'close'] as const

const ALLOWED: Readonly<Record<VisitorRole, readonly Permission[]>> = {
  nobody: ['enter'],
  enrolling: ['enter', 'account'],
  viewer: VIEWER,
  manager: MANAGER,
  approver: [...VIEWER, 'dismiss', 'decide', 'pay', 'close'],
  admin: [...MANAGER, 'decide', 'administer'],
}

export function isAllowed(role: VisitorRole, permission: Permission): boolean {
  return ALLOWED[role].includes(permission)
}

/** Of who signed in with a password: a proxy asks for a factor itself, and a terminal has one person. */
export function lacksFactor(
  required: 'nobody' | 'deciders' | 'everybody',
  { role, hasFactor }: { role: Role; hasFactor: boolean },
): boolean {
  if (hasFactor || required === 'nobody') return false
  return required === 'everybody' || isAllowed(role, 'decide')
}

/**
 * Whoever administers some fleets gives nobody more, and sees nobody who has more; what is of all
 * fleets, null, is only for who administers all of them.
 */
export function isWithin(fleets: readonly string[] | null, own: readonly string[] | null): boolean {
  return own === null || fleets?.every((name) => own.includes(name)) === true
}

export interface Visitor {
  /** Under this name decisions go into the audit log. */
  readonly person: Person
  readonly role: VisitorRole
  /** Names of the fleets that they work for; null: all. */
  readonly fleets: readonly string[] | null
  /** Part of every form of this session; a page of another site cannot know it. */
  readonly formToken: string
  /** True for who signed in with a password, and so may sign out. */
  readonly signedIn: boolean
}

/** Who asks for a page: a person with a role, as the access to the console found out. */
export const NOBODY: Visitor = {
  person: { name: '', named: false },
  role: 'nobody',
  fleets: [],
  formToken: '',
  signedIn: false,
}
