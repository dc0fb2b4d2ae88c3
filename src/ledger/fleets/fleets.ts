/** Fleets: a name under which files are imported, bound to one account of the service. */
import { Failure } from '../../failure.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface Fleet {
  id: string
  name: string
  accountId: string
}

export type FleetStore = ReturnType<typeof openFleetStore>

export function openFleetStore(db: LedgerDb) {
  const columns = ['id', 'name', 'account_id as accountId'] as const
  const find = (name: string): Promise<Fleet | undefined> =>
    db.selectFrom('frota.fleet').select(columns).where('name', '=', name).executeTakeFirst()
  return {
    find,
    all: () => db.selectFrom('frota.fleet').select(columns).orderBy('name').execute(),
    /** The fleet of that name, made when it is new. Throws `wrong-account` when it belongs to another account. */
    open: async ({ name, accountId, at }: { name: string; accountId: string; at: Date }) => {
      await db
        .insertInto('frota.fleet')
        .values({ name, account_id: accountId, created_at: at })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const fleet = await find(name)
      if (fleet === undefined) throw new Error('A fleet that was just made is not there.')
      if (fleet.accountId === accountId) return fleet
      throw new Failure('wrong-account', {
        pt:
          `A frota "${name}" pertence à conta ${fleet.accountId}, não à conta ${accountId}. ` +
          'Indique outro nome com --fleet ou a conta com que ela foi aberta.',
        en:
          `The fleet "${name}" belongs to account ${fleet.accountId}, not to ${accountId}. ` +
          'Give another --fleet name, or the account it was opened with.',
      })
    },
  }
}
