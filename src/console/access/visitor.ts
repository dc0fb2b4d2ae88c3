/** Who asks for a page: a person with a role, as the access to the console found out. */
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { VisitorRole } from './permissions.ts'

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

export const NOBODY: Visitor = {
  person: { name: '', named: false },
  role: 'nobody',
  fleets: [],
  formToken: '',
  signedIn: false,
}
