/** Whatever a person may read at the command line is there in Portuguese and in English. */
import { wordsOf, type Bilingual } from '../src/bilingual.ts'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { commandHelp } from '../src/cli/help.ts'
import { misread } from '../src/cli/command-line.ts'
import { orderStatus, runState, slotState } from '../src/cli/words.ts'
import { answerUnfit, unanswered, unreachable } from '../src/client/failures.ts'
import { readConfig } from '../src/config.ts'
import { failureOf } from './support/failure-of.ts'

test('an argument that is not understood is explained in both languages', () => {
  expect(misreadOf('--nope')).toEqual({
    pt: "A opção '--nope' não existe; veja frota status --help.",
    en: "Unknown option '--nope'; see frota status --help.",
  })
  expect(misreadOf('--fleet').pt).toContain("Falta o valor da opção '--fleet';")
  expect(misreadOf('--fleet', '--json').pt).toContain("valor da opção '--fleet' é ambíguo")
  expect(misreadOf('--json=1').pt).toContain("A opção '--json' não aceita um valor")
  expect(misreadOf('--fleet', '--json').en).not.toContain('\n')
})

test('a bad value of an option is explained in both languages', () => {
  const failure = failureOf(() => readConfig({}, { FROTA_FRESHNESS: 'uma semana' }))
  expect(failure.in('pt-BR')).toBe(
    'FROTA_FRESHNESS: "uma semana" não serve: dê um número inteiro de 0 a 3650.',
  )
  expect(failure.in('en')).toBe(
    'FROTA_FRESHNESS: "uma semana" is not usable: give a whole number from 0 to 3650.',
  )
})

test('why the service did not answer is said in both languages, with its codes', () => {
  const origin = 'http://127.0.0.1:1'
  const refused = unreachable(origin, 'the connection was refused')
  expect(refused.in('pt-BR')).toContain('alcançado: a conexão foi recusada.')
  expect(refused.in('en')).toContain('cannot be reached: the connection was refused.')
  const untrusted = 'its TLS certificate or protocol is not trusted (CERT_HAS_EXPIRED)'
  expect(unreachable(origin, untrusted).in('pt-BR')).toContain('confiável (CERT_HAS_EXPIRED).')
  expect(unreachable(origin, untrusted).in('en')).toContain('NODE_EXTRA_CA_CERTS')
  const late = unreachable(origin, 'the connection was not made in time')
  expect(late.in('pt-BR')).toContain('nenhum HTTPS_PROXY é usado')
  const closed = 'the other side closed the connection'
  expect(unanswered(origin, closed).in('en')).toContain('must begin with https://')
  expect(unanswered('https://x', closed).in('en')).toContain('Try again later')
  const unfit = answerUnfit(origin, 'getOrder', 'missing: items[0].kind')
  expect(unfit.in('pt-BR')).toContain('não lê: falta o campo: items[0].kind.')
  expect(unanswered(origin, 'E_NEW').in('pt-BR')).toContain('responde: E_NEW.')
})

test('states are shown in the language of the reader, an unknown one word for word', () => {
  expect(runState('carried-over', 'pt-BR')).toBe('continua depois')
  expect(runState('carried-over', 'en')).toBe('carried over')
  expect(slotState('in-doubt', 'pt-BR')).toBe('em dúvida')
  expect(orderStatus('awaiting_payment', 'pt-BR')).toBe('aguarda pagamento')
  expect(orderStatus('constructor', 'pt-BR')).toBe('constructor')
})

test('texts written as pairs are read in one language, at any depth and with their forms', () => {
  const words = wordsOf({
    title: ['Pedido', 'Order'],
    count: [
      ['{n} débito', '{n} débitos'],
      ['{n} debt', '{n} debts'],
    ],
    states: { 'in-doubt': ['em dúvida', 'in doubt'], none: ['', ''] },
  })
  expect(words('pt-BR')).toEqual({
    title: 'Pedido',
    count: ['{n} débito', '{n} débitos'],
    states: { 'in-doubt': 'em dúvida', none: '' },
  })
  expect(words('en').states['in-doubt']).toBe('in doubt')
  expect(words('en').count).toEqual(['{n} debt', '{n} debts'])
})

test('the help of a command names what stands for a value in the language of the reader', () => {
  const { debts } = commands
  if (debts === undefined) throw new Error('There is no command debts.')
  expect(commandHelp('debts', debts, 'pt-BR')).toMatch(/^frota debts PLACA\n/)
  expect(commandHelp('debts', debts, 'en')).toMatch(/^frota debts PLATE\n/)
})

function misreadOf(...args: string[]): Bilingual {
  const options = { fleet: { type: 'string' }, json: { type: 'boolean' } } as const
  try {
    parseArgs({ args, options })
  } catch (cause) {
    const failure = misread(cause, 'status')
    return { pt: failure.in('pt-BR'), en: failure.in('en') }
  }
  throw new Error('These arguments are understood.')
}
