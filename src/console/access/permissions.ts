/** Pure. Who may do what: a role is a row, and each route names the permission it needs. */

import type { Role } from '../../ledger/schema/tables-people.ts'

/** `nobody` has not signed in; `admin` is also who opened a console by its printed address. */
export type VisitorRole = Role | 'nobody'

export type Permission =
  /** Signing in and out, and setting a password by a link. */
  | 'enter'
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
  /** Close a month, and give files of the bank. */
  | 'close'
  /** People, settings, the service's connection. */
  | 'administer'

const ALLOWED: Readonly<Record<VisitorRole, readonly Permission[]>> = {
  nobody: ['enter'],
  viewer: ['enter', 'see'],
  manager: ['enter', 'see', 'upload', 'run', 'edit', 'dismiss', 'pay', 'close'],
  approver: ['enter', 'see', 'dismiss', 'decide', 'pay', 'close'],
  admin: [
    'enter',
    'see',
    'upload',
    'run',
    'edit',
    'dismiss',
    'decide',
    'pay',
    'close',
    'administer',
  ],
}

export function isAllowed(role: VisitorRole, permission: Permission): boolean {
  return ALLOWED[role].includes(permission)
}
