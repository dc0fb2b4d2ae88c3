import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { confirm } from '../../src/cli/confirm.ts'
import { openOutput } from '../../src/cli/output.ts'

class Terminal extends PassThrough {
  readonly isTTY = true
  setRawMode(): void {}
}

function asked(stop = new AbortController()) {
  const [keyboard, screen] = [new Terminal(), new Terminal()]
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keyboard as never)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(screen as never)
  const output = openOutput({ write: () => undefined }, { json: false, locale: 'en' })
  return { keyboard, answer: confirm({ output, flags: {}, stop: stop.signal }) }
}

test('only the word confirms', async () => {
  const yes = asked()
  yes.keyboard.write(' YES \r')
  await yes.answer
  const no = asked()
  no.keyboard.write('y\r')
  await expect(no.answer).rejects.toThrow('Nothing was changed')
})

test.each([
  ['Ctrl-C', (keyboard: Terminal) => keyboard.write('ye\u0003')],
  ['Ctrl-D', (keyboard: Terminal) => keyboard.write('\u0004')],
  [
    'a terminal that is gone',
    (keyboard: Terminal) => {
      keyboard.setRawMode = () => keyboard.emit('error', new Error('setRawMode EIO'))
      keyboard.end()
    },
  ],
])('%s confirms nothing', async (_name, leave) => {
  const { keyboard, answer } = asked()
  leave(keyboard)
  await expect(answer).rejects.toMatchObject({ code: 'usage' })
})
