/** `frota vehicle …`: one vehicle, by its plate or its RENAVAM: shown, edited, removed. */
import type { OptionName } from '../../options.ts'
import { READING, SERVICE } from '../option-sets.ts'
import type { Command } from '../command.ts'

const telling: readonly OptionName[] = [...READING, 'FROTA_PERSON', ...SERVICE, 'FROTA_TEST_SCALE']

const show: Command = {
  takes: 'PLATE|RENAVAM',
  pt: 'o que se sabe de um veículo, e o seu histórico',
  en: 'what is known of one vehicle, and its history',
  options: READING,
  load: () => import('./show-vehicle.ts'),
}

const vehicleCommands: Readonly<Record<string, Command>> = {
  show,
  edit: {
    takes: 'PLATE|RENAVAM',
    pt: 'corrige um veículo, aqui e no serviço',
    en: 'edits a vehicle, here and at the service',
    options: telling,
    flags: {
      nickname: { value: 'TEXT', pt: 'o apelido ou prefixo', en: 'its nickname' },
      'cost-centre': { value: 'TEXT', pt: 'o centro de custo', en: 'its cost centre' },
      plate: { value: 'PLATE', pt: 'a placa nova', en: 'its new plate' },
      uf: { value: 'UF', pt: 'o estado do licenciamento', en: 'the state that licenses it' },
      'owner-document': {
        value: 'DOC',
        pt: 'CPF ou CNPJ do dono (fica no histórico do shell; veja --owner-file)',
        en: "the owner's CPF or CNPJ (stays in the shell's history; see --owner-file)",
      },
      'owner-file': {
        value: 'FILE',
        pt: 'arquivo que só tem o CPF ou CNPJ do dono',
        en: "a file that holds the owner's CPF or CNPJ and nothing else",
      },
      'ask-owner': {
        pt: 'pergunta o CPF ou CNPJ do dono num terminal, sem mostrá-lo',
        en: "asks for the owner's CPF or CNPJ at a terminal, without showing it",
      },
    },
    load: () => import('./edit-vehicle.ts'),
  },
  remove: {
    takes: 'PLATE|RENAVAM',
    pt: 'tira um veículo do plano e o desativa no serviço',
    en: 'takes a vehicle out of the plan and deactivates it at the service',
    options: telling,
    flags: { yes: { pt: 'sem perguntar', en: 'without asking' } },
    load: () => import('./remove-vehicle.ts'),
  },
}

export const vehicleCommand: Command = {
  ...show,
  takes: 'SUBCOMMAND',
  subcommands: vehicleCommands,
}
