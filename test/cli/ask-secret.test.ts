import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { askSecret, isAttended } from '../../src/cli/vehicle/ask-secret.ts'

class Keyboard extends EventEmitter {
  readonly isTTY = true
  readonly modes: boolean[] = []
  readonly sent: Uint8Array[] = []

  setRawMode(raw: boolean): void {
    this.modes.push(raw)
  }

  resume(): void {}

  pause(): void {}

  type(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.sent.push(bytes)
    this.emit('data', bytes)
  }
}

interface Terminal {
  readonly keyboard: Keyboard
  readonly stop: AbortController
  readonly ask: () => Promise<Uint8Array>
  readonly shown: () => string
}

function terminal(): Terminal {
  const keyboard = new Keyboard()
  const stop = new AbortController()
  let text = ''
  const output = { isTTY: true, write: (piece: string) => (text += piece) }
  const ask = () => askSecret({ input: keyboard, output }, 'Number: ', stop.signal)
  return { keyboard, stop, ask, shown: () => text }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('a secret is not echoed, and its keys are overwritten', async () => {
  const { keyboard, ask, shown } = terminal()
  const asked = ask()
  for (const key of '5299') keyboard.type(key)
  keyboard.type('82\r')
  expect(textOf(await asked)).toBe('529982')
  expect(shown()).toBe('Number: \n')
  expect(keyboard.sent.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)).toEqual([])
  expect(keyboard.listenerCount('data')).toBe(0)
  expect(keyboard.modes).toEqual([true, false])
})

test('keys of a secret may be taken back, and arrows are none', async () => {
  const { keyboard, ask } = terminal()
  const asked = ask()
  keyboard.type('XYZ\u0015ABX\u007fC1D23\u001b[D\r')
  expect(textOf(await asked)).toBe('ABC1D23')
})

test.each([
  ['Ctrl-C', (one: Terminal) => one.keyboard.type('529\u0003')],
  ['Ctrl-D', (one: Terminal) => one.keyboard.type('\u0004')],
  ['the end of the input', (one: Terminal) => one.keyboard.emit('end')],
  ['a signal', (one: Terminal) => one.stop.abort()],
])('%s ends the question with nothing sent', async (_name, goAway) => {
  const one = terminal()
  const asked = one.ask()
  goAway(one)
  await expect(asked).rejects.toMatchObject({ code: 'usage', exitCode: 2 })
  await expect(asked).rejects.toThrow('nothing was sent')
  const left = one.keyboard.sent.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)
  expect(left).toEqual([])
})

test('nobody is asked once a signal came', async () => {
  const { ask, stop, keyboard } = terminal()
  stop.abort()
  await expect(ask()).rejects.toThrow('Cancelled')
  expect(keyboard.modes).toEqual([])
})

test('a pipe or a file is not attended', () => {
  const input = new Keyboard()
  expect(isAttended({ input, output: { write: () => true } })).toBe(false)
  expect(isAttended({ input, output: { isTTY: true, write: () => true } })).toBe(true)
})
