import { say } from '@talad/ui/browser/toast'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { shortHash } from '@talad/ui/format/address'
import { text, useText } from '../i18n/index.ts'

/** An id or a hash; `short` where there is no room for all of it. Copying takes the whole. */
export function Ident({ value, short = false }: { value: string | null; short?: boolean }) {
  const { t } = useText()
  if (value === null || value === '') return '–'
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => say(text('ident.copied'), 'success'),
      () => {},
    )
  return (
    <span className="inline-flex max-w-full items-baseline gap-1">
      <span title={value} className="font-mono text-[0.92em] [overflow-wrap:anywhere]">
        {short ? shortHash(value) : value}
      </span>
      <button
        type="button"
        aria-label={t('ident.copy', { value })}
        onClick={() => void copy()}
        className="inline-flex size-6 shrink-0 items-center justify-center self-center rounded-sm text-soft hover:text-leaf"
      >
        <CopyIcon className="size-3.5" />
      </button>
    </span>
  )
}
