/** Which methods a path has, for the 405 of another one (RFC 9110, 15.5.6). */
import type { FastifyInstance } from 'fastify'

/** Collects the routes as they are made. The returned function knows a path without its query. */
export function knownMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { pattern: RegExp; methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const literal = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    const pattern = new RegExp(`^${literal.replaceAll(/:\w+/g, '[^/]+')}/?$`)
    routes.push({ pattern, methods: [method].flat() })
  })
  return (path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted()
  }
}
