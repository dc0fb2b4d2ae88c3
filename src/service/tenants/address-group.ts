/** Pure. The part of an address that its caller cannot choose, for counting by caller. */
import { isIPv6 } from 'node:net'

/** Hextets of an IPv6 address that name a network; its owner chooses the rest (RFC 4291). */
const NETWORK_HEXTETS = 4
const HEXTETS = 8

/** An IPv4 address as it is, also when it came mapped into IPv6; the network of an IPv6 address. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, HEXTETS - before.length - after.length)).fill('0')
  const all = tail === undefined ? before : [...before, ...zeros, ...after]
  const network = all.slice(0, NETWORK_HEXTETS).map((each) => each.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
