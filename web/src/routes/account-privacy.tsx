import { Button } from '@talad/ui/components/button'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useExport } from '../features/privacy/api/kept-data.ts'
import { Agreed } from '../features/privacy/components/agreed.tsx'
import { usePrivacyText } from '../i18n/privacy.ts'
import { messageOf } from '../market/refusals/rejection-texts.ts'
import { OwnPage } from './own-page.tsx'

const EraseDialog = lazyPart(() => import('../features/privacy/components/erase-dialog.tsx'))

function Topic({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 *:min-w-0">
      <h2 className="text-xl">{title}</h2>
      {text && <p className="max-w-prose text-soft">{text}</p>}
      {children}
    </section>
  )
}

function Download() {
  const { t } = usePrivacyText()
  const save = useExport()
  return (
    <Topic title={t('privacy.copy')} text={t('privacy.copyText')}>
      <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
        {t('privacy.download')}
      </Button>
      <div role="status" className="text-sm text-soft">
        {save.isSuccess && t('privacy.downloaded')}
      </div>
      {save.error && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(save.error)}
        </p>
      )}
    </Topic>
  )
}

/** What goes and what stays, side by side, before anybody presses anything (ID-42). */
function Erase() {
  const { t } = usePrivacyText()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const lists = [
    {
      title: t('privacy.goes'),
      items: ['goesNames', 'goesPublic', 'goesBanks', 'goesLikes', 'goesSessions'],
    },
    {
      title: t('privacy.stays'),
      items: ['staysIds', 'staysMoney', 'staysBanks', 'staysChain', 'staysConsent'],
    },
  ] as const
  return (
    <Topic title={t('privacy.erase')} text={t('privacy.eraseAbout')}>
      <div className="grid w-full gap-4 md:grid-cols-2">
        {lists.map(({ title, items }) => (
          <div key={title} className="rounded-lg bg-surface p-5 shadow-card">
            <h3 className="font-semibold">{title}</h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-soft">
              {items.map((item) => (
                <li key={item}>{t(`privacy.${item}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('privacy.erase')}
      </Button>
      {isAsking && (
        <Part onMissing={() => setAsking(false)}>
          <EraseDialog onErased={() => void navigate({ to: '/' })} onClose={() => setAsking(false)} />
        </Part>
      )}
    </Topic>
  )
}

/** What is kept of a person, for themselves: a copy, what they agreed to, and how to have it erased. */
export default function AccountPrivacyPage() {
  const { t } = usePrivacyText()
  return (
    <OwnPage title={t('privacy.title')} about={t('privacy.about')}>
      {({ accountId }) => (
        <>
          <Download />
          <section className="grid gap-3 *:min-w-0">
            <h2 className="text-xl">{t('privacy.agreed')}</h2>
            <Agreed account={accountId} />
          </section>
          <Erase />
        </>
      )}
    </OwnPage>
  )
}
