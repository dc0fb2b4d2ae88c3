/**
 * frota made wrong on purpose, for the test that sees whether the verdict notices: an answer that
 * was lost is taken for a request that never left, and nothing that is at the service is looked at.
 */
import { registerHooks } from 'node:module'
import { sep } from 'node:path'

interface Wrong {
  readonly file: string
  readonly right: string
  readonly wrong: string
}

const WRONGS: readonly Wrong[] = [
  {
    file: 'src/effects/classify.ts',
    right: "if (result.outcome === 'in-doubt') {",
    wrong: "if (result.outcome === 'in-doubt') { return { end: 'never-sent', why: 'a guess' }",
  },
  {
    file: 'src/reconciliation/consultations/ask-consultation.ts',
    right: 'function adopted(',
    wrong: 'function adopted() { return null }\nfunction adoptedBefore(',
  },
  {
    file: 'src/reconciliation/orders/placing/vehicle-orders.ts',
    right: 'export async function ordersOfVehicle(',
    wrong: 'export async function ordersOfVehicle() { return [] }\nasync function ordersBefore(',
  },
]

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const path = new URL(url).pathname.replaceAll(sep, '/')
    const found = WRONGS.find(({ file }) => path.endsWith(file))
    if (found === undefined) return loaded
    const text = Buffer.from((loaded.source ?? '') as Uint8Array).toString('utf8')
    // What was planted nowhere would let every verdict pass.
    if (!text.includes(found.right)) throw new Error(`${found.file} has no "${found.right}"`)
    return { ...loaded, source: text.replace(found.right, found.wrong) }
  },
})

const { main } = await import('../../../src/cli/main.ts')
await main(process.argv.slice(2))
