import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frame, int32, readyForQuery, text } from '../../src/database/embedded/frames.ts'
import { ReplyScanner } from '../../src/database/embedded/reply-scanner.ts'

const row = fc.uint8Array({ maxLength: 40 }).map((bytes) => frame('D', bytes))
const notification = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .map((name) => frame('A', int32(1), text(name)))
const ready = fc.constantFrom('I' as const, 'T' as const, 'E' as const).map(readyForQuery)
const invitation = fc.constant(frame('G', new Uint8Array(3)))

describe('the scanner of answers', () => {
  test('takes out the same messages wherever the bytes are cut', () => {
    const messages = fc.array(fc.oneof(row, notification, ready, invitation), { maxLength: 12 })
    fc.assert(
      fc.property(messages, fc.array(fc.nat(400)), fc.boolean(), (sent, cuts, dropCopyIn) => {
        const type = (message: Uint8Array): string => String.fromCharCode(message[0] ?? 0)
        const bytes = Buffer.concat(sent)
        const passed: Uint8Array[] = []
        const notified: Uint8Array[] = []
        const statuses: string[] = []
        const scanner = new ReplyScanner(
          {
            pass: (part) => passed.push(part),
            notification: (message) => notified.push(message),
            ready: (status) => statuses.push(status),
            parsed: () => undefined,
          },
          dropCopyIn,
        )
        let from = 0
        for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
          scanner.push(bytes.subarray(from, cut))
          from = Math.min(Math.max(from, cut), bytes.length)
        }
        const kept = sent.filter(
          (message) => type(message) !== 'A' && !(dropCopyIn && type(message) === 'G'),
        )
        expect(Buffer.concat(passed)).toEqual(Buffer.concat(kept))
        const expected = sent.filter((message) => type(message) === 'A')
        expect(Buffer.concat(notified)).toEqual(Buffer.concat(expected))
        const readies = sent.filter((message) => type(message) === 'Z')
        expect(statuses).toEqual(readies.map((message) => String.fromCharCode(message[5] ?? 0)))
      }),
    )
  })
})
