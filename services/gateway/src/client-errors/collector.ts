import { z } from 'zod'

/** A fault as it is told to a collector; already scrubbed. */
export type ClientError = {
  id: string
  at: Date
  app: string
  site: string
  path: string
  release: string
  name: string
  message: string
  stack: string
}

const TIMEOUT_MS = 3_000

/** Where and how a DSN says that faults go: `https://<key>@<host>/<project>`. */
function placeOf(dsn: string) {
  const { protocol, host, username, pathname } = new URL(dsn)
  const parts = pathname.split('/').filter((part) => part !== '')
  const project = parts.pop() ?? ''
  const folder = parts.map((part) => `/${part}`).join('')
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}

/** A DSN, or a word on what is wrong with it. */
export const dsn = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { username, pathname } = new URL(text)
  return username !== '' && /\/\w+$/.test(pathname)
}, 'must be https://<key>@<host>/<project>')

/** What collectors that speak Sentry's protocol take: three lines of JSON. */
export function envelopeOf({ id, at, app, site, path, release, name, message, stack }: ClientError): string {
  const event = {
    event_id: id,
    timestamp: at.toISOString(),
    platform: 'javascript',
    level: 'error',
    release,
    server_name: site,
    tags: { app, site, path },
    request: { url: `https://${site}${path}` },
    exception: { values: [{ type: name, value: message }] },
    extra: { stack },
  }
  const head = { event_id: id, sent_at: at.toISOString() }
  return [head, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n')
}

/** Tells a collector of a fault. @throws when it doesn't take it in time */
export async function tellCollector(dsnText: string, error: ClientError): Promise<void> {
  const { url, key } = placeOf(dsnText)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=talad/1, sentry_key=${key}`,
    },
    body: envelopeOf(error),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the collector answered ${response.status}`)
}
