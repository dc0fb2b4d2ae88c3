/**
 * Holds the OpenAPI document against spectral (`oas`) and redocly (`recommended`): any finding of
 * any severity is a failure. The same is asked of a spoiled copy first, because a linter that was
 * set up wrongly finds nothing in anything.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { serviceDocument } from '../src/service/pages/service-document.ts'

const config = await createConfig({ extends: ['recommended'] })

async function findings(document) {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
  const bySpectral = (await linter.run(document)).map(
    ({ code, path, message }) => `spectral ${code} at ${path.join('.')}: ${message}`,
  )
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const byRedocly = problems.map(
    ({ ruleId, location, message }) => `redocly ${ruleId} at ${location[0]?.pointer}: ${message}`,
  )
  return { bySpectral, byRedocly }
}

const say = (text) => process.stdout.write(`${text}\n`)
const servers = [
  {},
  { publicBaseUrl: 'https://debitos.frota.test' },
  { publicBaseUrl: 'https://debitos.frota.test', devBaseUrl: 'https://dev.frota.test' },
]
let failed = false

const { contact: _contact, license: _license, ...info } = serviceDocument({}).info
const spoiled = await findings({ ...serviceDocument({}), info, tags: [{ name: 'Service' }] })
if (spoiled.bySpectral.length === 0 || spoiled.byRedocly.length === 0) {
  say('a linter found nothing in a spoiled document')
  failed = true
}
for (const addresses of servers) {
  const { bySpectral, byRedocly } = await findings(serviceDocument(addresses))
  const all = [...bySpectral, ...byRedocly]
  for (const each of all) say(each)
  say(`${Object.keys(addresses).join(' and ') || 'called address'}: ${all.length} findings`)
  failed ||= all.length > 0
}
process.exitCode = failed ? 1 : 0
