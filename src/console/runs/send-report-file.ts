/** Sends a file of a run's or month's folder: its page is shown, every other file is downloaded. */
import type { FastifyReply } from 'fastify'
import type { PlainFile } from '../../web/plain-file.ts'

/** Policy of the reports' own pages: inline styles are allowed, scripts and requests are not. */
const REPORT_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** `savedAs`: the name of a download. */
export function sendReportFile(
  reply: FastifyReply,
  { handle, bytes, type }: PlainFile,
  savedAs: string,
): FastifyReply {
  if (savedAs.endsWith('.html')) reply.header('content-security-policy', REPORT_PAGE_POLICY)
  else reply.header('content-disposition', `attachment; filename="${savedAs}"`)
  reply.header('content-length', bytes)
  return reply.type(type).send(handle.createReadStream())
}
