import { Hint } from '@talad/ui/components/hint'
import { ChevronIcon, ShieldIcon } from '@talad/ui/components/icons'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { useSite } from '../../../market/reads/site.ts'
import { copyText } from '../../../market/sharing/copy-text.ts'

/** That what is shown is signed by the site, and what it is compared by. */
export function Signed({ hash }: { hash: string }) {
  const { t, language } = useVirtualText()
  const site = useSite().names[language]
  return (
    <details className="group rounded-lg border border-line px-5">
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 font-semibold">
        <span className="inline-flex items-center gap-2">
          <ShieldIcon className="text-leaf" />
          {t('virtual.signed', { site })}
        </span>
        <ChevronIcon className="text-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-6">
        <p className="text-sm text-soft">{t('virtual.signedText')}</p>
        <div className="text-sm">
          <p className="text-soft">
            {t('virtual.hash')} <Hint text={t('virtual.hashHint')} />
          </p>
          <p className="flex items-start gap-2 font-mono break-all">
            {hash}
            <button
              type="button"
              aria-label={t('virtual.copyHash')}
              title={t('virtual.copyHash')}
              onClick={() => void copyText(hash, t('virtual.copied'))}
              className="inline-flex size-8 shrink-0 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-leaf"
            >
              <CopyIcon className="size-4" />
            </button>
          </p>
        </div>
      </div>
    </details>
  )
}
