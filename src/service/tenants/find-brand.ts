/** Finds the brand that an operator named, or says which ones there are. */
import type { Selectable } from 'kysely'
import { Failure } from '../../failure.ts'
import type { ServiceDb } from '../service-db.ts'
import type { ServiceTables } from '../tables.ts'
import { isUuid } from '../../contract/scalar.ts'
import { listed } from './administration.ts'

export type BrandRow = Selectable<ServiceTables['service.brand']>

/**
 * `named`: its name or its id. With `lock` its row is locked until the transaction ends, so that
 * changes of one brand run one after another. Throws the Failure 'usage' for an unknown one.
 */
export async function findBrand(
  db: ServiceDb,
  named: string,
  options: { lock?: boolean } = {},
): Promise<BrandRow> {
  const found = await db
    .selectFrom('service.brand')
    .selectAll()
    .where(isUuid(named) ? 'id' : 'name', '=', named)
    .$if(options.lock === true, (query) => query.forUpdate())
    .executeTakeFirst()
  if (found !== undefined) return found
  const brands = await db.selectFrom('service.brand').select('name').orderBy('name').execute()
  const known = brands.map(({ name }) => name)
  const typed = named.slice(0, 40)
  if (known.length === 0) {
    throw new Failure('usage', {
      pt: 'Ainda não há marcas; crie uma com: frota service brands create NOME --fee REAIS',
      en: 'There are no brands yet; make one with: frota service brands create NAME --fee REAIS',
    })
  }
  throw new Failure('usage', {
    pt: `A marca "${typed}" não existe. Há: ${listed(known)}.`,
    en: `There is no brand "${typed}". There are: ${listed(known)}.`,
  })
}
