/** What the pages say of files that wait: the list, rows edited in place, what guards a start. */
import { inLocale, type Locale } from '../../bilingual.ts'
import type { Texts } from '../../reconciliation/reports/words/messages.ts'

const pt = {
  waiting: 'Planilhas enviadas',
  kept: 'Ficam aqui {days} dias, até {limit} de uma vez; feche o navegador sem perder nada.',
  name: 'Planilha',
  outcome: 'Resultado',
  sent: 'Enviada',
  counted: 'aceitas: {accepted} · recusadas: {rejected}',
  refused: 'recusada: abra para ver por quê',
  start: 'Iniciar',
  discard: 'Descartar',
  full: 'Já há {limit} planilhas aqui. Inicie ou descarte alguma antes de enviar outra.',
  tooMany: 'Envie no máximo {limit} planilhas de uma vez.',
  elsewhere: 'Esta planilha é da frota {fleet}: escolha-a em Frotas.',
  dropHere: 'Solte as planilhas em qualquer lugar da página',
  lost: 'não chegou; tente de novo.',
  rows: 'Linhas a corrigir aqui',
  rowsLead:
    'Corrija os valores; cada linha é conferida assim que você sai dela, e entra com a planilha ' +
    'quando é aceita. O arquivo que você enviou fica como está.',
  rowsMore: 'São {n} recusadas; estas são as primeiras {shown} que se corrigem aqui.',
  row: 'Linha {line}',
  hidden: 'Consta {shown}; em branco fica como está.',
  leaveOut: 'Deixar esta linha fora',
  check: 'Conferir as linhas',
  meanwhile:
    'A linha {line} foi mudada enquanto isso, em outra aba ou por outra pessoa. O que você digitou ' +
    'não foi guardado: abra a planilha de novo e confira.',
  tooLong: 'Um valor tem no máximo {limit} caracteres.',
  notHeld: 'A codificação do arquivo, Windows-1252, não tem o caractere {char}.',
  tooManyEdits:
    'Não cabem mais linhas editadas aqui. Baixe a planilha conferida, corrija nela e envie-a.',
  edited: 'Linhas editadas',
  editedNote: 'Ficam registradas com a importação, com o valor de antes e quem editou.',
  was: 'Antes',
  is: 'Agora',
  by: 'Por',
  leftOut: 'fora da planilha',
  undo: 'Desfazer',
  firstRows: 'As primeiras linhas, como foram entendidas',
  guard: 'Parece a planilha de outra frota',
  guardText:
    'Ela traz {shared} dos {current} veículos da frota {fleet}. Os outros {missing} sairiam dela.',
  guardFleet: 'É desta frota',
  guardMove: 'Conferir com essa frota',
  replace: 'A frota mudou mesmo: iniciar assim',
  updateOwners: 'Atualizar no serviço o proprietário que mudou ({n})',
  removeMissing: 'Desativar no serviço os que não estão na planilha ({n})',
  removeHeld: 'Fora da planilha: {n}. Não se desativa nenhum agora: {why}.',
  removeMost:
    'são mais da metade dos que estão no serviço; retire um a um, na página de cada veículo',
  inbox: 'Pasta vigiada',
  inboxNone: 'Nenhum arquivo desta frota.',
  inboxLost: 'A pasta não pode ser lida agora.',
  inboxStates: {
    waiting: 'espera',
    working: 'em andamento',
    done: 'importado',
    refused: 'recusado',
  },
  inboxVerdict: 'Baixar o veredito',
  notAllowed: 'O seu papel vê esta página, e não envia planilhas.',
} as const

const en: Texts<typeof pt> = {
  waiting: 'Files that were sent',
  kept: 'Kept for {days} days, up to {limit} at a time; close the browser and lose nothing.',
  name: 'File',
  outcome: 'Outcome',
  sent: 'Sent',
  counted: 'accepted: {accepted} · refused: {rejected}',
  refused: 'refused: open it to see why',
  start: 'Start',
  discard: 'Discard',
  full: 'There are {limit} files here. Start or discard one before you send another.',
  tooMany: 'Send at most {limit} files at a time.',
  elsewhere: 'This file is of the fleet {fleet}: choose it at Fleets.',
  dropHere: 'Drop the files anywhere on the page',
  lost: 'did not arrive; try again.',
  rows: 'Rows to correct here',
  rowsLead:
    'Correct the values; each row is checked as soon as you leave it, and goes in with the file ' +
    'once it is accepted. The file that you sent stays as it is.',
  rowsMore: '{n} are refused; these are the first {shown} that can be corrected here.',
  row: 'Line {line}',
  hidden: 'It has {shown}; leave it empty to keep it.',
  leaveOut: 'Leave this row out',
  check: 'Check the rows',
  meanwhile:
    'Line {line} was changed meanwhile, in another tab or by somebody else. What you typed was ' +
    'not kept: open the spreadsheet again and look.',
  tooLong: 'A value has at most {limit} characters.',
  notHeld: 'The encoding of the file, Windows-1252, has no character {char}.',
  tooManyEdits:
    'No more edited rows fit here. Download the checked file, correct it there and send it.',
  edited: 'Edited rows',
  editedNote: 'Kept with the import, with the value of before and who edited it.',
  was: 'Before',
  is: 'Now',
  by: 'By',
  leftOut: 'left out',
  undo: 'Undo',
  firstRows: 'The first rows as they were understood',
  guard: 'This looks like the file of another fleet',
  guardText:
    'It names {shared} of the {current} vehicles of {fleet}. The other {missing} would leave it.',
  guardFleet: 'It is of this fleet',
  guardMove: 'Check it against that fleet',
  replace: 'The fleet did change: start it so',
  updateOwners: 'Tell the service of owners that changed ({n})',
  removeMissing: 'Deactivate at the service those that the file does not name ({n})',
  removeHeld: 'Not in the file: {n}. None is deactivated now: {why}.',
  removeMost:
    'they are more than half of those at the service; remove them one by one, on the page of each',
  inbox: 'Watched folder',
  inboxNone: 'No file of this fleet.',
  inboxLost: 'The folder cannot be read now.',
  inboxStates: { waiting: 'waits', working: 'under way', done: 'imported', refused: 'refused' },
  inboxVerdict: 'Download the verdict',
  notAllowed: 'Your role sees this page and sends no files.',
}

export function draftWords(locale: Locale): Texts<typeof pt> {
  return inLocale({ pt, en }, locale)
}
