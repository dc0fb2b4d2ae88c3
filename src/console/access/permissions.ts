/**
 * Pure. Who may do what: a role is a row of this table, and each route of the console names the one
 * permission that it needs.
 */

/** `admin` is also the only person of a console on loopback. */
export const ROLES = ['viewer', 'manager', 'approver', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type Permission =
  /** Pages, lists and reports; no payment code. */
  | 'see'
  /** Upload a spreadsheet and edit its rows. */
  | 'upload'
  /** Start, stop and continue runs, ask again. */
  | 'run'
  /** Edit and remove vehicles. */
  | 'edit'
  /** Approve, reject, withdraw, free refunded debts, resolve requests in doubt. */
  | 'decide'
  /** Payment codes, new codes, and reading orders after a payment. */
  | 'pay'
  /** Close a month, and give files of the bank. */
  | 'close'
  /** People, settings, the service's connection. */
  | 'administer'

const ALLOWED: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['see'],
  manager: ['see', 'upload', 'run', 'edit', 'pay', 'close'],
  approver: ['see', 'decide', 'pay', 'close'],
  admin: ['see', 'upload', 'run', 'edit', 'decide', 'pay', 'close', 'administer'],
}

export function isAllowed(role: Role, permission: Permission): boolean {
  return ALLOWED[role].includes(permission)
}
