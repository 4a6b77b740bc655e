import { buttonClass } from '@talad/ui/components/button'
import { company } from '../../../content/company.ts'
import { useCreatorText } from '../../../i18n/creator.ts'
import { useSite } from '../../../market/reads/site.ts'

/** Why it isn't traded, and what its maker can do about it (AI-8). */
export default function NeedCreator({ contract }: { contract: string }) {
  const { t, language } = useCreatorText()
  const { support, texts } = useSite()
  const email = support.email ?? company.email
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
      <p className="text-sm text-soft">{t('creator.holds')}</p>
    </section>
  )
}
