/** Fleets: a name under which files are imported, bound to one account of the service. */
import { Failure } from '../../failure.ts'
import { nameKey } from '../people/name-key.ts'
import type { LedgerDb } from '../schema/tx.ts'

export interface Fleet {
  id: string
  name: string
  accountId: string
}

/** The known name that somebody who typed this one means; else what was typed. */
export function meantName(known: readonly string[], typed: string): string {
  if (known.includes(typed)) return typed
  return known.find((name) => nameKey(name) === nameKey(typed)) ?? typed
}

export type FleetStore = ReturnType<typeof openFleetStore>

export function openFleetStore(db: LedgerDb) {
  const columns = ['id', 'name', 'account_id as accountId'] as const
  const find = (name: string): Promise<Fleet | undefined> =>
    db.selectFrom('frota.fleet').select(columns).where('name', '=', name).executeTakeFirst()
  const all = () => db.selectFrom('frota.fleet').select(columns).orderBy('name').execute()
  return {
    find,
    all,
    /** Made when it is new. Throws a Failure for another account's, and for almost another's name. */
    open: async ({ name, accountId, at }: { name: string; accountId: string; at: Date }) => {
      const names = (await all()).map((each) => each.name)
      const meant = meantName(names, name)
      if (meant !== name) throw almost(name, meant)
      await db
        .insertInto('frota.fleet')
        .values({ name, account_id: accountId, created_at: at })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const fleet = await find(name)
      if (fleet === undefined) throw new Error('A fleet that was just made is not there.')
      if (fleet.accountId === accountId) return fleet
      throw new Failure('wrong-account', {
        pt: `A frota "${name}" pertence à conta ${fleet.accountId}, não à conta ${accountId}. Indique outro nome com --fleet ou a conta com que ela foi aberta.`,
        en: `The fleet "${name}" belongs to account ${fleet.accountId}, not to ${accountId}. Give another --fleet name, or the account it was opened with.`,
      })
    },
  }
}

function almost(name: string, meant: string): Failure {
  return new Failure('usage', {
    pt: `O nome "${name}" só difere do da frota "${meant}" em maiúsculas, acentos ou espaços: dê o da frota, ou outro.`,
    en: `The name "${name}" differs from that of the fleet "${meant}" in case, accents or spaces alone: give the fleet's, or another one.`,
  })
}
