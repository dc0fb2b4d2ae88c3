/** Names this start of this machine, so that readings of its uptime can be compared later. */
import { readFile } from 'node:fs/promises'
import { wallClockOffset } from './clock.ts'

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/**
 * Undefined where the system has no boot id; a clock step is then seen only while a process runs.
 * Another FROTA_START_AT gives another name: it moves the time on purpose, which is no clock step.
 */
export async function machineStart(): Promise<string | undefined> {
  try {
    const start = (await readFile(BOOT_ID, 'utf8')).trim()
    return wallClockOffset() === 0 ? start : `${start}+${wallClockOffset()}`
  } catch {
    return undefined
  }
}
