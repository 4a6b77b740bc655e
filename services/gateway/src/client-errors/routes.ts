import { createHash, randomUUID } from 'node:crypto'
import { clientErrorsHttp as http } from '@talad/proto/http/gateway/client-errors'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { domainOf } from '../site/sites.ts'
import { tellCollector } from './collector.ts'
import { scrub } from './scrub.ts'
import { createSieve } from './sieve.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Faults of the apps: scrubbed, then to the collector of the settings; without one, or while it is away, a line of the log. */
export function clientErrorRoutes(app: App, { config, log, now }: Deps): void {
  const passes = createSieve(now)
  app.route(http.reportClientError, async ({ body, request }) => {
    const about = {
      app: body.app,
      site: scrub(domainOf(request), 100),
      path: scrub(body.path, 300),
      release: scrub(body.release, 100),
      name: scrub(body.name, 100),
      message: scrub(body.message, 1_000),
      stack: scrub(body.stack, 8_000),
    }
    if (!passes(digestOf(`${about.app} ${about.release} ${about.message} ${about.stack}`)))
      return { taken: false }
    const error = { id: randomUUID().replaceAll('-', ''), at: now(), ...about }
    const { ERROR_DSN: dsn } = config
    // nobody waits for the collector
    if (dsn === undefined) log.warn({ clientError: about }, 'an app has failed')
    else
      tellCollector(dsn, error).catch((err: unknown) =>
        log.warn({ err, clientError: about }, 'an app has failed, and the collector does not take it'),
      )
    return { taken: true }
  })
}
