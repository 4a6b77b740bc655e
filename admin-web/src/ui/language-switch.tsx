import { Segmented } from '@talad/ui/components/segmented'
import { changeLanguage } from '@talad/ui/i18n/language'
import { useText } from '../i18n/index.ts'

export function LanguageSwitch() {
  const { t, language } = useText()
  return (
    <Segmented
      label={t('nav.language')}
      value={language}
      options={[
        { value: 'th', text: 'ไทย', lang: 'th' },
        { value: 'en', text: 'English', lang: 'en' },
      ]}
      onChange={(next) => void changeLanguage(next)}
    />
  )
}
