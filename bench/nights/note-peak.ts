/** Loaded before frota: leaves the peak of its memory in the file of FROTA_PEAK_FILE, in KB. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['FROTA_PEAK_FILE'] ?? ''
if (isMainThread) {
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)))
}
