import { buttonClass } from '@talad/ui/components/button'
import { useCreatorText } from '../../../i18n/creator.ts'
import { useSite } from '../../../market/reads/site.ts'
import { useSupportEmail } from '../../../market/reads/support.ts'

/** Why it isn't traded, and what its maker can do about it (AI-8). */
export default function NeedCreator({ contract }: { contract: string }) {
  const { t, language } = useCreatorText()
  const { names, texts } = useSite()
  const email = useSupportEmail()
  const subject = encodeURIComponent(t('creator.mailSubject', { contract }))
  const body = encodeURIComponent(t('creator.mailBody', { contract }))
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">{t('creator.needed')}</h2>
      <p className="whitespace-pre-line">{texts.need_creator?.[language] ?? t('creator.neededText')}</p>
      <p className="text-sm text-soft">
        {t('creator.send', { email })} {t('creator.reply')}
      </p>
      <a
        href={`mailto:${email}?subject=${subject}&body=${body}`}
        className={`${buttonClass('quiet')} w-full`}
      >
        {t('creator.mail')}
      </a>
      <p className="text-sm text-soft">{t('creator.holds', { site: names[language] })}</p>
    </section>
  )
}
