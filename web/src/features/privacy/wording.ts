import type { Continent } from '@talad/proto/http/gateway/continent'
import { type Consent, type ConsentText, newestVersion } from '@talad/proto/http/identity/consents'

type Wording = Omit<Consent, 'agreed' | 'text'>

/** ID-42: which wording of a text is shown: of the site's own page, as it is published, else the market's. */
export function wordingOf(
  { _id: site, pages }: Pick<Continent, '_id' | 'pages'>,
  text: ConsentText,
  language: 'th' | 'en',
): Wording {
  const written = pages.filter(({ page }) => page === text)
  const shown = written.find((page) => page.language === language) ?? written[0]
  if (!shown) return { site: null, language: null, version: newestVersion(text) }
  return { site, language: shown.language, version: `${shown.version}` }
}

export const isSameWording = (one: Wording, other: Wording): boolean =>
  one.site === other.site && one.language === other.language && one.version === other.version
