/** The rules of orders as a form, and a sent form as the text of a policy file. */
import { createHash } from 'node:crypto'
import { DEBT_KINDS } from '../../contract/debt-item.ts'
import { DEBT_ITEMS_PER_ORDER_MAX } from '../../contract/limits.ts'
import { costCentreKey } from '../../fleet/cost-centre.ts'
import { formatCents, parseReais } from '../../fleet/money.ts'
import { html, type Html } from '../../html.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { option, postForm, tick } from '../frame/post-form.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal, STATUS_REFUSED } from '../frame/refusal.ts'
import { settingsWords, type SettingsWords } from './settings-words.ts'

const DAYS_MAX = 3_650

const AMOUNTS = ['approveUpTo', 'perOrder', 'perRun', 'perDay', 'twoPeopleAbove'] as const

/** Of the edited policy that a form shows, so that it replaces no other. */
export function policyMark(edited: string | undefined): string {
  return createHash('sha256')
    .update(edited ?? '')
    .digest('hex')
}

/** `edited`: the text that the policy was read from, if a person edited it. */
export function policyForm(
  setting: PageSetting,
  policy: OrderPolicy,
  edited: string | undefined,
): Html {
  const words = settingsWords(setting.locale)
  const { kinds } = messagesOf(setting.locale)
  const typed = (cents: bigint | null): string =>
    cents === null ? '' : setting.display.money(cents).replace(/^\D+/, '')
  const amount = (name: (typeof AMOUNTS)[number] | 'centreDefault', cents: bigint | null): Html =>
    html`<label>${words[name]} ${field(name, typed(cents))}</label>`
  const { perCostCentre } = policy
  const lines = [...perCostCentre.byKey.values()].map(
    ({ name, cents }) => `${setting.keyOf(name)} = ${typed(cents)}`,
  )
  const fields = html`<p class="soft">${words.empty}</p>
    <div class="fields">
      <label>${words.method} ${select('method', words.methods, policy.method)}</label>
      ${AMOUNTS.map((name) => amount(name, policy[`${name}Cents`]))}
      ${amount('centreDefault', perCostCentre.defaultCents)}
      <label
        >${words.centrePeriod} ${select('centrePeriod', words.periods, perCostCentre.period)}</label
      >
      <label
        >${words.dueWithinDays}
        ${field('dueWithinDays', policy.dueWithinDays?.toString() ?? '')}</label
      >
      <label>${words.prefer} ${select('prefer', words.prefers, policy.prefer)}</label>
      <label
        >${words.instalmentsDueWithinDays}
        ${field('instalmentsDueWithinDays', `${policy.instalmentsDueWithinDays}`)}</label
      >
      <label>${words.itemsPerOrder} ${field('itemsPerOrder', `${policy.itemsPerOrder}`)}</label>
    </div>
    <label
      >${words.byName} <span class="soft">${words.byNameHelp}</span>
      <textarea name="byName" rows="4">${lines.join('\n')}</textarea>
    </label>
    <fieldset>
      <legend>${words.kinds}</legend>
      ${DEBT_KINDS.map((kind) => tick('kinds', kinds[kind], policy.kinds.includes(kind), kind))}
    </fieldset>
    <p class="actions"><button class="button">${words.keep}</button></p>`
  return postForm(setting, '/settings/policy', { shown: policyMark(edited) }, fields)
}

function field(name: string, value: string): Html {
  return html`<input name="${name}" value="${value}" maxlength="20" inputmode="decimal" />`
}

export function select(name: string, choices: Readonly<Record<string, string>>, now: string): Html {
  return html`<select name="${name}">
    ${Object.entries(choices).map(([value, text]) => option(value, text, value === now))}
  </select>`
}

/** `nameOf`: of a cost centre as the form names it. Throws a Refusal that names field and cure. */
export function policyTextOf(
  form: URLSearchParams,
  words: SettingsWords,
  nameOf: (key: string) => string,
): string {
  const typed = (name: string): string => (form.get(name) ?? '').trim()
  const money = (name: (typeof AMOUNTS)[number] | 'centreDefault'): string | null => {
    if (typed(name) === '') return null
    return amountOf(typed(name)) ?? refuse(fill(words.wrong.money, { field: words[name] }))
  }
  const whole = (name: WholeName, min: number, max: number): number => {
    const value = /^\d{1,5}$/.test(typed(name)) ? Number(typed(name)) : Number.NaN
    if (value >= min && value <= max) return value
    return refuse(fill(words.wrong.integer, { field: words[name], min, max }))
  }
  const kinds = form.getAll('kinds')
  if (kinds.length === 0) refuse(words.wrong.kinds)
  return JSON.stringify({
    method: typed('method'),
    kinds,
    dueWithinDays: typed('dueWithinDays') === '' ? null : whole('dueWithinDays', 0, DAYS_MAX),
    ipva: {
      prefer: typed('prefer'),
      instalmentsDueWithinDays: whole('instalmentsDueWithinDays', 0, DAYS_MAX),
    },
    itemsPerOrder: whole('itemsPerOrder', 1, DEBT_ITEMS_PER_ORDER_MAX),
    approveUpTo: money('approveUpTo') ?? '0.00',
    perOrder: money('perOrder'),
    perRun: money('perRun'),
    perDay: money('perDay'),
    perCostCentre: {
      period: typed('centrePeriod'),
      default: money('centreDefault'),
      byName: centresOf(form.get('byName') ?? '', words, nameOf),
    },
    twoPeopleAbove: money('twoPeopleAbove'),
  })
}

type WholeName = 'dueWithinDays' | 'instalmentsDueWithinDays' | 'itemsPerOrder'

/** The amount follows the last "=", since a cost centre's name may have one. */
function centresOf(
  text: string,
  words: SettingsWords,
  nameOf: (key: string) => string,
): Record<string, string> {
  const centres = new Map<string, readonly [name: string, amount: string]>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const cut = line.lastIndexOf('=')
    const amount = cut < 0 ? undefined : amountOf(line.slice(cut + 1).trim())
    const name = nameOf(line.slice(0, cut).trim())
    const key = costCentreKey(name)
    if (centres.has(key)) refuse(fill(words.wrong.centreTwice, { line: at + 1, name }))
    centres.set(key, [name, amount ?? refuse(fill(words.wrong.centre, { line: at + 1 }))])
  }
  return Object.fromEntries(centres.values())
}

function amountOf(typed: string): string | undefined {
  const parsed = parseReais(typed)
  return parsed.ok && parsed.value >= 0n ? formatCents(parsed.value) : undefined
}

function refuse(message: string): never {
  throw new Refusal(STATUS_REFUSED, message)
}
