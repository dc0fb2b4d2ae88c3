/** What `npm sbom` lists of the lockfile, as far as an archive holds it, the same at each call. */
import { createHash } from 'node:crypto'

export interface Sbom {
  metadata: { timestamp: string }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** By `there`, as `name@version`: `--omit=dev` drops packages that development uses, too. */
export function sbomOf(listed: Sbom, there: ReadonlySet<string>, epoch: number): string {
  const components = listed.components.filter((each) => there.has(each['bom-ref']))
  const left = new Set(listed.components.map((each) => each['bom-ref']))
  for (const component of components) left.delete(component['bom-ref'])
  const dependencies = listed.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !left.has(each)) }))
  const metadata = { ...listed.metadata, timestamp: new Date(epoch * 1000).toISOString() }
  const sbom = { ...listed, serialNumber: undefined, metadata, components, dependencies }
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(sbom))}`
  return `${JSON.stringify({ ...sbom, serialNumber }, undefined, 2)}\n`
}

/** Version 8 of RFC 9562, whose bits are the maker's own: here those of the contents' hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
