/** Why a file of the watched folder waits, in sentences with their cure. */
import type { Bilingual } from '../../bilingual.ts'
import { shownName } from '../inbox-names.ts'
import type { FoundFile } from './inbox-policy.ts'
import type { Notice } from './list-inbox.ts'

export function notice({ key }: Pick<FoundFile, 'key'>, { pt, en }: Bilingual): Notice {
  const shown = shownName(key)
  return { key, pt: `${shown}: ${pt}`, en: `${shown}: ${en}` }
}

export const ENDLESS: Bilingual = {
  pt: 'falta o fim do arquivo; espera-se até 10 minutos que a cópia termine.',
  en: 'the end of the file is missing; the copy is given up to 10 minutes to end.',
}

export const UNEXPECTED: Bilingual = {
  pt: 'um erro inesperado ao importar; veja o log e, por favor, relate-o.',
  en: 'an unexpected error while it was imported; see the log and, please, report it.',
}

/** What the folder does not let this process do; the file stays where it is. */
export function diskTrouble(code: string): Bilingual {
  const known = DISK[code]
  if (known !== undefined) return known
  return {
    pt: `não pode ser movido ou lido (${code}); confira a pasta FROTA_INBOX_DIR e as permissões.`,
    en: `cannot be moved or read (${code}); check the folder FROTA_INBOX_DIR and its permissions.`,
  }
}

const NOT_ALLOWED: Bilingual = {
  pt: 'sem permissão para ler ou mover; dê ao usuário do frota acesso de escrita à pasta.',
  en: "may not be read or moved; give frota's user write access to the folder.",
}

const DISK: Readonly<Record<string, Bilingual>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: {
    pt: 'a pasta só permite leitura; monte FROTA_INBOX_DIR com permissão de escrita.',
    en: 'the folder is read-only; mount FROTA_INBOX_DIR with write access.',
  },
  EXDEV: {
    pt: 'working, done e refused devem ficar no mesmo disco que a pasta.',
    en: 'working, done and refused must be on the same disk as the folder.',
  },
  ENOSPC: {
    pt: 'não há espaço na pasta; libere espaço.',
    en: 'there is no space left in the folder; free some.',
  },
  ELOOP: {
    pt: 'foi trocado por um atalho, que não é seguido; copie o próprio arquivo.',
    en: 'was replaced by a link, which is not followed; copy the file itself.',
  },
}
