/** Part 4, the summary of the vehicles: its totals, and that they agree. */
import { fieldsOf, listAt, rowsOf, textAt } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { amountIs, centsAt, isEqual, isSuccess } from '../judge.ts'
import { tries } from '../scenes/consultations.ts'
import { listed } from '../scenes/lists.ts'
import { VEHICLES } from '../scenes/vehicles.ts'
import type { Scene } from '../session.ts'
import type { Exchange } from '../exchange.ts'
import { staged } from '../finding.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

interface Summed {
  readonly summary: Exchange
  readonly list: Exchange
}

/** When no consultation is under way any more, so that both reads tell of the same. */
const summed: Scene<Summed> = async (session) => {
  const ready = await session.stage(listed)
  if (!ready.ok) return ready
  await session.stage(tries)
  const list = await session.send({ method: 'GET', path: `${VEHICLES}?page_size=100` })
  const summary = await session.send({ method: 'GET', path: `${VEHICLES}/summary` })
  if (summary.unsent !== undefined) return { ok: false, why: summary.unsent }
  return staged({ summary, list })
}

const STANDINGS = ['with_debts', 'clear', 'never_consulted', 'pending', 'failed'] as const

export const vehicleSummary: readonly Statement[] = [
  statement(
    '4.vehicles.summary',
    'GET vehicles/summary responde',
    'GET vehicles/summary answers',
    given(summed, ({ summary }) => isSuccess(summary)),
  ),
  statement(
    '4.vehicles.summary.by-uf',
    'O resumo traz by_uf, com os estados dos veículos',
    'The summary has by_uf, with the states of the vehicles',
    given(summed, ({ summary }) => {
      const { by_uf: byUf } = fieldsOf(summary.json)
      const said = JSON.stringify(byUf) ?? ''
      const fine = ['"SP"', '"PR"'].every((uf) => said.includes(uf))
      return unless(fine, 'by_uf: SP, PR', byUf === undefined ? 'by_uf: -' : 'by_uf: others')
    }),
  ),
  statement(
    '4.vehicles.summary.totals',
    'O resumo traz seis totais: quantidade, com débitos, sem, nunca consultados, pendentes, falhos',
    'The summary has six totals: quantity, with debts, without, never consulted, pending, failed',
    given(summed, ({ summary }) => {
      const counts = Object.values(fieldsOf(summary.json)).filter(Number.isInteger)
      return unless(counts.length >= 6, '>= 6 integers', `${counts.length} integers`)
    }),
  ),
  statement(
    'ours.4.vehicles.summary.total',
    'total é o count da lista',
    "total is the list's count",
    given(summed, ({ summary, list }) =>
      isEqual('total', fieldsOf(summary.json)['total'], fieldsOf(list.json)['count']),
    ),
  ),
  statement(
    'ours.4.vehicles.summary.standings',
    'Os cinco estados somam total, ao todo e em cada UF',
    'The five standings add up to total, in all and in each state',
    given(summed, ({ summary }) =>
      every([summary.json, ...(listAt(summary.json, 'by_uf') ?? [])].map(addsUp)),
    ),
  ),
  statement(
    'ours.4.vehicles.summary.states',
    'As linhas de by_uf somam os totais',
    'The rows of by_uf add up to the totals',
    given(summed, ({ summary }) => {
      const rows = listAt(summary.json, 'by_uf') ?? []
      return every(
        ['total', ...STANDINGS, 'open_debts_count'].map((name) =>
          isEqual(name, sumOf(rows, name), fieldsOf(summary.json)[name]),
        ),
      )
    }),
  ),
  statement(
    'ours.4.vehicles.summary.open-debts',
    'open_debts_amount é a soma dos veículos da lista',
    'open_debts_amount is the sum of the listed vehicles',
    given(summed, ({ summary, list }) => {
      const rows = rowsOf(list.json) ?? []
      if (textAt(list.json, 'next') !== undefined) {
        return unknown('a conta tem mais de 100 veículos', 'the account has over 100 vehicles')
      }
      const sum = rows.reduce<bigint>(
        (all, row) => all + (centsAt(row, 'open_debts_amount') ?? 0n),
        0n,
      )
      return amountIs(summary.json, 'open_debts_amount', sum)
    }),
  ),
]

function addsUp(counts: unknown): Finding {
  const sum = STANDINGS.reduce((all, name) => all + Number(fieldsOf(counts)[name]), 0)
  return isEqual('total', fieldsOf(counts)['total'], sum)
}

function sumOf(rows: readonly unknown[], name: string): number {
  return rows.reduce<number>((all, row) => all + Number(fieldsOf(row)[name]), 0)
}
