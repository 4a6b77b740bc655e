import { type Loop, POLL_MS, startLoop } from '@talad/shared/loop'
import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { gatewayConfig } from './config.ts'
import { type Deps, makeDeps } from './deps.ts'
import { subscribeLive } from './live/subscribe.ts'
import { publishDueJobs } from './site/document/due.ts'
import { layouts, looks, pages } from './site/documents.ts'
import { keepSites, restoreSites } from './site/kept.ts'
import { SITE_CHANNEL } from './site/parts.ts'
import { lookAtDomainJob } from './site/site/domains.ts'
import { sites } from './site/site/stream.ts'

/** Keeps what visitors are shown up to date; while the database is away they see what was shown last. */
function followSites({ sites: known, db, notifier, log, config: { SITES_FILE: file } }: Deps): Loop {
  let keptAt = -1n
  const onError = (err: unknown) => log.warn({ err }, 'what sites show can not be read; it stays as it was')
  const step = async () => {
    await known.refresh(db)
    if (file !== undefined && known.count() > keptAt) {
      keptAt = known.count()
      await keepSites(file, known).catch((err: unknown) => log.warn({ err, file }, 'sites can not be kept'))
    }
    return false
  }
  const loop = startLoop(step, { idleMs: POLL_MS, onError })
  const stop = notifier.listen(SITE_CHANNEL, () => loop.wake())
  return {
    wake: loop.wake,
    async close() {
      stop()
      await loop.close()
    },
  }
}

/** The gateway: forwards the calls of the contracts, pushes live updates, serves the web app. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: gatewayConfig,
  makeDeps,
  prepare: ({ sites: known, db }) => known.refresh(db),
  withoutDatabase: (deps, { SITES_FILE: file }) => restoreSites(file, deps.sites, deps), // GW-4
  app: buildApp,
  streams: [published(sites), published(looks.of), published(layouts.of), published(pages.of)],
  jobs: [...publishDueJobs, lookAtDomainJob],
  loops: (deps) => [followSites(deps)],
  facesBrowsers: true,
  subscribe: subscribeLive,
  close: async (deps) => deps.redis?.disconnect(),
})
