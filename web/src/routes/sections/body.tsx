import type { SectionOf } from '@talad/proto/site/sections'
import { buttonClass } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { useText } from '../../i18n/index.ts'
import { inPlaces } from './html-tree.tsx'
import { SiteLink } from './site-link.tsx'

type Body = SectionOf<'content-body'>

const grounds = {
  none: '',
  wash: 'rounded-lg bg-leaf-wash p-5 md:p-10',
  sunken: 'rounded-lg bg-sunken p-5 md:p-10',
} as const

/** What is done one after the other. */
function Steps({ steps }: Pick<Body, 'steps'>) {
  const { language } = useText()
  return (
    <ol className="grid gap-6 md:grid-cols-3 md:gap-10">
      {inPlaces(steps).map(({ one: { title, text }, key }) => (
        <li key={key} className="flex gap-3 border-t-3 border-leaf pt-4">
          <span aria-hidden="true" className="title w-6 shrink-0 text-2xl leading-none text-leaf">
            {key + 1}
          </span>
          <div>
            <h3 className="text-lg">{title[language]}</h3>
            <p className="mt-1 text-soft">{text[language]}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The button of words; nothing where none was made. */
export function ContentLink({ link }: { link: Body['content']['link'] }) {
  const { language } = useText()
  if (!link) return null
  return (
    <SiteLink href={link.href} className={`${buttonClass('primary')} justify-self-start`}>
      {link.label[language]}
    </SiteLink>
  )
}

/** Words, perhaps with a picture or with steps. */
export function BodySection({ section: { content, steps } }: { section: Body }) {
  const { language } = useText()
  const { title, text, image, position, background, link } = content
  const words = (
    <div className={`grid gap-5 ${position === 'center' ? 'justify-items-center text-center' : ''}`}>
      {title[language] && <h2 className="text-xl">{title[language]}</h2>}
      {text[language] && <p className="max-w-2xl whitespace-pre-line text-soft">{text[language]}</p>}
      <ContentLink link={link} />
    </div>
  )
  return (
    <section className={`grid gap-5 ${grounds[background]}`}>
      {image === null ? (
        words
      ) : (
        <div className={`grid items-center gap-6 md:gap-12 ${position === 'center' ? '' : 'md:grid-cols-2'}`}>
          <div className={position === 'right' ? 'md:order-last' : ''}>{words}</div>
          <Picture src={image} alt="" className="aspect-[16/10]! rounded-lg" />
        </div>
      )}
      {steps.length > 0 && <Steps steps={steps} />}
    </section>
  )
}
