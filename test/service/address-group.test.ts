/** By which part of their addresses callers are told apart when wrong keys are counted. */
import { expect, test } from 'vitest'
import { addressGroup } from '../../src/service/tenants/address-group.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::2001:db8:1:2:3', '0:0:0:2001::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['0:00:000:0000::1', '0:0:0:0::/64'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7x', '::ffff:192.0.2.7x'],
  ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
