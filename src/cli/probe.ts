/** `frota probe`: the interface's statements against a running service, simulated or in sandbox. */
import { writeFile } from 'node:fs/promises'
import { openClient } from '../client/open-client.ts'
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { REQUEST_MS_MAX, RESPONSE_BYTES_MAX } from '../probe/limits.ts'
import { probeService } from '../probe/probe-service.ts'
import type { Judged } from '../probe/probe-service.ts'
import { countsOf, reportObject } from '../probe/report-object.ts'
import { systemRandom } from '../random.ts'
import type { CommandContext } from './context.ts'
import { probeLines } from './probe/probe-lines.ts'
import { readTestCards } from './service/test-cards-file.ts'
import { configuredCredentials } from './access/service-access.ts'

const EXIT_DIFFERS = 1
const EXIT_INTERRUPTED = 1

export async function run(context: CommandContext): Promise<void> {
  const { config, flags, output, stop } = context
  const baseUrl = config.FROTA_API_URL
  if (baseUrl === undefined) throw noAddress()
  const credentials = configuredCredentials(config)
  const random = systemRandom
  const clock = wallClock
  const client = openClient({
    baseUrl,
    ...credentials,
    clock,
    random,
    limits: { totalMsMax: REQUEST_MS_MAX, responseBytesMax: RESPONSE_BYTES_MAX },
  })
  const language = output.locale === 'pt-BR' ? 'pt' : 'en'
  const show = ({ statement }: Judged, done: number, of: number): void =>
    output.redraw([`${done}/${of} ${statement.sentence[language]}`])
  try {
    const tools = {
      client,
      clock,
      random,
      ...credentials,
      otherAccountId: textOf(flags['other-account']),
      cards: await readTestCards(textOf(flags['card-file'])),
      limits: flags['limits'] === true,
      stop,
    }
    const report = await probeService(tools, show)
    output.redraw([])
    for (const line of probeLines(report, output)) output.line(line)
    const object = reportObject(report, language)
    await writeReport(textOf(flags['output']), object)
    output.object(object)
    if (countsOf(report).differs > 0) context.exitWith(EXIT_DIFFERS)
    if (report.stopped) context.exitWith(EXIT_INTERRUPTED)
  } finally {
    await client.close()
  }
}

function textOf(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined
}

const OWNER_ONLY = 0o600

async function writeReport(path: string | undefined, object: object): Promise<void> {
  if (path === undefined) return
  try {
    await writeFile(path, `${JSON.stringify(object, null, 2)}\n`, { mode: OWNER_ONLY })
  } catch (cause) {
    throw new Failure(
      'directory-unwritable',
      {
        pt: `O arquivo ${path} não pode ser gravado; indique outro em --output.`,
        en: `The file ${path} cannot be written; name another one with --output.`,
      },
      { cause },
    )
  }
}

function noAddress(): Failure {
  return new Failure('usage', {
    pt: 'Diga o endereço do serviço: frota probe --api-url http://127.0.0.1:8080',
    en: 'Name the address of the service: frota probe --api-url http://127.0.0.1:8080',
  })
}
