/** The suites on servers must not pass because there was none. */
export default function requireServers(): void {
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    if (process.env[name] !== undefined) continue
    throw new Error(`${name} is missing; run: eval "$(.ci/servers)" && npm run test:servers`)
  }
}
