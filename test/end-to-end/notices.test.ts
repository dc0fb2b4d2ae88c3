/** A night tells its dead man's switch and the people who are named, and no more than counts. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpReceiver, openSmtpReceiver } from '../support/receivers.ts'
import { firstVehicles, fleet, openWorld, type Ended, type World } from '../support/run-frota.ts'

const VEHICLES = 4
const PASSWORD = 'doze laranjas'

const hook = await openHttpReceiver()
const mail = await openSmtpReceiver(PASSWORD)
afterAll(async () => {
  await hook[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const paths = (): string[] => hook.calls.map(({ path }) => path)

describe('a sheet and a night with people named', () => {
  let world: World
  let night: Ended
  let sheet: string
  beforeAll(async () => {
    world = await openWorld({ FROTA_CONSOLE_ORIGIN: 'https://frota.example' })
    const secret = join(world.dir, 'hook')
    const password = join(world.dir, 'password')
    await writeFile(secret, 'canary-secret')
    await writeFile(password, PASSWORD)
    const env = {
      FROTA_NOTIFY: `${hook.url}/hook, gestor@cliente.example`,
      FROTA_NOTIFY_SECRET_FILE: secret,
      FROTA_SMTP_URL: `smtp://frota@127.0.0.1:${mail.port}`,
      FROTA_SMTP_PASSWORD_FILE: password,
      FROTA_SMTP_FROM: 'frota@frota.example',
      FROTA_PING_URL: `${hook.url}/ping?of=night`,
    }
    sheet = await firstVehicles(world, VEHICLES)
    await world.run(['reconcile', sheet], { env })
    // The first ping is refused, and sent again.
    hook.answers.push(500)
    night = await world.run(['nightly', '--simulated', '--for', '1s'], { env })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('each run is told once to each of them, the sheet’s with its rows', () => {
    const bodies = hook.calls
      .filter(({ path }) => path === '/hook')
      .map(({ body }): Record<string, unknown> => JSON.parse(body))
    expect(bodies.map(({ type, url }) => [type, url])).toEqual([
      ['upload.done', 'https://frota.example/runs/1?fleet=principal'],
      ['run.ended', 'https://frota.example/runs/2?fleet=principal'],
    ])
    expect(bodies[0]?.['text']).toContain(`Planilha: ${VEHICLES} linhas, ${VEHICLES} aceitas`)
    expect(mail.mails.map(({ to }) => to)).toEqual([
      ['gestor@cliente.example'],
      ['gestor@cliente.example'],
    ])
    // Quoted-printable: lines are folded where they are long, and = is =3D.
    const text = mail.mails[1]?.source.replaceAll('=\r\n', '')
    expect(text).toContain('https://frota.example/runs/2?fleet=3Dprincipal')
  })

  test('the night pings its beginning and its success', () => {
    expect(night.code).toBe(0)
    const pings = paths().filter((path) => path.startsWith('/ping'))
    expect(pings.at(0)).toBe('/ping/start?of=night')
    expect(pings.at(-1)).toBe('/ping?of=night')
  })

  test('nothing that is sent has a plate, a document or a secret', async () => {
    const cells = (await readFile(sheet, 'utf8'))
      .split('\n')
      .slice(1)
      .flatMap((row) => row.split(/[,;]/))
      .filter((cell) => cell.length >= 7)
    const sent = [...hook.calls.map(({ body }) => body), ...mail.mails.map(({ source }) => source)]
    const text = sent.join('\n')
    expect(cells.length).toBeGreaterThan(VEHICLES)
    expect([...cells, 'canary-secret', PASSWORD].filter((cell) => text.includes(cell))).toEqual([])
  })
})

describe('a night that fails', () => {
  test('pings its failure, and a switch that is away changes nothing', async () => {
    await using world = await openWorld()
    const key = join(world.dir, 'key')
    await writeFile(key, 'svc_live_wrong')
    const gone = await openHttpReceiver()
    await gone[Symbol.asyncDispose]()
    const env = {
      FROTA_API_URL: hook.url,
      FROTA_API_KEY_FILE: key,
      FROTA_ACCOUNT_ID: '0a0a0a0a-0000-4000-8000-000000000001',
    }
    const ended = await world.run(['nightly'], { env: { ...env, FROTA_PING_URL: hook.url } })
    expect(ended.code).not.toBe(0)
    await expect.poll(() => paths().slice(-2)).toContain('/fail')
    const alike = await world.run(['nightly'], { env: { ...env, FROTA_PING_URL: gone.url } })
    expect(alike.code).toBe(ended.code)
  })

  test('a notice that nobody takes is told by frota status', async () => {
    await using world = await openWorld()
    const secret = join(world.dir, 'hook')
    await writeFile(secret, 'canary-secret')
    hook.answers.push('redirect')
    const env = { FROTA_NOTIFY: `${hook.url}/moved`, FROTA_NOTIFY_SECRET_FILE: secret }
    await world.run(['reconcile', fleet('alphanumeric-cnpj.csv')], { env })
    expect(paths().at(-1)).toBe('/moved')
    const status = await world.run(['status', '--stored'])
    expect(status.stdout).toContain('Avisos: 1 não entregues (status 302)')
  })
})
