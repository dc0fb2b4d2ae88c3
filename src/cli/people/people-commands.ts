/** `frota people …`: who may sign in to the console. */
import { verbsOf, type Command, type CommandFlag } from '../command.ts'
import { READING } from '../option-sets.ts'

const people = verbsOf(() => import('./people.ts'))

const role: CommandFlag = {
  value: 'viewer|manager|approver|admin',
  pt: 'lê; envia e edita; decide sobre dinheiro; tudo, e as pessoas',
  en: 'reads; uploads and edits; decides about money; everything, and people',
}

const fleets: CommandFlag = {
  value: 'NAME,...',
  pt: 'só estas frotas (* e padrão: todas)',
  en: 'only these fleets (* and default: all)',
}

const changing = [...READING, 'FROTA_PERSON', 'FROTA_CONSOLE_ORIGIN'] as const

export const listPeople: Command = {
  pt: 'quem pode entrar no console, com que papel',
  en: 'who may sign in to the console, in which role',
  options: READING,
  load: people('list'),
}

export const peopleCommands: Readonly<Record<string, Command>> = {
  list: listPeople,
  add: {
    takes: 'NAME',
    pt: 'inclui uma pessoa e dá o link, de uso único, com que ela escolhe a senha',
    en: 'adds a person and gives the link, for one use, by which they choose a password',
    options: changing,
    flags: { role, fleets },
    load: people('add'),
  },
  change: {
    takes: 'NAME',
    pt: 'muda o papel ou as frotas; as sessões da pessoa terminam',
    en: "changes the role or the fleets; the person's sessions end",
    options: changing,
    flags: { role, fleets },
    load: people('change'),
  },
  link: {
    takes: 'NAME',
    pt: 'dá um novo link a quem perdeu a senha; a antiga deixa de valer',
    en: 'gives a new link to who lost the password; the old one opens nothing',
    options: changing,
    load: people('link'),
  },
  reset: {
    takes: 'NAME',
    pt: 'retira o segundo fator de quem perdeu o celular; as sessões da pessoa terminam',
    en: "takes away the second factor of who lost their phone; the person's sessions end",
    options: changing,
    load: people('reset'),
  },
  remove: {
    takes: 'NAME',
    pt: 'retira a pessoa; o que ela decidiu fica na auditoria',
    en: 'removes the person; what they decided stays in the audit log',
    options: changing,
    load: people('remove'),
  },
}
