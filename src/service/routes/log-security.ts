/**
 * What an operator should see of who may not: a revoked key in use, another account's object asked
 * for. Looked for after the reply has left, so that no answer and no timing of one tells of it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isUuid } from '../../contract/scalar.ts'
import { errorFields } from '../../error-fields.ts'
import { fieldsOf } from '../../fields.ts'
import type { Log } from '../../log.ts'
import type { ServiceTools } from '../service-tools.ts'
import { type Caller, presentedHash } from '../tenants/authenticate.ts'

type Tools = Pick<ServiceTools, 'db' | 'secrets'>

export function logSecurity(app: FastifyInstance, log: Log, tools: Tools): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    const caller = request.getDecorator<Caller | null>('caller')
    const about = { requestId: request.id, address: request.ip }
    try {
      if (statusCode === 401) {
        const key = await revokedKey(tools, request)
        if (key !== undefined) log.warn({ ...about, key }, 'a revoked key was used')
      } else if (
        statusCode === 404 &&
        caller !== null &&
        (await isForeign(tools, request, caller))
      ) {
        const { keyPrefix: key, accountId: account } = caller
        const route = request.routeOptions.url ?? ''
        log.warn({ ...about, key, account, route }, 'an object of another account was asked for')
      }
    } catch (error) {
      log.warn({ ...about, ...errorFields(error) }, 'what a refused request was about is unknown')
    }
  })
}

async function revokedKey({ db, secrets }: Tools, { headers }: FastifyRequest) {
  const hash = presentedHash(secrets, headers)
  if (hash === undefined) return undefined
  const found = await db
    .selectFrom('service.api_key')
    .select('prefix')
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  return found?.prefix
}

/** The object of the last id in the path belongs to another account. */
async function isForeign({ db }: Tools, { params }: FastifyRequest, { accountId }: Caller) {
  const id = Object.values(fieldsOf(params)).findLast((each) => isUuid(String(each)))
  if (id === undefined || accountId === null) return false
  const { rows } = await sql<{ isForeign: boolean }>`
    select exists (select from service.vehicle where id = ${id} and account_id <> ${accountId})
      or exists (select from service.consultation where id = ${id} and account_id <> ${accountId})
      or exists (select from service.payment_order where id = ${id} and account_id <> ${accountId})
      as "isForeign"`.execute(db)
  return rows[0]?.isForeign === true
}
