import { hash } from 'node:crypto'
import type { GatewayConfig } from '../config.ts'
import { withBars, withSiteManifest } from './head.ts'
import type { LiveSite } from './live-site.ts'
import { themeFileOf } from './theme.ts'

type OwnFile = { type: string; make(built: string, live: LiveSite, config: GatewayConfig): string }

/** Files of the users' app that a site has of its own: what a browser installs, and what it shows without a network. */
export const OWN_FILES: Readonly<Record<string, OwnFile>> = {
  'manifest.webmanifest': { type: 'application/manifest+json', make: withSiteManifest },
  'offline.html': { type: 'text/html', make: withBars },
  'offline.css': { type: 'text/css', make: (built, live) => built + (themeFileOf(live)?.css ?? '') },
  // another worker once the site looks otherwise: browsers keep what it keeps until there is one
  'sw.js': {
    type: 'text/javascript',
    make(built, live) {
      const { path = '' } = themeFileOf(live) ?? {}
      return `${built}\n// ${hash('sha256', `${path} ${iconOf(live)}`, 'hex')}\n`
    },
  },
}

/** The icon of a browser's tab, where the site has one; the page that is shown without a network has it under this name. */
export const ICON_FILE = 'favicon.svg'

export const iconOf = ({ look }: LiveSite): string | null => look?.content.metadata.favicon ?? null
