import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Segmented } from '@talad/ui/components/segmented'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { Draft, DraftLanguage, DraftText, Faults } from './draft.ts'
import { LanguageForm } from './language-form.tsx'
import { languageTexts } from './words.ts'

const languages = ['th', 'en'] as const

type Props = { draft: Draft; faults: Faults; onChange: (draft: Draft) => void }

/** All fields of an assessment; Thai is needed, English may be added (MO-28). */
export function DraftForm({ draft, faults, onChange }: Props) {
  const { t } = useText()
  const [language, setLanguage] = useState<DraftLanguage>('th')
  const { th, en } = draft.texts
  const shown = draft.texts[language]
  const put = (written: DraftText | undefined) =>
    onChange({ ...draft, texts: language === 'en' ? { th, en: written } : { th: written ?? th, en } })
  const faulty = languages.filter((one) =>
    [...faults.keys()].some((path) => path.startsWith(`texts.${one}.`)),
  )
  return (
    <div className="grid max-w-3xl gap-5">
      <TextField
        label={t('assessment.percentage')}
        hint={t('assessment.percentageHint')}
        inputMode="decimal"
        value={draft.percentage}
        error={faults.has('pass_percentage') ? t('assessment.percentageWrong') : undefined}
        onChange={({ target }) => onChange({ ...draft, percentage: target.value })}
      />
      <Segmented
        label={t('assessment.language')}
        value={language}
        options={languages.map((value) => ({
          value,
          text: `${t(languageTexts[value])}${faulty.includes(value) ? ' ⚠' : ''}`,
        }))}
        onChange={setLanguage}
      />
      {shown ? (
        <LanguageForm text={shown} path={`texts.${language}`} faults={faults} onChange={put} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-soft">{t('assessment.noEnglish')}</p>
          <Button size="small" look="quiet" onClick={() => put(structuredClone(th))}>
            {t('assessment.addEnglish')}
          </Button>
        </div>
      )}
      {language === 'en' && en && (
        <div>
          <Button size="small" look="danger" onClick={() => put(undefined)}>
            {t('assessment.removeEnglish')}
          </Button>
        </div>
      )}
    </div>
  )
}
