import { html } from '../text-as-html.ts'
import type { Language } from './card.ts'
import { HEIGHT, WIDTH } from './drawing.ts'
import type { Shared } from './words.ts'

const property = (name: string, content: string) => `<meta property="${name}" content="${html(content)}" />`
const named = (name: string, content: string) => `<meta name="${name}" content="${html(content)}" />`

/** What the built page says of the site as a whole, where an address has more to say. */
const GENERAL =
  /[ \t]*<(?:title\b[^>]*>[^<]*<\/title|meta\s+(?:name="(?:description|twitter:[a-z:]+)"|property="og:[a-z:_]+")[^>]*|link\s+rel="canonical"[^>]*)>\n?/g

/**
 * The web app's page with what links to it show: title, picture, words, in the language of the site.
 * @param page index.html as it was built
 * @param origin of the site, `https://…`
 */
export function withPreview(
  page: string,
  shared: Shared,
  about: { origin: string; language: Language; site: string },
): string {
  const { origin, language, site } = about
  const image = origin + shared.image
  const tags = [
    `<title>${html(`${shared.title} · ${site}`)}</title>`,
    named('description', shared.description),
    `<link rel="canonical" href="${html(origin + shared.path)}" />`,
    property('og:type', 'website'),
    property('og:site_name', site),
    property('og:locale', language === 'th' ? 'th_TH' : 'en_GB'),
    property('og:url', origin + shared.path),
    property('og:title', shared.title),
    property('og:description', shared.description),
    property('og:image', image),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(WIDTH)),
    property('og:image:height', String(HEIGHT)),
    property('og:image:alt', shared.title),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', shared.title),
    named('twitter:description', shared.description),
    named('twitter:image', image),
  ]
  // by functions: a name may hold `$&`
  return page
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(GENERAL, () => '')
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
}
