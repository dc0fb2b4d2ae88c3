/** A mail to a real SMTP server: who sends, what it says, and whether trying again may help. */
import { expect, test } from 'vitest'
import { openMail } from '../../../src/app/notices/send-mail.ts'
import { forFile } from '../../support/for-file.ts'
import { openSmtpReceiver } from '../../support/receivers.ts'

const PASSWORD = 'doze laranjas'
const MESSAGE = {
  id: '0a0a0a0a-0000-4000-8000-000000000001',
  type: 'run.ended',
  at: '2026-11-21T06:00:00.000Z',
  fleet: 'sul',
  title: 'frota: execução 7 de sul: concluída',
  text: 'Consultas: 18/18 respondidas\n\nhttps://frota.example/runs/7',
  url: null,
  facts: { run: 7 },
} as const

const receiver = await forFile(openSmtpReceiver(PASSWORD))

function mailing(password: string | undefined, user = 'frota@') {
  const url = `smtp://${user}127.0.0.1:${receiver.port}`
  return openMail({ url, from: 'frota@frota.example', to: 'gestor@cliente.example', password })
}

test('it is sent by the user with the password, and has the title, the text and a fixed id', async () => {
  expect(await mailing(PASSWORD)(MESSAGE)).toEqual({ isSent: true })
  const mail = receiver.mails.at(-1)
  expect(mail).toMatchObject({
    user: 'frota',
    from: 'frota@frota.example',
    to: ['gestor@cliente.example'],
  })
  const source = mail?.source ?? ''
  expect(source).toContain(`Message-ID: <${MESSAGE.id}@frota.example>`)
  expect(source).toMatch(/^Subject: =\?UTF-8\?Q\?frota=3A_execu=C3=A7=C3=A3o_7/m)
  expect(source).toContain('18/18 respondidas')
})

test('a wrong password is told by its status, and not tried again', async () => {
  const delivery = await mailing('wrong')(MESSAGE)
  expect(delivery).toEqual({ isSent: false, why: 'status 535', isPermanent: true })
})

test.each([
  [451, false],
  [550, true],
])('a refusal with %d', async (code, isPermanent) => {
  receiver.refusals.push(code)
  const delivery = await mailing(undefined, '')(MESSAGE)
  expect(delivery).toEqual({ isSent: false, why: `status ${code}`, isPermanent })
})

test('a server whose certificate nobody vouches for gets neither the password nor the mail', async () => {
  await using stranger = await openSmtpReceiver(PASSWORD, { tls: 'TLS' })
  const url = `smtps://frota@127.0.0.1:${stranger.port}`
  const from = 'frota@frota.example'
  const send = openMail({ url, from, to: 'gestor@cliente.example', password: PASSWORD })
  const delivery = await send(MESSAGE)
  expect(delivery).toEqual({ isSent: false, why: 'certificate not trusted', isPermanent: false })
  expect(stranger.mails).toEqual([])
})
