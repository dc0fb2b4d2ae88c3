/**
 * How column values become JavaScript values, the same on both engines and without touching the
 * global parsers of `pg`, which other users of the module (BullMQ) rely on. Pure.
 *
 * int8 and therefore count(*) and sum(int4): bigint. date: 'YYYY-MM-DD'. timestamp without zone:
 * the text. timestamptz: Date (milliseconds; compare in SQL where microseconds matter). numeric:
 * the text. json and jsonb: the parsed value. bytea: Buffer. int4, int2, float8: number.
 */
import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMP = 1114
const TIMESTAMP_ARRAY = 1115
const TEXT_ARRAY = 1009

const asText = (value: string): string => value

/** `pg` declares only the types that it names itself, and text[] is not one of them. */
const parseTextArray: (value: string) => (string | null)[] = pg.types.getTypeParser(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `pg` omits this type id.
  TEXT_ARRAY as Parameters<typeof pg.types.getTypeParser>[0],
)

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, BigInt],
  [
    INT8_ARRAY,
    (value) => parseTextArray(value).map((item) => (item === null ? null : BigInt(item))),
  ],
  [DATE, asText],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP, asText],
  [TIMESTAMP_ARRAY, parseTextArray],
])

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}
