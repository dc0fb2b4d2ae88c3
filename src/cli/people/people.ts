/** `frota people list|add|change|link|reset|remove`: beside a running console or without one. */
import { addPerson, giveLink, type GivenLink } from '../../app/people/administer-people.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import {
  EVERY_FLEET,
  fleetsOf,
  nameOf,
  notYetWords,
  roleOf,
} from '../../app/people/person-input.ts'
import { fleetsThere } from '../../app/fleets/chosen-fleet.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { Administering, Member, PeopleStore } from '../../ledger/people/people.ts'
import { ROLES } from '../../ledger/schema/tables-people.ts'
import { systemRandom } from '../../random.ts'
import type { CommandContext } from '../context.ts'
import { tableLines, when } from '../table-lines.ts'
import { wordAt } from '../typed-words.ts'

export async function list(context: CommandContext): Promise<void> {
  await withPeople(context, async (people) => {
    const { output } = context
    const all = await people.all()
    const rows = all.map((member) => [
      member.name,
      member.role,
      member.fleets?.join(', ') ?? EVERY_FLEET,
      passwordWords(context, member),
    ])
    for (const line of tableLines(rows)) output.line(line)
    if (all.length === 0) {
      output.tell(
        'Ninguém; inclua alguém com: frota people add NOME --role admin',
        'Nobody; add somebody with: frota people add NAME --role admin',
      )
    }
    output.object({ people: all })
  })
}

export async function add(context: CommandContext): Promise<void> {
  const { flags, config } = context
  const role = textOf(flags['role'])
  const name = nameOf(wordAt(context, 0, `NAME --role ${ROLES.join('|')}`))
  if (role === undefined) throw new Failure('usage', ROLE_MISSING)
  await withPeople(context, async (people, known) => {
    const fleets = fleetsOf(textOf(flags['fleets']) ?? '*', known)
    const person = { name, role: roleOf(role), fleets }
    const given = await addPerson({ people, random: systemRandom }, person, signing(config))
    if (given === undefined) throw nameTaken(name)
    showLink(context, person.name, given)
    tellNotYet(context, fleets, known)
  })
}

export async function change(context: CommandContext): Promise<void> {
  const { flags, output } = context
  const role = textOf(flags['role'])
  const fleets = textOf(flags['fleets'])
  if (role === undefined && fleets === undefined) throw new Failure('usage', NOTHING_TO_CHANGE)
  await withMember(context, async (people, member, known) => {
    const to = {
      role: role === undefined ? member.role : roleOf(role),
      fleets: fleets === undefined ? member.fleets : fleetsOf(fleets, known),
    }
    if (!(await people.change(member.id, to, signing(context.config)))) throw unknown(member.name)
    const now = `${member.name}: ${to.role}, ${to.fleets?.join(', ') ?? EVERY_FLEET}`
    output.tell(`${now}; entra de novo com a senha.`, `${now}; signs in again.`)
    tellNotYet(context, to.fleets, known)
    output.object({ name: member.name, ...to })
  })
}

export async function link(context: CommandContext): Promise<void> {
  await withMember(context, async (people, member) => {
    const given = await giveLink({ people, random: systemRandom }, member, signing(context.config))
    if (given === undefined) throw unknown(member.name)
    showLink(context, member.name, given)
  })
}

/** Takes their second factor away. */
export async function reset(context: CommandContext): Promise<void> {
  await withMember(context, async (people, { id, name }) => {
    if (!(await people.setFactor(id, null, signing(context.config)))) throw unknown(name)
    context.output.tell(`${name} entra só com a senha.`, `${name} signs in by the password alone.`)
    context.output.object({ name })
  })
}

export async function remove(context: CommandContext): Promise<void> {
  await withMember(context, async (people, { id, name }) => {
    if (!(await people.remove(id, signing(context.config)))) throw unknown(name)
    context.output.tell(`${name} não entra mais.`, `${name} signs in no more.`)
    context.output.object({ name })
  })
}

function showLink(context: CommandContext, name: string, { token, until }: GivenLink): void {
  const { output, config } = context
  const address = `${config.FROTA_CONSOLE_ORIGIN ?? ''}/link/${token}`
  const at = when(context, until)
  output.tell(
    `${name} escolhe a senha aqui, uma vez, até ${at}. Este link não é mostrado de novo:`,
    `${name} chooses a password here, once, until ${at}. This link is not shown again:`,
  )
  output.line(address)
  if (config.FROTA_CONSOLE_ORIGIN === undefined) {
    output.tell(
      'Ponha antes dele o endereço do console (ou defina FROTA_CONSOLE_ORIGIN).',
      "Put the console's address before it (or set FROTA_CONSOLE_ORIGIN).",
    )
  }
  output.object({ name, link: address, until })
}

function passwordWords(
  context: CommandContext,
  { hasPassword, hasFactor, linkUntil }: Member,
): string {
  const { say } = context.output
  if (hasFactor) return say('com senha e segundo fator', 'has a password and a second factor')
  if (hasPassword) return say('com senha', 'has a password')
  const at = when(context, linkUntil)
  const isOpen = linkUntil !== null && linkUntil.getTime() > wallClock.now()
  return isOpen ? say(`link aberto até ${at}`, `link open until ${at}`) : say('sem senha', 'none')
}

async function withMember(
  context: CommandContext,
  work: (people: PeopleStore, member: Member, known: readonly string[]) => Promise<void>,
): Promise<void> {
  const name = wordAt(context, 0, 'NAME')
  await withPeople(context, async (people, known) => {
    const member = await people.find(name)
    if (member === undefined) throw unknown(name)
    await work(people, member, known)
  })
}

async function withPeople(
  context: CommandContext,
  work: (people: PeopleStore, known: readonly string[]) => Promise<void>,
): Promise<void> {
  await using ledger = await openLedger(context, 'read')
  await work(ledger.people, await fleetsThere(context.config, ledger.fleets))
}

function tellNotYet(context: CommandContext, ...of: Parameters<typeof notYetWords>): void {
  const { pt, en } = notYetWords(...of)
  if (pt !== '') context.output.tell(pt, en)
}

function signing(config: CommandContext['config']): Administering {
  return { person: decidingPerson(config).name, at: new Date(wallClock.now()) }
}

function textOf(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined
}

const ROLE_MISSING = {
  pt: `Diga o papel: --role ${ROLES.join('|')}.`,
  en: `Say the role: --role ${ROLES.join('|')}.`,
}

function nameTaken(name: string): Failure {
  return new Failure('usage', {
    pt: `"${name}" já existe: mude o papel com frota people change, ou dê outro nome.`,
    en: `"${name}" is there already: change the role with frota people change, or give another name.`,
  })
}

const NOTHING_TO_CHANGE = {
  pt: 'Diga o que muda: --role ou --fleets.',
  en: 'Say what changes: --role or --fleets.',
}

function unknown(name: string): Failure {
  const given = name.slice(0, 60)
  return new Failure('usage', {
    pt: `Ninguém se chama "${given}"; frota people mostra quem há.`,
    en: `Nobody is called "${given}"; frota people shows who there is.`,
  })
}
