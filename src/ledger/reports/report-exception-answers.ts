/** The statements behind the exceptions of answers and of the debts that they show. */
import { sql, type RawBuilder } from 'kysely'
import { isNoAlternative } from '../debts/chosen-way.ts'
import type { Source } from './report-exception-parts.ts'

export const answerSources = {
  'answer-total-differs': () => newestAnswer(sql`c.total_cents <> c.items_cents`, sql`''`),
  'answer-flagged': () =>
    newestAnswer(
      sql`c.flags <> '[]'::jsonb and c.total_cents = c.items_cents`,
      sql`(select string_agg(flag, ', ') from jsonb_array_elements_text(c.flags) as flag)`,
    ),
  'consultation-failed': () => newestEnded('failed'),
  'consultation-stuck': () => newestEnded('stuck'),
  'debt-unpayable': () => sql`
    select d.first_seen_at as since, d.amount_cents as cents, d.description as detail,
      d.id as reference
    from frota.debt d
    where d.vehicle_id = v.id and not d.is_payable and v.in_fleet
      and d.state in ('open', 'proposed', 'approved')`,
  'renavam-provisional': ({ today }) => sql`
    select min(debt.first_seen_at) as since, sum(debt.amount_cents)::bigint as cents,
      '' as detail, v.id as reference
    from frota.debt debt
    where debt.vehicle_id = v.id and v.in_fleet and v.renavam like '9%'
      and debt.state in ('open', 'proposed', 'approved')
      and ${isNoAlternative('debt', today)}
    having count(*) > 0`,
  /** `since`: when the second way of paying that year's IPVA began. */
  'ipva-paid-twice': () => sql`
    select max(way.since) as since, sum(way.cents)::bigint as cents,
      'IPVA ' || coalesce(way.year::text, '') as detail, v.id as reference
    from (
      select d.year, min(d.state_since) as since, sum(d.amount_cents) as cents
      from frota.debt d
      where d.vehicle_id = v.id and d.state in ('ordered', 'paid', 'settled')
        and d.kind in ('ipva', 'ipva_unique', 'ipva_installment')
      group by d.year, d.kind
    ) way
    group by way.year having count(*) > 1`,
} as const satisfies Record<string, Source>

/** About the vehicle's newest ready answer, even if later consultations failed. */
function newestAnswer(condition: RawBuilder<unknown>, detail: RawBuilder<unknown>) {
  return sql`
    select c.answered_at as since, c.total_cents as cents, c.items_cents as found,
      ${detail} as detail, c.id as reference
    from frota.consultation c
    where c.vehicle_id = v.id and ${condition} and v.in_fleet and c.id = (
      select n.id from frota.consultation n where n.vehicle_id = v.id and n.status = 'ready'
        and not n.is_former
      order by n.answered_at desc, n.seq desc limit 1)`
}

/** About the vehicle's last ended consultation; a pending one does not end the exception. */
function newestEnded(status: 'failed' | 'stuck'): RawBuilder<unknown> {
  return sql`
    select coalesce(c.answered_at, c.asked_at) as since,
      case when c.problem <> '' then c.problem else c.stage end as detail,
      json_build_object('code', c.error_code, 'title', c.error_title,
        'message', c.error_message, 'action', c.error_action) as error, c.id as reference
    from frota.consultation c
    where c.vehicle_id = v.id and c.status = ${status} and v.in_fleet and c.id = (
      select n.id from frota.consultation n where n.vehicle_id = v.id and n.status <> 'pending'
        and not n.is_former
      order by n.asked_at desc, n.seq desc limit 1)`
}
