/** Names this start of this machine, so that readings of its uptime can be compared later. */
import { readFile } from 'node:fs/promises'
import { wallClockOffset } from './clock.ts'

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/**
 * Absent where the system does not say; then only a process that runs sees a clock step. Readings
 * under another FROTA_START_AT are not compared: that the time moved there was meant.
 */
export async function machineStart(): Promise<string | undefined> {
  try {
    const start = (await readFile(BOOT_ID, 'utf8')).trim()
    return wallClockOffset() === 0 ? start : `${start}+${wallClockOffset()}`
  } catch {
    return undefined
  }
}
