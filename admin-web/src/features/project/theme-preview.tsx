import { getMedia } from '@talad/proto/http/asset-indexer/assets'
import { isCssColour } from '@talad/proto/http/campaign/theme'
import type { CSSProperties } from 'react'
import { useText } from '../../i18n/index.ts'
import type { ColourName } from './theme-colours.ts'
import type { TypedColours } from './theme-form.tsx'

type Props = { colours: TypedColours; cover: string; name: string; description: string }

const [MEDIA = ''] = getMedia.path.split(':')

/** A picture of our own media, wherever this app is opened; of others the browser shows none here. */
export function ownPicture(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return pathname.startsWith(MEDIA) ? pathname : undefined
}

/** CA-8: how the pages of the project look with these colours; a picture of it, not a page. */
export function ThemePreview({ colours, cover, name, description }: Props) {
  const { t } = useText()
  const picture = ownPicture(cover)
  const of = (one: ColourName) => (isCssColour(colours[one]) ? colours[one] : undefined)
  const dress = (ground: ColourName, content: ColourName): CSSProperties => ({
    ...(of(ground) && { background: of(ground) }),
    ...(of(content) && { color: of(content) }),
  })
  const samples = [
    { ground: 'primaryColor', content: 'primaryContent', text: 'theme.join', usual: 'bg-leaf text-on-leaf' },
    {
      ground: 'primaryFocus',
      content: 'primaryContent',
      text: 'theme.pressed',
      usual: 'bg-leaf-deep text-on-leaf',
    },
    {
      ground: 'secondaryColor',
      content: 'secondaryContent',
      text: 'theme.rules',
      usual: 'bg-sunken text-ink',
    },
    {
      ground: 'secondaryFocus',
      content: 'secondaryContent',
      text: 'theme.pressed',
      usual: 'bg-sunken text-ink',
    },
    { ground: 'accentColor', content: 'accentContent', text: 'theme.new', usual: 'bg-gold text-on-gold' },
  ] as const
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm font-semibold">{t('theme.preview')}</figcaption>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
      >
        <div
          className="h-24 bg-awning bg-cover bg-center"
          style={{
            ...dress('primaryColor', 'primaryContent'),
            ...(picture && { backgroundImage: `url(${JSON.stringify(picture)})` }),
          }}
        />
        <div className="grid gap-4 p-4">
          <div className="grid gap-1">
            <p className="text-lg font-semibold wrap-anywhere">{name || t('theme.previewName')}</p>
            <p className="line-clamp-2 text-sm text-soft wrap-anywhere">{description}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {samples.map(({ ground, content, text, usual }) => (
              // drawn, not written: what is hard to read here is what the preview is for
              <span
                key={ground}
                data-text={t(text)}
                className={`inline-flex min-h-10 items-center rounded-md px-4 text-sm font-semibold before:content-[attr(data-text)] ${usual}`}
                style={dress(ground, content)}
              />
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}
