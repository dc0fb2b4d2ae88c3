/** Writes down what a person wants of a fleet's runs; whichever process works does it. */
import type { Clock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import type { WorkKind } from '../../ledger/runs/run-requests.ts'
import { sealed, type UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { Secret } from '../../secret.ts'
import type { OpenLedger } from '../ledger/open-ledger.ts'

export interface Asked {
  readonly fleetName: string
  readonly kind: WorkKind
  /** For people: the file's name, or what is asked for. */
  readonly name: string
  /** Who asks. */
  readonly by: string
  readonly upload?: AskedUpload
  /** With `retry`: only this vehicle is asked about again. */
  readonly vehicleId?: string
}

export interface AskedUpload {
  /** A UUID: the same upload asked for twice is one request. */
  readonly id: string
  readonly about: UploadAbout
  source(): AsyncIterable<Uint8Array>
}

/** Throws `already-running` while something else that was asked for of this fleet is not done. */
export async function askForRun(
  { requests }: Pick<OpenLedger, 'requests'>,
  { secret, clock }: { readonly secret: Secret; readonly clock: Pick<Clock, 'now'> },
  { upload, vehicleId, ...asked }: Asked,
): Promise<void> {
  const wanted = {
    ...asked,
    uploadId: upload?.id ?? null,
    vehicleId: vehicleId ?? null,
    at: new Date(clock.now()),
  }
  const frames =
    upload === undefined
      ? []
      : sealed(secret, upload.id, { bytes: upload.source(), about: upload.about })
  const { request, isNew } = await requests.ask(wanted, frames)
  const isSame = request.uploadId === wanted.uploadId && request.vehicleId === wanted.vehicleId
  if (isNew || (request.kind === asked.kind && isSame)) return
  throw new Failure('already-running', {
    pt: `"${request.name}" ainda está em andamento; espere que termine, ou pare a execução.`,
    en: `"${request.name}" is still under way; wait until it ends, or stop the run.`,
  })
}
