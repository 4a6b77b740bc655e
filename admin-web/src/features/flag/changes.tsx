import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { Picture } from '@talad/ui/components/picture'
import { type TextKey, useText } from '../../i18n/index.ts'
import { Moment } from '../../ui/moment.tsx'
import { pictureSays } from './picture-says.ts'

type Since = NonNullable<FlagCaseDetail['since_decision']>

const fieldTexts: Readonly<Record<string, TextKey>> = {
  name: 'flag.changeName',
  description: 'flag.changeDescription',
  image: 'flag.changeImage',
  animation: 'flag.changeMedia',
  external_url: 'flag.changeLink',
  metadata: 'flag.changeMetadata',
  trait: 'flag.changeTrait',
  collection: 'flag.collection',
  owner: 'flag.owner',
}

/** AW-6: what of the item is another than when its case was last decided. */
export function Changes({ since }: { since: Since }) {
  const { t } = useText()
  const { at, known, changes, picture } = since
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="text-base">{t('flag.changed')}</h3>
      <p className="text-soft">
        {t('flag.changedSince')} <Moment at={at} />
      </p>
      {!known && <p>{t('flag.changedUnknown')}</p>}
      {known && changes.length === 0 && picture === null && <p>{t('flag.changedNothing')}</p>}
      <dl className="grid gap-3 empty:hidden">
        {picture && <Pictures picture={picture} />}
        {changes.map(({ field, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered, and two may say the same
          <Pair key={index} label={fieldTexts[field] ? t(fieldTexts[field]) : field}>
            <Side label={t('flag.then')} text={before} />
            <Side label={t('flag.now')} text={after} />
          </Pair>
        ))}
      </dl>
    </section>
  )
}

function Pair({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="font-semibold">{label}</dt>
      <dd className="grid grid-cols-2 gap-2">{children}</dd>
    </div>
  )
}

/** A text of a stranger, as it was or is. */
function Side({ label, text }: { label: string; text: string | null }) {
  const { t } = useText()
  return (
    <div className="min-w-0 rounded-sm bg-sunken p-2">
      <p className="text-xs text-soft">{label}</p>
      {text === null ? (
        <p className="text-soft">{t('flag.changeNone')}</p>
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      )}
    </div>
  )
}

function Pictures({ picture }: { picture: NonNullable<Since['picture']> }) {
  const { t } = useText()
  const { before, after } = picture
  const sides = [
    { label: t('flag.then'), src: before },
    { label: t('flag.now'), src: after },
  ]
  return (
    <Pair label={t(pictureSays(picture))}>
      {sides.map(({ label, src }) => (
        <figure key={label} className="grid gap-1">
          <Picture src={src || null} alt="" className="aspect-square w-full rounded-md" />
          <figcaption className="text-xs text-soft">{label}</figcaption>
        </figure>
      ))}
    </Pair>
  )
}
