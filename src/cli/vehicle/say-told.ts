/** Says whether the service knows a change of one vehicle. */
import type { Told } from '../../app/vehicles/tell-service.ts'
import type { CommandContext } from '../context.ts'

/** Prints one line about whether the service knows the change. */
export function sayTold({ output }: Pick<CommandContext, 'output'>, told: Told): void {
  if (told.told) return output.tell('O serviço já sabe.', 'The service knows it, too.')
  const why = told.why.replace(/\.$/, '')
  output.tell(
    `O serviço ainda não sabe (${why}); a próxima execução conta a ele.`,
    `The service does not know it yet (${why}); the next run tells it.`,
  )
}
