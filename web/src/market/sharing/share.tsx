import { LinkIcon } from '@talad/ui/components/more-icons'
import { useText } from '../../i18n/index.ts'
import { copyText } from './copy-text.ts'

/** The places of M§2, and the one where people here talk. */
export function shareTargets(url: string, text: string, email: string): { name: string; href: string }[] {
  const u = encodeURIComponent(url)
  const x = encodeURIComponent(text)
  return [
    { name: 'LINE', href: `https://social-plugins.line.me/lineit/share?url=${u}&text=${x}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${u}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${u}&text=${x}` },
    { name: 'X', href: `https://x.com/intent/post?url=${u}&text=${x}` },
    { name: email, href: `mailto:?subject=${x}&body=${u}` },
  ]
}

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-md border border-line px-4 text-sm font-medium hover:border-leaf hover:text-leaf'

/** Where a listing or a purchase can be told of (M§2). */
export function Share({ url, text }: { url: string; text: string }) {
  const { t } = useText()
  return (
    <div>
      <p className="mb-2 text-sm font-semibold">{t('share.title')}</p>
      <ul className="flex flex-wrap gap-2">
        {shareTargets(url, text, t('share.email')).map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noreferrer" className={look}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => void copyText(url, t('share.copied'))} className={look}>
            <LinkIcon className="size-4" />
            {t('share.copy')}
          </button>
        </li>
      </ul>
    </div>
  )
}
