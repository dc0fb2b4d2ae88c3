/** What the pages say about a second factor. */
import { wordsOf } from '../../bilingual.ts'

export const factorWords = wordsOf({
  title: ['Segundo fator', 'Second factor'],
  required: [
    'O seu papel exige um segundo fator: cadastre-o para continuar.',
    'Your role needs a second factor: enrol it to go on.',
  ],
  hasNot: [
    'Além da senha, um código do aplicativo autenticador do seu celular.',
    "Beside the password, a code of your phone's authenticator app.",
  ],
  has: [
    'O seu aplicativo está cadastrado; restam {n} códigos de recuperação.',
    'Your app is enrolled; {n} recovery codes are left.',
  ],
  code: ['Código do aplicativo, ou de recuperação', 'Code of the app, or a recovery code'],
  begin: ['Cadastrar um aplicativo', 'Enrol an app'],
  renew: ['Trocar de aplicativo e de códigos', 'Change the app and the codes'],
  remove: ['Retirar o segundo fator', 'Remove the second factor'],
  scan: [
    'Aponte o aplicativo para a figura, ou digite nele a chave; depois digite o código que ele mostra.',
    'Point the app at the picture, or type the key into it; then type the code that it shows.',
  ],
  picture: ['Figura com a chave do segundo fator', 'Picture with the key of the second factor'],
  first: ['Código do aplicativo', 'Code of the app'],
  confirm: ['Confirmar', 'Confirm'],
  kept: [
    'Segundo fator cadastrado; as suas outras sessões terminaram. Guarde estes códigos longe do celular: cada um entra uma vez no lugar do aplicativo, e eles não são mostrados de novo.',
    'The second factor is enrolled; your other sessions ended. Keep these codes away from the phone: each gets in once in place of the app, and they are not shown again.',
  ],
  done: ['Guardei os códigos', 'I have kept the codes'],
  lost: [
    'Perdeu o aplicativo e os códigos? Quem administra o console retira o seu segundo fator.',
    'Lost the app and the codes? Who administers the console takes your second factor away.',
  ],
  reset: ['Retirar o segundo fator (perdeu o celular)', 'Take the second factor away (lost phone)'],
  withFactor: ['com senha e segundo fator', 'has a password and a second factor'],
})
