/** What a page says when something did not go as asked: Portuguese beside English. */
export const noticeTexts = {
  title: ['Não deu certo', 'That did not work'],
  refused: ['A planilha foi recusada', 'The file was refused'],
  refusedNote: ['Nada foi enviado e nada mudou.', 'Nothing was sent and nothing changed.'],
  back: ['Voltar', 'Back'],
  missing: [
    'Esta página não existe na frota escolhida; se for de outra, escolha-a em Frotas.',
    'The chosen fleet has no such page; if it is of another one, choose that at Fleets.',
  ],
  draftGone: [
    'Esta planilha não está mais aqui; envie-a de novo.',
    'This file is not here any more; upload it again.',
  ],
  signIn: ['Ou entre com nome e senha', 'Or sign in with name and password'],
  noSession: [
    'Abra o endereço completo que o terminal mostrou ao iniciar o console.',
    'Open the whole address that the terminal showed when the console started.',
  ],
  ended: ['A sua sessão terminou; nada foi guardado.', 'Your session ended; nothing was kept.'],
  signInAgain: ['Entre de novo', 'Sign in again'],
  otherFleet: [
    'O seu acesso é a outra frota: escolha-a em Frotas.',
    'You may see another fleet: choose it at Fleets.',
  ],
  notAllowed: [
    'O seu papel não permite isto; quem administra o console pode mudá-lo.',
    'Your role does not allow this; whoever administers the console can change it.',
  ],
  form: [
    'Este formulário não veio desta página. Volte, recarregue e tente de novo.',
    'This form did not come from this page. Go back, reload it and try again.',
  ],
  oldForm: [
    'Nada mudou: a sua sessão é outra desde que esta página foi aberta. Volte, copie o que digitou e recarregue-a.',
    'Nothing changed: your session is another one since this page was opened. Go back, copy what you typed and reload it.',
  ],
  otherForm: [
    'Nada mudou: esta página é da frota {shown}; a escolhida é {fleet}. Recarregue-a, ou escolha {shown}.',
    'Nothing changed: this page is of the fleet {shown}; {fleet} is chosen. Reload it, or choose {shown}.',
  ],
  otherFile: [
    'Este arquivo é da frota {shown}; a escolhida é {fleet}. Escolha {shown} em Frotas.',
    'This file is of the fleet {shown}; {fleet} is chosen. Choose {shown} at Fleets.',
  ],
  tooLarge: [
    'O arquivo passa de {limit} MB, ou todos juntos de {together} MB. Envie um de cada ' +
      'vez, ou divida-o em arquivos menores.',
    'The file is over {limit} MB, or all together over {together} MB. Send one at a time, or split ' +
      'it into smaller files.',
  ],
  cut: [
    'O envio foi interrompido antes do fim: veja quais arquivos chegaram inteiros e envie os outros de novo.',
    'The upload broke off before its end: see which files came whole, and send the others again.',
  ],
  noFile: ['Escolha um arquivo antes de enviar.', 'Choose a file before you upload.'],
  bug: [
    'Algo inesperado aconteceu. O terminal do console diz o que foi.',
    'Something unexpected happened. The terminal of the console says what.',
  ],
  watchers: [
    'Páginas demais acompanham esta execução; feche algumas.',
    'Too many pages follow this run; close some.',
  ],
} as const
