import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { openAttendedTerminal } from '../../src/cli/orders/attended-terminal.ts'
import type { AttendedTerminal } from '../../src/cli/orders/attended-terminal.ts'

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

interface Desk {
  readonly keyboard: Keyboard
  readonly terminal: AttendedTerminal
  readonly stop: AbortController
  readonly shown: () => string
}

function desk(): Desk {
  const keyboard = new Keyboard()
  const stop = new AbortController()
  let text = ''
  const output = { isTTY: true, write: (piece: string) => (text += piece) }
  const terminal = openAttendedTerminal({ input: keyboard, output }, stop.signal)
  return { keyboard, terminal, stop, shown: () => text }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('a secret is not echoed, and the keys are overwritten', async () => {
  const { keyboard, terminal, shown } = desk()
  const asked = terminal.askSecret('Number: ')
  for (const key of '4111') keyboard.type(key)
  keyboard.type('22\r')
  expect(textOf(await asked)).toBe('411122')
  expect(shown()).toBe('Number: \n')
  expect(keyboard.sent.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)).toEqual([])
  expect(keyboard.listenerCount('data')).toBe(0)
  // Between two questions the terminal itself must not echo either.
  expect(keyboard.modes).toEqual([true])
  terminal.rest()
  expect(keyboard.modes).toEqual([true, false])
})

test('an open question is echoed, and its keys may be taken back', async () => {
  const { keyboard, terminal, shown } = desk()
  const asked = terminal.ask('Plate: ')
  keyboard.type('XYZ\u0015ABX\u007fC1D23\u001b[D\r')
  expect(await asked).toBe('ABC1D23')
  expect(shown()).toBe('Plate: XYZ\b \b\b \b\b \bABX\b \bC1D23\n')
})

test('answers that were pasted at once go to their questions', async () => {
  const { keyboard, terminal } = desk()
  const first = terminal.askSecret('1: ')
  keyboard.type('one\ntwo\nthr')
  expect(textOf(await first)).toBe('one')
  expect(textOf(await terminal.askSecret('2: '))).toBe('two')
  const third = terminal.askSecret('3: ')
  keyboard.type('ee\n')
  expect(textOf(await third)).toBe('three')
})

test.each([
  ['Ctrl-C', (one: Desk) => one.keyboard.type('411\u0003')],
  ['Ctrl-D', (one: Desk) => one.keyboard.type('\u0004')],
  ['the end of the input', (one: Desk) => one.keyboard.emit('end')],
  ['a signal', (one: Desk) => one.stop.abort()],
])('%s leaves everything undone', async (_name, goAway) => {
  const one = desk()
  const asked = one.terminal.askSecret('Number: ')
  goAway(one)
  await expect(asked).rejects.toMatchObject({ code: 'usage', exitCode: 2 })
  await expect(asked).rejects.toThrow('nothing was charged')
  const left = one.keyboard.sent.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)
  expect(left).toEqual([])
})

test('nobody is asked once a signal came', async () => {
  const { terminal, stop, keyboard } = desk()
  stop.abort()
  await expect(terminal.ask('Plate: ')).rejects.toThrow('Cancelled')
  expect(keyboard.modes).toEqual([])
})

test('a pipe or a file is not attended', () => {
  const input = new Keyboard()
  const pipe = { write: () => true }
  const terminal = openAttendedTerminal({ input, output: pipe }, new AbortController().signal)
  expect(terminal.isAttended).toBe(false)
})
