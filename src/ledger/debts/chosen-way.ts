/** Which way of paying a year's IPVA counts, as SQL, in the order and for the reasons of `ipvaAlternatives`. */
import { sql, type RawBuilder } from 'kysely'

export const IPVA = sql`('ipva', 'ipva_unique', 'ipva_installment')`
const COMMITTED = sql`('ordered', 'paid', 'settled')`

/** The kind that counts, over the debts `d` of one vehicle and year. `today`: YYYY-MM-DD. */
export function chosenWay(today: string): RawBuilder<string> {
  const committed = (kind: string) =>
    sql`bool_or(d.kind = ${sql.lit(kind)} and d.state in ${COMMITTED})`
  const offered = (kind: string) => sql`bool_or(d.kind = ${sql.lit(kind)} and d.shown)`
  const isDue = sql`bool_or(d.kind = 'ipva_unique' and d.shown
    and (d.due_date is null or d.due_date >= ${today}::date))`
  const isCarriedOver = sql`${offered('ipva')} and not ${offered('ipva_installment')}
    and bool_or(d.kind = 'ipva_installment' and d.state not in ${COMMITTED})
    and not bool_or(d.kind = 'ipva_installment' and d.state in ('ordered', 'paid'))`
  return sql<string>`case
    when ${committed('ipva_unique')} then 'ipva_unique'
    when ${committed('ipva_installment')} and not (${isCarriedOver}) then 'ipva_installment'
    when ${committed('ipva')} then 'ipva'
    when ${offered('ipva_unique')}
      and (${isDue} or not (${offered('ipva_installment')} or ${offered('ipva')}))
      then 'ipva_unique'
    when ${offered('ipva_installment')} then 'ipva_installment'
    when ${offered('ipva')} then 'ipva'
    else 'ipva_unique' end`
}

/** The shown debt `debt`, an alias beside `d`, is no alternative; asks by index, and only of IPVA. */
export function isNoAlternative(debt: string, today: string): RawBuilder<boolean> {
  const [kind, vehicle, year] = ['kind', 'vehicle_id', 'year'].map((column) =>
    sql.ref(`${debt}.${column}`),
  )
  return sql<boolean>`(${kind} not in ${IPVA} or ${kind} = (select ${chosenWay(today)}
    from frota.debt d where d.vehicle_id = ${vehicle} and d.kind in ${IPVA}
      and d.year is not distinct from ${year}))`
}
