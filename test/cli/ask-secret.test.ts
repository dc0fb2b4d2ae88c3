import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { askSecret, isAttended } from '../../src/cli/vehicle/ask-secret.ts'

class Keyboard extends PassThrough {
  readonly isTTY = true
  readonly modes: boolean[] = []

  setRawMode(raw: boolean): void {
    this.modes.push(raw)
  }
}

interface Terminal {
  readonly keyboard: Keyboard
  readonly stop: AbortController
  readonly ask: () => Promise<string>
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

test('a secret is not echoed, and the terminal is left as it was', async () => {
  const { keyboard, ask, shown } = terminal()
  const asked = ask()
  for (const key of '5299') keyboard.write(key)
  keyboard.write('82\r')
  expect(await asked).toBe('529982')
  expect(shown()).toBe('Number: \n')
  expect(keyboard.modes).toEqual([true, false])
})

test('keys of a secret may be taken back, and arrows are none', async () => {
  const { keyboard, ask } = terminal()
  const asked = ask()
  keyboard.write('XYZ\u0015ABX\u007fC1D23\u001b[D\r')
  expect(await asked).toBe('ABC1D23')
})

test.each([
  ['Ctrl-C', (one: Terminal) => one.keyboard.write('529\u0003')],
  ['Ctrl-D', (one: Terminal) => one.keyboard.write('\u0004')],
  ['the end of the input', (one: Terminal) => one.keyboard.end()],
  ['a signal', (one: Terminal) => one.stop.abort()],
])('%s ends the question with nothing sent', async (_name, goAway) => {
  const one = terminal()
  const asked = one.ask()
  goAway(one)
  await expect(asked).rejects.toMatchObject({ code: 'usage', exitCode: 2 })
  await expect(asked).rejects.toThrow('nothing was sent')
  expect(one.keyboard.modes.at(-1)).toBe(false)
})

test('a terminal that is gone ends the question, though its mode cannot be set back', async () => {
  const { keyboard, ask } = terminal()
  const asked = ask()
  vi.spyOn(keyboard, 'setRawMode').mockImplementation(() => {
    keyboard.emit('error', new Error('setRawMode EIO'))
  })
  keyboard.end()
  await expect(asked).rejects.toMatchObject({ code: 'usage' })
})

test('after Ctrl-Z a secret is not echoed either, and its question goes on', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { keyboard, ask } = terminal()
  const asked = ask()
  keyboard.write('529\u001A982\r')
  expect(await asked).toBe('529982')
  expect(keyboard.modes).toEqual([true, false])
  expect(kill).not.toHaveBeenCalled()
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
