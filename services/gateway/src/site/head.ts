import type { Light } from '@talad/proto/site/theme'
import type { GatewayConfig } from '../config.ts'
import { html } from '../text-as-html.ts'
import { languagesOf, namesOf } from './continent.ts'
import type { LiveSite } from './live-site.ts'
import { themeFileOf } from './theme.ts'

const ICON = /<link rel="icon"[^>]*>/
const APP_ICON = /<link rel="apple-touch-icon"[^>]*>/
const BAR = /(<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)" content=")[^"]*/g
const DESCRIPTION = /<meta name="description"[^>]*>/

/** What links to a site as a whole show; where an address has more to say, that stands there already. */
function shareTags(
  live: LiveSite,
  { title, description, origin }: Record<'title' | 'description' | 'origin', string>,
) {
  const card = live.look?.content.metadata.card ?? null
  const property = (name: string, content: string) =>
    `<meta property="og:${name}" content="${html(content)}" />`
  return [
    property('type', 'website'),
    property('site_name', title),
    property('title', title),
    property('description', description),
    ...(card === null ? [] : [property('image', origin + card)]),
  ]
}

/** What search engines know of a site, as data: no script runs it. */
const structured = (name: string, url: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'WebSite', name, url }).replaceAll('<', '\\u003c')}</script>`

/** Whether a site says anything of itself; until then it is as the web app was built. */
export const isOfItself = ({ look, site }: LiveSite): boolean => look !== undefined || site !== undefined

/** A page of ours with the site's colour around it. */
export function withBars(page: string, live: LiveSite): string {
  const bars = themeFileOf(live)?.bars
  return bars ? page.replace(BAR, (_, tag: string, light: Light) => tag + bars[light]) : page
}

/**
 * The web app's page as the page of a site: its colours, its name, its icon, where it is found first.
 * @param page index.html, perhaps with a preview and drawn
 * @param at `origin`: of the primary host; `path`: as it was asked for, without the query
 */
export function withSite(
  page: string,
  live: LiveSite,
  { origin, path, config }: { origin: string; path: string; config: GatewayConfig },
): string {
  const { look } = live
  if (!isOfItself(live)) return page
  const [language = 'th'] = languagesOf(live, config)
  const metadata = look?.content.metadata
  const name = namesOf(live, config)[language]
  const title = metadata?.title[language] || name
  const description = metadata?.description[language] || title
  const theme = themeFileOf(live)
  const isTold = page.includes('property="og:title"') // an asset or a collection tells of itself
  const tags = [
    ...(theme ? [`<link rel="stylesheet" href="${theme.path}" />`] : []),
    ...(page.includes('rel="canonical"') ? [] : [`<link rel="canonical" href="${html(origin + path)}" />`]),
    ...(isTold ? [] : shareTags(live, { title, description, origin })),
    ...(metadata && metadata.keywords.length > 0
      ? [`<meta name="keywords" content="${html(metadata.keywords.join(', '))}" />`]
      : []),
    ...(path === '/' ? [structured(name, origin)] : []),
  ]
  // by functions: a name may hold `$&`
  const titled = isTold
    ? page
    : page
        .replace(/<title\b[^>]*>[^<]*<\/title>/, () => `<title>${html(title)}</title>`)
        .replace(DESCRIPTION, () => `<meta name="description" content="${html(description)}" />`)
  const icon = metadata?.favicon
  const withIcon = icon
    ? titled
        .replace(APP_ICON, () => `<link rel="apple-touch-icon" href="${html(icon)}" />`)
        .replace(ICON, () => `<link rel="icon" href="${html(icon)}" />`)
    : titled
  return withBars(withIcon, live).replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}

/**
 * What a browser installs of a site.
 * @param built manifest.webmanifest of the market
 */
export function withSiteManifest(built: string, live: LiveSite, config: GatewayConfig): string {
  const { look } = live
  const [language = 'th'] = languagesOf(live, config)
  const name = namesOf(live, config)[language]
  const metadata = look?.content.metadata
  const theme = themeFileOf(live)
  const own = {
    name: metadata?.title[language] || name,
    short_name: name,
    description: metadata?.description[language] || name,
    lang: language,
    ...(theme && { theme_color: theme.bars.light, background_color: theme.ground }),
    ...(metadata?.favicon && { icons: [{ src: metadata.favicon, sizes: 'any' }] }),
  }
  return JSON.stringify({ ...(JSON.parse(built) as object), ...own })
}
