/** `frota schedules …`: when the worker runs which fleets. */
import { verbsOf, type Command } from '../command.ts'
import { WITHOUT_SECRET as options } from '../option-sets.ts'

const schedules = verbsOf(() => import('../schedules.ts'))

export const listSchedules: Command = {
  pt: 'os agendamentos do trabalhador: próximas vezes e como terminou a última',
  en: "the worker's schedules: the next times, and how the last one ended",
  options,
  flags: {
    next: { value: 'N', pt: 'quantas próximas vezes mostrar (3)', en: 'how many next times (3)' },
  },
  load: schedules('list'),
}

export const scheduleCommands: Readonly<Record<string, Command>> = {
  list: listSchedules,
  add: {
    takes: 'NAME',
    pt: 'cria um agendamento; o trabalhador em andamento o percebe em até 30 s',
    en: 'makes a schedule; a running worker notices within 30 s',
    options,
    flags: {
      cron: {
        value: '"M H D M W"',
        pt: 'quando começa: minuto, hora, dia, mês e dia da semana',
        en: 'when it begins: minute, hour, day, month and day of the week',
      },
      zone: {
        value: 'ZONE',
        pt: 'fuso horário (padrão: FROTA_TIME_ZONE)',
        en: 'time zone (default: FROTA_TIME_ZONE)',
      },
      fleets: {
        value: 'NAME,...',
        pt: 'só estas frotas (padrão: todas)',
        en: 'only these fleets (default: all)',
      },
      until: { value: 'HH:MM', pt: 'hora de parar', en: 'time to stop' },
      for: { value: 'DURATION', pt: 'duração, como 90m ou 6h', en: 'how long, such as 90m or 6h' },
      overlap: {
        value: 'skip|queue-one',
        pt: 'se outra está em andamento: não começar (skip) ou esperar a vez, uma só (queue-one)',
        en: 'while another runs: let it go (skip), or wait for its turn, one only (queue-one)',
      },
      'catch-up': {
        value: 'none|collapse',
        pt: 'vezes perdidas: esquecer (none) ou fazer uma só por todas (collapse)',
        en: 'missed times: forget them (none), or do one for all of them (collapse)',
      },
    },
    load: schedules('add'),
  },
  pause: {
    takes: 'NAME',
    pt: 'não começa mais; o que está em andamento continua',
    en: 'begins no more; what is running goes on',
    options,
    load: schedules('pause'),
  },
  resume: {
    takes: 'NAME',
    pt: 'volta a valer, a partir da próxima vez',
    en: 'holds again, from the next time on',
    options,
    load: schedules('resume'),
  },
  remove: {
    takes: 'NAME',
    pt: 'apaga o agendamento; o que está em andamento continua',
    en: 'removes the schedule; what is running goes on',
    options,
    load: schedules('remove'),
  },
}
