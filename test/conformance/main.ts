/** `npm run conformance`: asks any running service, in mock or sandbox only (docs/conformance.md). */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { wallClock } from '../../src/clock.ts'
import { systemRandom } from '../../src/random.ts'
import { ask } from './support/ask.ts'
import { boundsOf, triesOf } from './support/bounds.ts'
import { NICKNAME } from './support/invent.ts'
import { openTarget, Untouchable, VEHICLES, type Target } from './support/target.ts'

const USAGE =
  'npm run conformance -- --url URL --key-file FILE --account ID [--limits]\n' +
  '  [--other-account ID] [--card-file FILE]'
const EXIT_DIFFERS = 1
const EXIT_REFUSED = 2

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(EXIT_REFUSED)
}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    url: text,
    'key-file': text,
    account: text,
    'other-account': text,
    'card-file': text,
    limits: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const { url, account, 'key-file': keyFile } = values
    if (url === undefined || account === undefined || keyFile === undefined) refuse(USAGE)
    const apiKey = readFileSync(keyFile, 'utf8').trim()
    return { ...values, url, account, apiKey, card: cardIn(values['card-file']) }
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

/** A number that the service documents for tests and charges, and nothing else. */
function cardIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const card = readFileSync(path, 'utf8').trim()
  // Without what the file holds: it might be a card of somebody.
  if (!/^[0-9]{13,19}$/.test(card)) refuse(`${path} has no card number of 13 to 19 digits.`)
  return card
}

const options = optionsOf(process.argv.slice(2))
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
const limits = options.limits === true

async function open(): Promise<Target> {
  const target = await openTarget({
    url: options.url,
    apiKey: options.apiKey,
    accountId: options.account,
    otherAccountId: options['other-account'],
    card: options.card,
    bounds: (isOurs) => boundsOf(isOurs, limits),
    triesMax: triesOf(limits),
    limits,
    random: systemRandom,
    now: () => wallClock.now(),
    pause: (ms) => wallClock.sleep(ms, stop.signal),
    stop: stop.signal,
  }).catch((error: unknown) => {
    if (error instanceof Untouchable) refuse(error.message)
    throw error
  })
  const { status, text } = await target.send('GET', VEHICLES)
  if (status >= 400) refuse(`${target.origin} refuses the key or the account: ${status} ${text}`)
  return target
}

function plan({ origin, bounds, isOurs, modes }: Target): string {
  const { vehicles, consultations, orders, malformed } = bounds
  const end = limits ? 'then uses up the hour of the credential, ' : ''
  return (
    `${origin}${isOurs ? ', frota-service' : ''}: lookup ${modes.lookup}, payments ` +
    `${modes.payments}, sandbox ${modes.sandbox}\n` +
    `This run registers at most ${vehicles} vehicles, opens at most ${consultations} consultations ` +
    `and ${orders} orders or card payments\n(and ${malformed} of a wrong form), ${end}` +
    `and deactivates its vehicles, which are called ${NICKNAME}.\n`
  )
}

const target = await open()
say(plan(target))
const { holds, differs, notJudged, left } = await ask(target, say)
const { used } = target
say(`\n${holds} hold, ${differs} differ, ${notJudged} could not be judged.`)
say(
  `Used: ${used.consultations} consultations, ${used.orders} orders and card payments ` +
    `(and ${used.malformed} of a wrong form).`,
)
if (stop.signal.aborted) say('Stopped: the rest was not asked.')
if (left.length > 0) say(`Left at the service, to be deactivated by hand: ${left.join(', ')}`)
const isFine = differs === 0 && left.length === 0 && !stop.signal.aborted
process.exit(isFine ? 0 : EXIT_DIFFERS)
