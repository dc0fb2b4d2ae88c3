/** Who decides about a month or a statement signs it, and says why where it is asked for. */
import { Failure } from '../../failure.ts'
import type { CommandContext } from '../context.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { givenReason } from '../../app/given-reason.ts'

/** A name that somebody gave, not the operating system's. */
export function signer({ config }: Pick<CommandContext, 'config'>): string {
  const { name, named } = decidingPerson(config)
  if (named) return name
  throw new Failure('usage', {
    pt: 'Quem decide sobre um mês ou um extrato assina: defina FROTA_PERSON (ou --person NOME).',
    en: 'Whoever decides about a month or a statement signs it: set FROTA_PERSON (or --person NAME).',
  })
}

export function reasonGiven({ flags }: Pick<CommandContext, 'flags'>): string {
  const reason = givenReason(flags['reason'])
  if (reason !== '') return reason
  throw new Failure('usage', {
    pt: 'Diga o motivo, para o registro: --reason MOTIVO',
    en: 'Give the reason, for the log: --reason REASON',
  })
}
