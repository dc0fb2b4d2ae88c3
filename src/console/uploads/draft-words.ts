/** What the pages say of files that wait: the list, rows edited in place, what guards a start. */
import { wordsOf } from '../../bilingual.ts'

export const draftWords = wordsOf({
  waiting: ['Planilhas enviadas', 'Files that were sent'],
  kept: [
    'Ficam aqui {days} dias, até {limit} de uma vez; feche o navegador sem perder nada.',
    'Kept for {days} days, up to {limit} at a time; close the browser and lose nothing.',
  ],
  name: ['Planilha', 'File'],
  outcome: ['Resultado', 'Outcome'],
  sent: ['Enviada', 'Sent'],
  counted: [
    'aceitas: {accepted} · recusadas: {rejected}',
    'accepted: {accepted} · refused: {rejected}',
  ],
  refused: ['recusada: abra para ver por quê', 'refused: open it to see why'],
  start: ['Iniciar', 'Start'],
  discard: ['Descartar', 'Discard'],
  full: [
    'Já há {limit} planilhas aqui. Inicie ou descarte alguma antes de enviar outra.',
    'There are {limit} files here. Start or discard one before you send another.',
  ],
  tooMany: [
    'Envie no máximo {limit} planilhas de uma vez.',
    'Send at most {limit} files at a time.',
  ],
  elsewhere: [
    'Esta planilha é da frota {fleet}: escolha-a em Frotas.',
    'This file is of the fleet {fleet}: choose it at Fleets.',
  ],
  dropHere: [
    'Solte as planilhas em qualquer lugar da página',
    'Drop the files anywhere on the page',
  ],
  lost: ['não chegou; tente de novo.', 'did not arrive; try again.'],
  rows: ['Linhas a corrigir aqui', 'Rows to correct here'],
  rowsLead: [
    'Corrija os valores; cada linha é conferida assim que você sai dela, e entra com a planilha ' +
      'quando é aceita. O arquivo que você enviou fica como está.',
    'Correct the values; each row is checked as soon as you leave it, and goes in with the file ' +
      'once it is accepted. The file that you sent stays as it is.',
  ],
  rowsPlain: [
    'Este navegador não roda scripts: clique em “Conferir as linhas” antes de iniciar, ou o que ' +
      'você digitou fica de fora.',
    'This browser runs no scripts: press “Check the rows” before you start, or what you typed is ' +
      'left out.',
  ],
  rowsMore: [
    'São {n} recusadas; estas são as primeiras {shown} que se corrigem aqui.',
    '{n} are refused; these are the first {shown} that can be corrected here.',
  ],
  row: ['Linha {line}', 'Line {line}'],
  hidden: [
    'Consta {shown}; em branco fica como está.',
    'It has {shown}; leave it empty to keep it.',
  ],
  leaveOut: ['Deixar esta linha fora', 'Leave this row out'],
  check: ['Conferir as linhas', 'Check the rows'],
  meanwhile: [
    'A linha {line} foi mudada enquanto isso, em outra aba ou por outra pessoa. O que você digitou ' +
      'nela não foi guardado; as outras linhas foram conferidas.',
    'Line {line} was changed meanwhile, in another tab or by somebody else. What you typed in it ' +
      'was not kept; the other lines were checked.',
  ],
  tooLong: [
    'Um valor tem no máximo {limit} caracteres.',
    'A value has at most {limit} characters.',
  ],
  notHeld: [
    'A codificação do arquivo, Windows-1252, não tem o caractere {char}.',
    'The encoding of the file, Windows-1252, has no character {char}.',
  ],
  tooManyEdits: [
    'Não cabem mais linhas editadas aqui. Baixe a planilha conferida, corrija nela e envie-a.',
    'No more edited rows fit here. Download the checked file, correct it there and send it.',
  ],
  edited: ['Linhas editadas', 'Edited rows'],
  editedNote: [
    'Ficam registradas com a importação, com o valor de antes e quem editou.',
    'Kept with the import, with the value of before and who edited it.',
  ],
  was: ['Antes', 'Before'],
  is: ['Agora', 'Now'],
  by: ['Por', 'By'],
  leftOut: ['fora da planilha', 'left out'],
  undo: ['Desfazer', 'Undo'],
  firstRows: [
    'As primeiras linhas, como foram entendidas',
    'The first rows as they were understood',
  ],
  guard: ['Parece a planilha de outra frota', 'This looks like the file of another fleet'],
  guardText: [
    'Ela traz {shared} dos {current} veículos da frota {fleet}. Os outros {missing} sairiam dela.',
    'It names {shared} of the {current} vehicles of {fleet}. The other {missing} would leave it.',
  ],
  guardTaken: [
    'Ela traria {count} dos {current} veículos de outra frota para a frota {fleet}.',
    'It would take {count} of the {current} vehicles of another fleet into {fleet}.',
  ],
  guardFleet: ['É desta frota', 'It is of this fleet'],
  guardMove: ['Conferir com essa frota', 'Check it against that fleet'],
  replace: ['A frota mudou mesmo: iniciar assim', 'The fleet did change: start it so'],
  updateOwners: [
    'Atualizar no serviço o proprietário que mudou ({n})',
    'Tell the service of owners that changed ({n})',
  ],
  removeMissing: [
    'Desativar no serviço os que não estão na planilha ({n})',
    'Deactivate at the service those that the file does not name ({n})',
  ],
  removeHeld: [
    'No serviço e não na planilha, com os que já tinham saído: {n}. Não se desativa nenhum agora: {why}.',
    'At the service and not in the file, with those that had left: {n}. None is deactivated now: {why}.',
  ],
  removeMost: [
    'são mais da metade dos que estão no serviço; retire um a um, na página de cada veículo',
    'they are more than half of those at the service; remove them one by one, on the page of each',
  ],
  inbox: ['Pasta vigiada', 'Watched folder'],
  inboxLead: [
    'Abra o que espera para conferir as linhas e iniciar. Quem roda as noites com esta pasta também ' +
      'o importa, por si; só um dos dois fica com o arquivo.',
    'Open what waits to check its rows and start it. Whatever runs the nights with this folder ' +
      'imports it, too, by itself; only one of the two gets the file.',
  ],
  inboxOpen: ['Abrir', 'Open'],
  inboxNone: ['Nenhum arquivo desta frota.', 'No file of this fleet.'],
  inboxLost: ['A pasta não pode ser lida agora.', 'The folder cannot be read now.'],
  inboxStates: {
    waiting: ['espera', 'waits'],
    working: ['em andamento', 'under way'],
    done: ['importado', 'imported'],
    opened: ['aberto aqui', 'opened here'],
    refused: ['recusado', 'refused'],
  },
  inboxVerdict: ['Baixar o veredito', 'Download the verdict'],
  notAllowed: [
    'O seu papel vê esta página, e não envia planilhas.',
    'Your role sees this page and sends no files.',
  ],
})
