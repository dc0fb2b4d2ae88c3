/** What the pages say about signing in and about people. */
import { wordsOf } from '../../bilingual.ts'

export const peopleWords = wordsOf({
  signIn: ['Entrar', 'Sign in'],
  name: ['Nome', 'Name'],
  password: ['Senha', 'Password'],
  lost: [
    'Perdeu a senha? Quem administra o console lhe dá um novo link.',
    'Lost your password? Who administers the console gives you a new link.',
  ],
  wrong: ['Nome ou senha não conferem.', 'Name or password is not right.'],
  wrongCode: [
    'O código não confere, ou já foi usado: espere o próximo.',
    'The code is not right, or was used before: wait for the next one.',
  ],
  slowed: [
    'Senhas ou códigos errados demais para este nome. Tente de novo a partir de {at}.',
    'Too many wrong passwords or codes for this name. Try again from {at} on.',
  ],
  busy: [
    'Muita gente entra ao mesmo tempo. Tente de novo em alguns segundos.',
    'Many people sign in at once. Try again in some seconds.',
  ],
  newPassword: ['Escolha a sua senha', 'Choose your password'],
  newPasswordLead: [
    'Olá, {name}. De {min} a {max} caracteres; uma frase de algumas palavras serve.',
    'Hello, {name}. {min} to {max} characters; a phrase of some words will do.',
  ],
  old: ['Senha atual', 'Present password'],
  changed: [
    'Senha trocada; as suas outras sessões terminaram.',
    'The password is changed; your other sessions ended.',
  ],
  sessions: ['Suas sessões abertas', 'Your open sessions'],
  opened: ['Aberta', 'Opened'],
  seen: ['Usada por último', 'Last used'],
  thisSession: ['esta', 'this one'],
  endSession: ['Encerrar', 'End it'],
  endOthers: ['Encerrar todas as outras', 'End all others'],
  again: ['A mesma senha de novo', 'The same password again'],
  keep: ['Guardar a senha', 'Keep the password'],
  linkGone: [
    'Este link já foi usado ou passou do prazo. Peça outro a quem administra o console.',
    'This link was used or is too old. Ask who administers the console for another.',
  ],
  differ: ['As duas senhas não são iguais.', 'The two passwords are not the same.'],
  short: [
    'A senha tem menos de {min} caracteres.',
    'The password has fewer than {min} characters.',
  ],
  long: ['A senha passa de {max} caracteres.', 'The password has more than {max} characters.'],
  guessable: [
    'Esta senha é fácil de adivinhar. Junte mais palavras que não combinem.',
    'This password is easily guessed. Add words that do not belong together.',
  ],
  kept: ['Senha guardada. Entre com ela.', 'The password is kept. Sign in with it.'],
  people: ['Pessoas', 'People'],
  lead: [
    'Quem entra neste console. Mudar o papel ou as frotas encerra as sessões da pessoa.',
    "Who signs in to this console. A change of role or fleets ends the person's sessions.",
  ],
  none: [
    'Ninguém foi incluído ainda: só quem abre o endereço do terminal entra.',
    'Nobody was added yet: only who opens the address of the terminal gets in.',
  ],
  role: ['Papel', 'Role'],
  fleets: ['Frotas', 'Fleets'],
  fleetsHelp: ['nomes com vírgulas; * para todas', 'names with commas; * for all'],
  state: ['Situação', 'State'],
  hasPassword: ['com senha', 'has a password'],
  linkOpen: ['link aberto até {at}', 'link open until {at}'],
  noPassword: ['sem senha: dê um novo link', 'no password: give a new link'],
  change: ['Mudar', 'Change'],
  link: ['Novo link de senha', 'New link for a password'],
  remove: ['Retirar', 'Remove'],
  removeSure: ['Sim, {name} não entra mais', 'Yes, {name} signs in no more'],
  add: ['Incluir uma pessoa', 'Add a person'],
  addButton: ['Incluir', 'Add'],
  taken: ['Já há uma pessoa com este nome.', 'Somebody has this name already.'],
  gone: ['Esta pessoa não está mais aqui.', 'This person is not here any more.'],
  yourself: [
    'O próprio papel se muda por outra pessoa que administra, ou no terminal.',
    'Your own role is changed by another administrator, or at the terminal.',
  ],
  otherFleets: [
    'Você só dá acesso às frotas que administra; diga os nomes delas.',
    'You give access only to the fleets that you administer; name them.',
  ],
  given: ['Link para {name}', 'Link for {name}'],
  givenLead: [
    'Vale uma vez, até {at}, e não é mostrado de novo. Entregue-o só a {name}.',
    'For one use, until {at}, and not shown again. Give it to {name} only.',
  ],
  back: ['Voltar às pessoas', 'Back to people'],
  roles: {
    viewer: ['leitura', 'viewer: reads'],
    manager: ['gestão: envia, edita, inicia, paga', 'manager: uploads, edits, starts, pays'],
    approver: ['aprovação: decide sobre dinheiro', 'approver: decides about money'],
    admin: ['administração: tudo, e as pessoas', 'admin: everything, and people'],
  },
})
