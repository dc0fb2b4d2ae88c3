/**
 * Sends one mail as a process that trusts what NODE_EXTRA_CA_CERTS names, which Node reads at its
 * start alone. Arguments: the server's URL and the password. Says how it went, in JSON.
 */
import { openMail } from '../../../src/app/notices/send-mail.ts'

const [url = '', password] = process.argv.slice(2)
const send = openMail({ url, from: 'frota@frota.example', to: 'ana@cliente.example', password })
const delivery = await send({
  id: '0a0a0a0a-0000-4000-8000-000000000002',
  type: 'run.ended',
  at: '2026-11-21T06:00:00.000Z',
  fleet: 'sul',
  title: 'frota',
  text: 'Consultas: 18/18',
  url: null,
  facts: {},
})
process.stdout.write(JSON.stringify(delivery))
