import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../bilingual.ts'
import { fieldsOf } from '../../fields.ts'
import { dependsOn } from '../http/depends-on.ts'

/** The language of a page's reader; caches are told what it hangs on. */
export function languageFor(request: FastifyRequest, reply: FastifyReply): Language {
  dependsOn(reply, 'Accept-Language')
  return languageOf(fieldsOf(request.query)['lang'], request.headers['accept-language'])
}

/** Pure. `asked` (?lang=), else the preferred one of Accept-Language, else Portuguese. */
export function languageOf(asked: unknown, accepted: string | undefined): Language {
  if (asked === 'pt' || asked === 'en') return asked
  const ranked = (accepted ?? '')
    .split(',')
    .map((each) => {
      const [tag = '', ...rest] = each.trim().toLowerCase().split(';')
      const quality = rest.map((part) => /^\s*q=([\d.]+)/.exec(part)?.[1]).find(Boolean)
      return { language: /^[a-z]*/.exec(tag)?.[0], quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => (language === 'pt' || language === 'en') && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return ranked[0]?.language === 'en' ? 'en' : 'pt'
}
