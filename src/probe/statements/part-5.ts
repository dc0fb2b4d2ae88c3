/** Part 5: the key in its two headers, the account, and what needs neither. */
import { API_KEY_PREFIX } from '../../contract/headers.ts'
import { hasId, rowsOf, textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { every, unknown, unless } from '../finding.ts'
import { hasStatus, isEqual, isRefused, isSuccess } from '../judge.ts'
import {
  accountMalformed,
  accountUnknown,
  bearerMissing,
  guarded,
  keyInBearer,
  keyInHeader,
  keyMalformed,
  keyMissing,
  keysDiffering,
  keyTwice,
  keyUnknown,
  noAccountCoverage,
  stranger,
} from '../scenes/callers.ts'
import { asking } from '../scenes/asking.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { succeeds } from './table.ts'

function unauthorized(exchange: Exchange) {
  const said = textAt(exchange.json, 'detail') ?? ''
  return every([hasStatus(exchange, 401), unless(said !== '', 'detail: string', 'detail: -')])
}

const wrongKeys = [
  ['missing', 'Sem chave', 'Without a key', keyMissing],
  ['malformed', 'Com o que não é uma chave', 'With what is no key', keyMalformed],
  ['unknown', 'Com uma chave desconhecida', 'With an unknown key', keyUnknown],
  ['bearer-empty', 'Com Bearer vazio', 'With an empty Bearer', bearerMissing],
] as const

const keys: readonly Statement[] = [
  statement(
    '5.key.prefix',
    'A chave começa com svc_live_',
    'The key starts with svc_live_',
    ({ apiKey }) => {
      const fine = apiKey().startsWith(API_KEY_PREFIX)
      return unless(fine, API_KEY_PREFIX, 'another prefix')
    },
  ),
  succeeds('5.key.header', 'X-Api-Key basta', 'X-Api-Key is enough', keyInHeader),
  succeeds(
    '5.key.bearer',
    'Authorization: Bearer com a mesma chave basta',
    'Authorization: Bearer with the same key is enough',
    keyInBearer,
  ),
  succeeds(
    '5.key.both',
    'Os dois com a mesma chave valem',
    'Both with the same key work',
    keyTwice,
  ),
  statement(
    '5.key.both.differing',
    'Com duas chaves diferentes: aprende-se o status',
    'With two keys that differ: the status is learned',
    given(keysDiffering, (exchange, session) => {
      const { status } = exchange
      if (status !== null) {
        session.learned.note('both_keys_differing_status', status, 'GET coverage')
      }
      return unless(status !== null && status < 500, '2xx | 4xx', String(status))
    }),
  ),
  statement(
    'ours.5.key.both.differing.401',
    'Com duas chaves diferentes: 401',
    'With two keys that differ: 401',
    given(keysDiffering, unauthorized),
  ),
  ...wrongKeys.map(([id, pt, en, scene]) =>
    statement(
      `5.key.${id}.401`,
      `${pt} a resposta é 401 com detail`,
      `${en} the answer is 401 with detail`,
      given(scene, unauthorized),
    ),
  ),
]

const routesNeedKey: readonly Statement[] = guarded.map(({ name, withoutKey }) =>
  statement(
    `5.key.route.${name}`,
    `${name} precisa de chave`,
    `${name} needs a key`,
    given(withoutKey, (exchange) => hasStatus(exchange, 401)),
  ),
)

const routesNeedAccount: readonly Statement[] = guarded.flatMap(({ name, withoutAccount }) => [
  statement(
    `5.account.route.${name}`,
    `${name} sem X-Account-Id falha`,
    `${name} without X-Account-Id fails`,
    given(withoutAccount, (exchange, session) => {
      if (exchange.status !== null) {
        session.learned.note('account_missing_status', exchange.status, name)
      }
      return isRefused(exchange)
    }),
  ),
  statement(
    `ours.5.account.route.${name}.400`,
    `${name} sem X-Account-Id: 400`,
    `${name} without X-Account-Id: 400`,
    given(withoutAccount, (exchange) => hasStatus(exchange, 400)),
  ),
])

const healthAlone = asking(() => ({
  method: 'GET',
  path: '/health',
  headers: { 'x-account-id': null },
}))

const accounts: readonly Statement[] = [
  statement(
    '5.account.unknown',
    'Uma conta desconhecida falha',
    'An unknown account fails',
    given(accountUnknown, (exchange, session) => {
      if (exchange.status !== null) {
        session.learned.note('account_unknown_status', exchange.status, 'GET vehicles')
      }
      return isRefused(exchange)
    }),
  ),
  statement(
    '5.account.malformed',
    'Uma conta que não é uuid falha',
    'An account that is no uuid fails',
    given(accountMalformed, isRefused),
  ),
  statement(
    'ours.5.account.unknown.403',
    'Conta desconhecida: 403',
    'Unknown account: 403',
    given(accountUnknown, (exchange) => hasStatus(exchange, 403)),
  ),
  succeeds(
    '5.coverage.no-account',
    'GET coverage não usa conta',
    'GET coverage uses no account',
    noAccountCoverage,
  ),
  succeeds(
    '5.health.no-account',
    'GET /health não usa conta',
    'GET /health uses none',
    healthAlone,
  ),
  statement(
    '5.account.other.vehicle',
    'Um veículo não se lê por outra conta',
    'A vehicle is not read for another account',
    given(stranger, ({ byId }) => isRefused(byId)),
  ),
  statement(
    '5.account.other.list',
    'A lista de outra conta não traz o veículo',
    "Another account's list lacks the vehicle",
    given(stranger, ({ list, carId }) => {
      const fine = !hasId(rowsOf(list.json), carId)
      return every([isSuccess(list), unless(fine, 'results: without it', 'results: with it')])
    }),
  ),
  statement(
    'ours.5.account.other.same',
    'O que é de outra conta responde como o que não existe',
    "What is another account's answers as what does not exist",
    given(stranger, ({ byId, nobody }) =>
      every([
        isEqual('status', byId.status, nobody.status),
        isEqual('body', byId.text, nobody.text),
      ]),
    ),
  ),
  statement('5.rule.6', 'Revogar uma chave vale na hora', 'Revoking a key works at once', () =>
    unknown('a sondagem não revoga chaves', 'the probe revokes no key'),
  ),
  statement(
    '5.account.other-brand',
    'Uma conta de outra marca ou inativa falha',
    'An account of another brand, or an inactive one, fails',
    () => unknown('a sondagem só conhece contas da marca', 'the probe only knows its own brand'),
  ),
]

export const authentication: readonly Statement[] = [
  ...keys,
  ...routesNeedKey,
  ...routesNeedAccount,
  ...accounts,
]
