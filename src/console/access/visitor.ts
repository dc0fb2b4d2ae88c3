/** Who asks for a page: a person with a role, as the access to the console found out. */
import type { Person } from '../../reconciliation/orders/deciding/decide-plan.ts'
import type { Role } from './permissions.ts'

export interface Visitor {
  /** Under this name decisions go into the audit log. */
  readonly person: Person
  readonly role: Role
  /** Part of every form of this session; a page of another site cannot know it. */
  readonly formToken: string
}
