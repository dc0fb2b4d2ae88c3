/**
 * Finds the channels of LISTEN and UNLISTEN statements. One session serves every connection, so
 * PostgreSQL does not know which of them listens; we keep track instead. Pure.
 */

export type ListenChange =
  | { verb: 'listen' | 'unlisten'; channel: string }
  | { verb: 'unlisten all' }

const COMMENT = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/
const STATEMENT =
  /^(listen|unlisten)\s+(?:"((?:[^"]|"")+)"|([a-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(\*))\s*(?:;|$)/i

/** LISTEN and UNLISTEN at the beginning of `sql`, after comments, also several in a row. */
export function listenChanges(sql: string): ListenChange[] {
  const changes: ListenChange[] = []
  let rest = withoutComments(sql)
  for (;;) {
    const found = STATEMENT.exec(rest)
    if (!found) return changes
    const [whole, verb = '', quoted, plain, all] = found
    const channel = quoted?.replaceAll('""', '"') ?? plain?.toLowerCase()
    if (channel !== undefined) {
      changes.push({ verb: verb.toLowerCase() === 'listen' ? 'listen' : 'unlisten', channel })
    } else if (all !== undefined) changes.push({ verb: 'unlisten all' })
    rest = withoutComments(rest.slice(whole.length))
  }
}

/** The statement without the comments and blanks before it: BullMQ's SQL begins with `--` lines. */
export function withoutComments(sql: string): string {
  return sql.replace(COMMENT, '')
}

/** A LISTEN for each channel, quoted. */
export function listenSql(channels: Iterable<string>): string {
  return [...channels].map((channel) => `LISTEN "${channel.replaceAll('"', '""')}"`).join('; ')
}
