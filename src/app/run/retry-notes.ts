/** Pure. Sentences for people about what `frota retry` asks again. */
import type { Output } from '../output.ts'

export interface Retried {
  readonly askedAgain: number
  /** Vehicles that failed or got no answer, and are not asked again. */
  readonly unanswered: number
  /** Limit of consultations of one vehicle in one campaign. */
  readonly askedMax: number
}

export function retryNotes(
  { askedAgain, unanswered, askedMax }: Retried,
  say: Output['say'],
): string[] {
  if (askedAgain + unanswered === 0) {
    return [
      say(
        'Nenhuma consulta falhou: não há o que repetir. O que foi aprovado é pedido.',
        'No consultation failed: nothing is asked again. What is approved is ordered.',
      ),
    ]
  }
  const lines: string[] = []
  if (askedAgain === 1) {
    lines.push(say('1 veículo é consultado de novo.', '1 vehicle is asked about again.'))
  }
  if (askedAgain > 1) {
    lines.push(
      say(
        `${askedAgain} veículos são consultados de novo.`,
        `${askedAgain} vehicles are asked about again.`,
      ),
    )
  }
  if (unanswered > 0) {
    const [pt, en] =
      unanswered === 1
        ? ['1 veículo já foi consultado', '1 vehicle was asked about']
        : [`${unanswered} veículos já foram consultados`, `${unanswered} vehicles were asked about`]
    lines.push(
      say(
        `${pt} ${askedMax} vezes sem resposta; confira os dados em exceptions.csv antes da ` +
          'próxima consulta da frota.',
        `${en} ${askedMax} times without an answer; check exceptions.csv before the fleet is ` +
          'asked about again.',
      ),
    )
  }
  return lines
}
